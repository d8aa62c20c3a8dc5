import { hash, randomBytes } from "node:crypto";
import type { ActionFunctionArgs, AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceContext } from "#app/components/layout/nonce";
import { relativeUntil } from "#app/components/ui/format-time";
import { IconDataContext } from "#app/components/ui/icon";
import { ShownTimesContext } from "#app/components/ui/shown-times";
import { iconData } from "#app/features/icons/collections.server";
import { DOCUMENT_RULES } from "#app/features/prefetch/documents-ahead";
import { noteForeignWrite } from "#app/guard-build.server";
import { contentSecurityPolicy, FRAMED_BY_US } from "#app/server/headers/content-security-policy.server";
import { addMissingHeaders } from "#app/server/headers/security-headers.server";
import { noteServer } from "#app/server/log.server";
import { isInWechat } from "#app/server/request/device.server";
import { endAt } from "#app/server/request-scope.server";
import { isForeignWrite } from "#framework/server/foreign-write";
import { PAGE_DATA, wholePage } from "#framework/server/whole-page";
import { traceOf } from "#log/log";

// Called by our server before the first request to this build.
export { configureApp } from "#app/server/env.server";

const HASHES_MAX = 100;
const knownHashes = new Map<string, string>();

/** Hash of an inline script, given by its bytes as Latin-1, as a source in the policy; all pages have the same few. */
function hashOf(script: string): string {
  let known = knownHashes.get(script);
  if (known !== undefined) return known;
  known = `'sha256-${hash("sha256", Buffer.from(script, "latin1"), "base64")}'`;
  if (knownHashes.size >= HASHES_MAX) knownHashes.clear();
  knownHashes.set(script, known);
  return known;
}

/** Hash of the speculation rules that `features/inline-scripts/untouched.ts` adds to a page. */
const RULES_HASH = hashOf(Buffer.from(DOCUMENT_RULES).toString("latin1"));

/**
 * Renders a page in one piece. Our inline scripts carry a nonce while React renders; then the nonce is removed and each
 * of those scripts is allowed by its hash. So the bytes of an anonymous page are the same for everybody and can be
 * cached, compressed and tagged, while an injected script has no hash and does not run.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { rendered } = loadContext;
  const nonce = randomBytes(16).toString("hex");
  // Nothing suspends on the server once the loaders are done, so the page is one string. RemixServer would stream the
  // loaders' data in chunks, each in a boundary of its own.
  const { context, pageData } = wholePage(entry);
  const now = (loadContext.now ?? new Date()).getTime();
  const noteTime = (value: string) => endAt(loadContext, relativeUntil(Date.parse(value), now));
  const markup = renderToString(
    <NonceContext.Provider value={nonce}>
      <IconDataContext.Provider value={iconData}>
        <ShownTimesContext.Provider value={noteTime}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </ShownTimesContext.Provider>
      </IconDataContext.Provider>
    </NonceContext.Provider>,
  );
  const json = await pageData();
  const data = json === null ? "" : `${PAGE_DATA}${json}</script>`;
  const { bytes, hashes } = hashScripts(encode(`<!DOCTYPE html>${markup}${data}`), nonce);
  headers.set("content-type", "text/html; charset=utf-8");
  // Browsers that store pages must not show those of another build: see features/offline.
  headers.set("x-build", __BUILD_ID__);
  // Anonymous readers may be asked to log in on any page, members never. Only anonymous pages prefetch documents.
  const login = !context.staticHandlerContext.loaderData.root?.viewer;
  const scripts = login ? [...hashes, RULES_HASH] : hashes;
  const framed = headers.get("x-frame-options") === FRAMED_BY_US["x-frame-options"];
  const weixin = isInWechat(request);
  headers.set("content-security-policy", contentSecurityPolicy({ scripts, login, framed, weixin }));
  addMissingHeaders(headers, loadContext, false);
  if (rendered) rendered.bytes = bytes;
  return new Response(rendered ? null : new Uint8Array(bytes), { headers, status });
}

/** Adjusts the data response of a page; declares text as UTF-8, like everything we send. */
export function handleDataRequest(response: Response, { context }: { context: AppLoadContext }): Response {
  const { headers } = response;
  if (headers.get("content-type") === "text/x-script") headers.set("content-type", "text/x-script; charset=utf-8");
  addMissingHeaders(headers, context, false);
  return response;
}

/** Logs internal errors; not invalid requests (no such action) or disconnected clients. */
export function handleError(error: unknown, args: ActionFunctionArgs): void {
  const { request, context } = args;
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isForeignWrite(error)) {
    noteForeignWrite(args);
    return;
  }
  const call = `${request.method} ${new URL(request.url).pathname}`;
  noteServer("page_failed", { call, requestId: context.requestId, error: traceOf(error) });
}

const encoder = new TextEncoder();
let encoded = Buffer.alloc(0);

/**
 * Encodes a page as UTF-8, into memory that the next call overwrites: takes half as long as `Buffer.from`, which first
 * counts the bytes.
 */
function encode(page: string): Buffer {
  // No UTF-16 code unit takes more than three bytes.
  if (encoded.length < 3 * page.length) encoded = Buffer.alloc(3 * page.length);
  return encoded.subarray(0, encoder.encodeInto(page, encoded).written);
}

/** Removes the nonce from the page, and returns the hash of each script that carried it. */
function hashScripts(page: Buffer, nonce: string): { bytes: Buffer; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const parts: Buffer[] = [];
  const hashes: string[] = [];
  let from = 0;
  for (let at = page.indexOf(mark); at !== -1; at = page.indexOf(mark, from)) {
    parts.push(page.subarray(from, at));
    from = at + mark.length;
    // The rest of the tag that carried the nonce follows.
    const content = page.subarray(page.indexOf(">", from) + 1, page.indexOf("</script>", from));
    hashes.push(hashOf(content.toString("latin1")));
  }
  parts.push(page.subarray(from));
  return { bytes: Buffer.concat(parts), hashes };
}
