import type { EntryContext } from "@remix-run/node";

/**
 * Of what Remix hands over, what renders a page at once, and the script with the loaders' data that belongs behind it;
 * RemixServer itself would send that in pieces, each in a boundary of its own.
 */
export function wholePage({ serverHandoffStream, ...context }: EntryContext) {
  return {
    context: context as EntryContext,
    /** Once it is rendered; null when the page has no scripts (see late-start.ts). */
    dataScript: async (): Promise<string | null> => {
      const wanted = context.renderMeta?.didRenderScripts && serverHandoffStream;
      return wanted ? dataScript(await textOf(serverHandoffStream)) : null;
    },
  };
}

/** Characters that would end the script or a line of it. */
const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Hands the loaders' data to the client as Remix expects it: see StreamTransfer in @remix-run/react. */
function dataScript(data: string): string {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (one) => ESCAPES[one] ?? one);
  const controller = "window.__remixContext.streamController";
  return `${controller}.enqueue(${literal});${controller}.close();`;
}

/** The loaders' data whole; in our build it is text already (`plain-data-at-once` of framework/). */
async function textOf(data: string | ReadableStream<Uint8Array>): Promise<string> {
  return typeof data === "string" ? data : new Response(data).text();
}
