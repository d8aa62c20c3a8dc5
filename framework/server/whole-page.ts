import type { EntryContext } from "@remix-run/node";

/**
 * Splits Remix's context into what renders the page in one go, and the loaders' data to append for `browser/start.ts`.
 * RemixServer itself would stream the data in chunks, each in a boundary of its own.
 */
export function wholePage({ serverHandoffStream, ...context }: EntryContext) {
  return {
    context: context as EntryContext,
    /** Available once the page is rendered; null when the page has no scripts (see late-start.ts). */
    pageData: async (): Promise<string | null> => {
      const wanted = context.renderMeta?.didRenderScripts && serverHandoffStream;
      return wanted ? unmarked(await textOf(serverHandoffStream)) : null;
    },
  };
}

/**
 * Opening tag of the element that holds the loaders' data, which ends with `</script>`. It is data, so the content
 * security policy need not allow it.
 */
export const PAGE_DATA = '<script type="application/json" id="page-data">';

/** JSON that is safe inside a script element: in JSON, `<` only occurs within strings, so all of them are escaped. */
const unmarked = (json: string): string => json.replaceAll("<", "\\u003c");

/** Text of the loaders' data as it appears in a page. */
export const inPageData = (text: string): string => unmarked(JSON.stringify(text).slice(1, -1));

/** The loaders' data as text; in our build it is text already (patch `plain-data-at-once`). */
async function textOf(data: string | ReadableStream<Uint8Array>): Promise<string> {
  return typeof data === "string" ? data : new Response(data).text();
}
