import { Readable } from "node:stream";
import type { adminCaseApi } from "#app/contract/admin/content/case";
import type { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { MESSAGES, NETWORK_MESSAGE } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import type { ossApi, UploadPurpose } from "#app/contract/files/oss";
import { env } from "#app/server/env.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { askOverHttp } from "#app/server/gateway/http-request.server";
import { noteServer } from "#app/server/log.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { MINUTE, SECOND } from "#runtime/time-units";
import { confirmUpload } from "./confirm-upload.server";
import { isOwnObjectUrl } from "./object-url.server";

type StaffPresign = typeof adminCaseApi.presignReport | typeof adminZhikuContentApi.presignFile;
/** A call that returns where to upload a file. */
export type Presign = typeof ossApi.uploadUrl | typeof ossApi.authUploadUrl | StaffPresign;

/** Minimum upload rate, in bytes per second, that an object store must sustain. */
const SLOWEST = 1024 * 1024;
/** Statuses with which an object store rejects a file for its size or type, which says nothing about the store. */
const UNFIT = new Set([413, 415]);
/** Statuses with which an object store rejects a file that does not match its announcement. */
const REFUSED = new Set([400, 403, ...UNFIT]);

/**
 * Uploads a file that came with a plain form as our scripts would have: to a presigned URL, followed by the upstream's
 * check.
 * @returns its object key and its public URL
 * @throws UpstreamError if the upstream refuses the file (its message says why), or if the object store can't be
 * reached
 */
export async function uploadObject(
  args: ServerArgs,
  { presign, file, purpose }: { presign: Presign; file: File; purpose: UploadPurpose },
): Promise<{ key: string; url: string }> {
  const body = { fileName: file.name, contentType: file.type, bytes: file.size, purpose };
  const { call } = gateway(args);
  const { uploadUrl, headers, key, url } = await call(presign as Presign & Endpoint, { body }).catch(asOfFile);
  const sent = { ...headers, "content-length": String(file.size) };
  const note = (fields: object) =>
    noteServer("upload_failed", { host: hostOf(uploadUrl), requestId: args.context.requestId, ...fields });
  const status = isOwnObjectUrl(uploadUrl)
    ? await put(args, uploadUrl, sent, file).catch((error: Error) => {
        note({ error: error.name === "AbortError" ? "no answer in time" : error.message });
        return 0;
      })
    : 0;
  // A wrong key is refused with the same status as a wrong file.
  if (status >= 300 && !UNFIT.has(status)) note({ status });
  if (REFUSED.has(status)) throw new UpstreamError("UPLOAD_REJECTED", MESSAGES.UPLOAD_REJECTED, null, "PUT");
  if (status < 200 || status >= 300) {
    throw new UpstreamError("NETWORK", NETWORK_MESSAGE, { reason: `upload: HTTP ${status}` }, "PUT");
  }
  return { key, url: await confirmUpload(args, { key, url }) };
}

const hostOf = (url: string): string => new URL(url, env().publicOrigin).host;

/** Turns any refusal about a file's name, type or size into one of the file field. @throws always */
function asOfFile(error: unknown): never {
  const message = error instanceof UpstreamError ? Object.values(error.fields)[0] : undefined;
  throw message === undefined ? error : new UpstreamError("UPLOAD_REJECTED", message, null, "PUT");
}

/**
 * Streams a file to the object store, so that it need not fit into memory; gives up if the store takes no data or does
 * not answer within a page's deadline.
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
  // A URL on the public origin is served by this very server, so ask the separate upstream directly.
  const address =
    url.origin === publicOrigin && upstreamUrl !== null ? upstreamUrl + url.pathname + url.search : url.href;
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
