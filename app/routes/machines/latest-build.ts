/** Tells which build this is; pages compare it with the one they were loaded from. */
export function loader() {
  return Response.json({ id: __BUILD_ID__, timestamp: Date.now() });
}
