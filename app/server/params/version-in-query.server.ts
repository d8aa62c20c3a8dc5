/** Version of a text that the query names (`?version=`); null for none. */
export function versionInQuery({ url }: Request): number | null {
  const given = new URL(url).searchParams.get("version") ?? "";
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}
