import { Readable } from "node:stream";
import type { adminCaseApi } from "#app/contract/admin/case";
import type { adminZhikuContentApi } from "#app/contract/admin/zhiku-content";
import { MESSAGES, NETWORK_MESSAGE } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import type { ossApi } from "#app/contract/oss";
import { MINUTE, SECOND } from "#runtime/time-units";
import { confirmUpload } from "./confirm-upload.server";
import { env } from "./env.server";
import { gateway } from "./gateway.server";
import { isOwnObjectUrl } from "./object-url.server";
import type { ServerArgs } from "./server-args.server";
import { UpstreamError } from "./upstream-error";
import { askOverHttp } from "./upstream-http.server";

type StaffPresign = typeof adminCaseApi.presignReport | typeof adminZhikuContentApi.presignFile;
/** Call that says where a file is sent to. */
export type Presign = typeof ossApi.uploadUrl | typeof ossApi.authUploadUrl | StaffPresign;
type Purpose = "avatar" | "cover" | "content" | "form" | "attachment";

/** Bytes a second at which an object store takes a file at least. */
const SLOWEST = 1024 * 1024;
/** Statuses by which an object store says that the file is not what was announced. */
const REFUSED = new Set([400, 403, 413, 415]);

/**
 * Puts a file that came with a plain form where our scripts would have put it, under a presigned URL, and has the
 * upstream look at it.
 * @returns its key in the object store and where it is read
 * @throws UpstreamError whose message says why the upstream refuses the file; or that the object store can't be heard
 */
export async function uploadObject(
  args: ServerArgs,
  { presign, file, purpose }: { presign: Presign; file: File; purpose: Purpose },
): Promise<{ key: string; url: string }> {
  const body = { fileName: file.name, contentType: file.type, bytes: file.size, purpose };
  const { call } = gateway(args);
  const { uploadUrl, headers, key, url } = await call(presign as Presign & Endpoint, { body }).catch(asOfFile);
  const sent = { ...headers, "content-length": String(file.size) };
  const status = isOwnObjectUrl(uploadUrl) ? await put(args, uploadUrl, sent, file).catch(() => 0) : 0;
  if (REFUSED.has(status)) throw new UpstreamError("UPLOAD_REJECTED", MESSAGES.UPLOAD_REJECTED, null, "PUT");
  if (status < 200 || status >= 300) {
    throw new UpstreamError("NETWORK", NETWORK_MESSAGE, { reason: `upload: HTTP ${status}` }, "PUT");
  }
  return { key, url: await confirmUpload(args, { key, url }) };
}

/** Whatever of a file was refused, its name, type or size, is said of the file. @throws always */
function asOfFile(error: unknown): never {
  const message = error instanceof UpstreamError ? Object.values(error.fields)[0] : undefined;
  throw message === undefined ? error : new UpstreamError("UPLOAD_REJECTED", message, null, "PUT");
}

/**
 * Sends a file as it is read, so that it need not fit into memory; gives up a store that takes nothing, or says nothing, for as
 * long as a page waits.
 * @returns the HTTP status
 */
async function put(
  { context }: ServerArgs,
  target: string,
  headers: Record<string, string>,
  file: File,
): Promise<number> {
  const { publicOrigin, upstreamUrl, upstreamTimeout } = env();
  const url = new URL(target, publicOrigin);
  const signal = AbortSignal.timeout(MINUTE + Math.ceil(file.size / SLOWEST) * SECOND);
  if (url.origin === publicOrigin && upstreamUrl === null && context.upstream) {
    const request = new Request(url, { method: "PUT", headers, body: file.stream(), duplex: "half", signal });
    return (await context.upstream.fetch(request)).status;
  }
  // The public origin is this very server; an upstream that is another program serves the objects itself.
  const address =
    url.origin === publicOrigin && upstreamUrl !== null
      ? upstreamUrl.replace(/\/+$/, "") + url.pathname + url.search
      : url.href;
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), upstreamTimeout);
  const chunks = async function* () {
    for await (const chunk of file.stream() as unknown as AsyncIterable<Uint8Array>) {
      timer.refresh();
      yield chunk;
    }
  };
  try {
    const reply = await askOverHttp({
      method: "PUT",
      url: address,
      headers,
      body: Readable.from(chunks(), { objectMode: false }),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    reply.cancel();
    return reply.status;
  } finally {
    clearTimeout(timer);
  }
}
