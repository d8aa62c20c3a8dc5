const DATA = /\.data(?=$|\?)/;

/**
 * Reply to the router's request for a page's data that makes it load the page as a document instead, where the reader
 * can be asked to wait. It is in turbo-stream's format, which Remix's router parses.
 * @param address URL that was requested
 * @returns null if it is not a page's data, or only parts of a page that is already shown
 */
export function reloadData(address: string): { status: number; headers: Record<string, string>; body: string } | null {
  if (!DATA.test(address) || /[?&]_routes=/.test(address)) return null;
  const path = address.replace(/^\/_root\.data/, "/").replace(DATA, "");
  const redirect = ["redirect", path, "status", 302, "revalidate", false, "reload", true, "replace", false];
  const places = redirect.flatMap((_, at) => (at % 2 === 0 ? [[`_${at + 2}`, at + 3]] : []));
  return {
    status: 202,
    headers: { "X-Remix-Response": "yes" },
    body: `${JSON.stringify([["SingleFetchRedirect", 1], Object.fromEntries(places), ...redirect])}\n`,
  };
}
