import type { EntryContext } from "@remix-run/node";

/**
 * Of what Remix hands over, what renders a page at once, and the loaders' data that belong behind it, for `browser/start.ts`;
 * RemixServer itself would send that in pieces, each in a boundary of its own.
 */
export function wholePage({ serverHandoffStream, ...context }: EntryContext) {
  return {
    context: context as EntryContext,
    /** Once it is rendered; null when the page has no scripts (see late-start.ts). */
    pageData: async (): Promise<string | null> => {
      const wanted = context.renderMeta?.didRenderScripts && serverHandoffStream;
      return wanted ? unmarked(await textOf(serverHandoffStream)) : null;
    },
  };
}

/** Tag that the loaders' data stand behind in a page, as far as `</script>`; a policy need not allow it. */
export const PAGE_DATA = '<script type="application/json" id="page-data">';

/** JSON in which nothing ends the element that it stands in: every `<` of it is within a string. */
const unmarked = (json: string): string => json.replaceAll("<", "\\u003c");

/** A text of the loaders' data as it stands in a page. */
export const inPageData = (text: string): string => unmarked(JSON.stringify(text).slice(1, -1));

/** The loaders' data whole; in our build it is text already (`plain-data-at-once` of framework/). */
async function textOf(data: string | ReadableStream<Uint8Array>): Promise<string> {
  return typeof data === "string" ? data : new Response(data).text();
}
