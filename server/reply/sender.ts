import type { IncomingMessage, ServerResponse } from "node:http";
import { INERT_POLICY } from "#app/server/headers/security-headers.server";
import { FORM_BYTES_MAX, type Refusal } from "#app/server/request/write-guard.server";
import { pipeBody } from "#runtime/fetch-bridge";
import { chooseEncoding, type Encoding, encode, type FinalPage, hasTag } from "#server/pages/page";
import { isReading } from "#server/request/is-reading";
import { refusalPage } from "./refusal-page";
import { SMALL_PAGE_POLICY } from "./small-page";

/** Seconds after which to retry a page that could not be served. */
export const RETRY_AFTER = "5";

/** Whether a request body is known to end, within the size that is allowed. */
const isBounded = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= FORM_BYTES_MAX.files;

type Text = { status: number; body: string; type: string; policy: string };

/**
 * Creates functions that write responses: short texts, refusals and rendered pages, each completed by the headers in
 * `common`.
 * @param noteFailure notes why a file whose sending had begun could not be read to its end
 */
export function createSender(
  common: readonly [string, string][],
  noteFailure: (request: IncomingMessage, error: unknown) => void,
) {
  const heads = new WeakMap<FinalPage, Partial<Record<Encoding | "shared", string[]>>>();
  const besideTag = new WeakMap<FinalPage["headers"], string[]>();

  function sendText(
    response: ServerResponse,
    status: number,
    body: string,
    { type = "text/plain", policy = INERT_POLICY } = {},
  ): void {
    beginText(response, { status, body, type, policy });
    response.end(body);
  }

  /** Sends the headers of a text response. */
  function beginText(response: ServerResponse, { status, body, type, policy }: Text): void {
    response.writeHead(
      status,
      [
        ...common,
        ["Content-Type", `${type}; charset=utf-8`],
        ["Content-Security-Policy", policy],
        ["Cache-Control", "no-store"],
        ["Content-Length", String(Buffer.byteLength(body))],
      ].flat(),
    );
  }

  function refuseWith(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    if (refusal.status === 405) response.setHeader("Allow", "GET, HEAD, POST");
    if (refusal.status === 503) response.setHeader("Retry-After", RETRY_AFTER);
    const page = refusalPage(refusal, isReading(request));
    const sent = { status: refusal.status, body: page, type: "text/html", policy: SMALL_PAGE_POLICY };
    const begin = () => beginText(response, sent);
    if (isReading(request)) {
      begin();
      response.end(page);
      return;
    }
    response.setHeader("Connection", "close");
    begin();
    response.write(page);
    // Closing a connection while the client still sends resets it, and the response is lost. So the body is read and
    // discarded first (RFC 9112, section 9.6), within the time limit for bodies.
    if (request.readableEnded || !isBounded(request)) response.end();
    else request.once("end", () => response.end()).resume();
  }

  /** Headers of a page except its ETag. Pages filled in from one template share one array. */
  function headersBesideTag(given: FinalPage["headers"]): string[] {
    const known = besideTag.get(given);
    if (known) return known;
    const own = given.filter(([name]) => name !== "content-length" && name !== "etag");
    const has = (wanted: string) => own.some(([name]) => name === wanted);
    const rest = common.filter(([name]) => !has(name.toLowerCase()));
    const headers: [string, string][] = [...rest, ...own, ["Vary", "Accept-Encoding, Cookie"]];
    if (!has("cache-control")) headers.push(["Cache-Control", "private, no-cache"]);
    if (!has("content-security-policy")) headers.push(["Content-Security-Policy", INERT_POLICY]);
    const made = headers.flat();
    besideTag.set(given, made);
    return made;
  }

  /** Headers of a page that are the same for every reader. */
  const sharedHeaders = ({ headers, etag }: FinalPage): string[] => [...headersBesideTag(headers), "ETag", etag];

  /** All headers of a page in an encoding, or those of a reply without body; computed once per page. */
  function headersOf(page: FinalPage, form: Encoding | "shared"): string[] {
    const known = heads.get(page) ?? {};
    if (known[form]) return known[form];
    const headers = known.shared ?? sharedHeaders(page);
    const made = form === "shared" ? headers : [...headers];
    if (form === "br" || form === "gzip") made.push("Content-Encoding", form);
    if (form !== "shared" && page.status !== 204) {
      made.push("Content-Length", String(encode(page, form).byteLength));
    }
    heads.set(page, { ...known, shared: headers, [form]: made });
    return made;
  }

  /** Sends a file as it comes, in its own encoding and without an ETag. */
  function sendFile(request: IncomingMessage, response: ServerResponse, { status, headers, file }: FinalPage): void {
    const length = headers.filter(([name]) => name === "content-length");
    response.writeHead(status, [...headersBesideTag(headers), ...length.flat()]);
    if (request.method === "HEAD") {
      void file?.cancel();
      response.end();
      return;
    }
    // If either side breaks off, the connection is closed, which is all that the other side can be told.
    pipeBody(new Response(file ?? null), response).catch((error: NodeJS.ErrnoException) => {
      response.destroy();
      const left = error.code === "ERR_STREAM_PREMATURE_CLOSE" || error.name === "AbortError";
      if (!left) noteFailure(request, error);
    });
  }

  function sendPage(request: IncomingMessage, response: ServerResponse, page: FinalPage): void {
    if (page.file) {
      sendFile(request, response, page);
      return;
    }
    if (page.status === 200 && isReading(request) && hasTag(request.headers["if-none-match"], page.etag)) {
      response.writeHead(304, headersOf(page, "shared"));
      response.end();
      return;
    }
    const encoding = chooseEncoding(request.headers["accept-encoding"] as string | undefined, page);
    response.writeHead(page.status, headersOf(page, encoding));
    response.end(request.method === "HEAD" ? undefined : encode(page, encoding));
  }

  return { sendText, refuseWith, sendPage };
}
