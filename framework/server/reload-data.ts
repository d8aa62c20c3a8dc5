const DATA = /\.data(?=$|\?)/;

/**
 * Answer to the router of a page that asks for the data of another: that it should go there as a document, where it can be
 * told to wait. In the format of turbo-stream, which Remix's router reads.
 * @param address of what is asked for
 * @returns null for what is no page's data, or a part of a page that is there already
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
