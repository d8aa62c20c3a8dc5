import { Readable } from "node:stream";
import type { adminCaseApi } from "#app/contract/admin/case";
import type { adminZhikuContentApi } from "#app/contract/admin/zhiku-content";
import { MESSAGES, NETWORK_MESSAGE } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import type { ossApi } from "#app/contract/oss";
import { MINUTE } from "#runtime/time-units";
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

/** Bytes; what a form that browsers send by themselves may bring. Scripts upload past us. */
const PLAIN_FORM_FILE_MAX = IMAGE_BYTES_MAX;
/** Statuses by which an object store says that the file is not what was announced. */
const REFUSED = new Set([400, 403, 413, 415]);

/**
 * Puts a file that came with a plain form where our scripts would have put it, under a presigned URL, and has the
 * upstream look at it.
 * @returns its key in the object store and where it is read
 * @throws UpstreamError when the upstream refuses the file, or the object store can't be heard
 */
export async function uploadObject(
  args: ServerArgs,
  { presign, file, purpose }: { presign: Presign; file: File; purpose: Purpose },
): Promise<{ key: string; url: string }> {
  if (file.size > PLAIN_FORM_FILE_MAX) {
    throw new UpstreamError("UPLOAD_REJECTED", `文件不能超过 ${PLAIN_FORM_FILE_MAX / 1024 / 1024} MB`, null, "PUT");
  }
  const body = { fileName: file.name, contentType: file.type, bytes: file.size, purpose };
  const { call } = gateway(args);
  const { uploadUrl, headers, key, url } = await call(presign as Presign & Endpoint, { body });
  const sent = { ...headers, "content-length": String(file.size) };
  const status = isOwnObjectUrl(uploadUrl) ? await put(args, uploadUrl, sent, file).catch(() => 0) : 0;
  if (REFUSED.has(status)) throw new UpstreamError("UPLOAD_REJECTED", MESSAGES.UPLOAD_REJECTED, null, "PUT");
  if (status < 200 || status >= 300) {
    throw new UpstreamError("NETWORK", NETWORK_MESSAGE, { reason: `upload: HTTP ${status}` }, "PUT");
  }
  return { key, url: await confirmUpload(args, { key, url }) };
}

/** @returns the HTTP status */
async function put(
  { context }: ServerArgs,
  target: string,
  headers: Record<string, string>,
  file: File,
): Promise<number> {
  const { publicOrigin, upstreamUrl } = env();
  const url = new URL(target, publicOrigin);
  const signal = AbortSignal.timeout(MINUTE);
  if (url.origin === publicOrigin && upstreamUrl === null && context.upstream) {
    const request = new Request(url, { method: "PUT", headers, body: await file.arrayBuffer(), signal });
    return (await context.upstream.fetch(request)).status;
  }
  // The public origin is this very server; an upstream that is another program serves the objects itself.
  const address =
    url.origin === publicOrigin && upstreamUrl !== null
      ? upstreamUrl.replace(/\/+$/, "") + url.pathname + url.search
      : url.href;
  const reply = await askOverHttp({
    method: "PUT",
    url: address,
    headers,
    body: Readable.from(Buffer.from(await file.arrayBuffer()), { objectMode: false }),
    signal,
  });
  reply.cancel();
  return reply.status;
}
