/** Returns the id of this build; pages compare it with their own. */
export function loader() {
  return Response.json({ id: __BUILD_ID__, timestamp: Date.now() });
}
