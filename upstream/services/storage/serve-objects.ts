import { createHash } from "node:crypto";
import { readRange } from "./byte-range";
import { BusyError } from "./gate";
import { ImagePlanError, isPlanOfPages, readImagePlan } from "./image-plan";
import type { ImageResizer } from "./image-resizer";
import { bodyOf, type ObjectFiles, type StoredFile } from "./object-files";
import { contentTypeOf, isObjectKey, isPublicKey } from "./object-key";
import { type OssCredential, verifyOss } from "./oss-signature";
import { receiveUpload } from "./receive-upload";
import { refusal } from "./refusal";

/** Dependencies of the request handler. */
export type ServeParts = {
  files: ObjectFiles;
  resize: ImageResizer;
  credential: OssCredential;
  clock: () => Date;
};

/** Bucket name of the local store; every path begins with it, and it is part of every signature. */
export const BUCKET = "oss";
const DISPOSITION = "response-content-disposition";
const PROCESS = "x-oss-process";

/**
 * Creates the handler of `/oss/…`: public objects for everyone; other objects and uploads only with signed URLs.
 * Whatever a file contains, browsers may display only pictures from here.
 */
export function createServe(parts: ServeParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD" && method !== "PUT") {
      return refusal(405, "MethodNotAllowed", { allow: "GET, HEAD, PUT" });
    }
    const url = new URL(request.url);
    const key = objectKeyIn(url.pathname);
    if (key === null) return refusal(400, "InvalidObjectName");
    const names = [...url.searchParams.keys()];
    if (new Set(names).size !== names.length) return refusal(400, "InvalidArgument");
    const query = Object.fromEntries(url.searchParams);
    const signed = { bucket: BUCKET, key, query, headers: Object.fromEntries(request.headers) };
    const verdict = verifyOss(
      { ...signed, method: method === "HEAD" ? "GET" : method },
      parts.credential,
      parts.clock(),
    );
    if (verdict === "expired") return refusal(403, "AccessDenied: expired");
    if (verdict === "invalid") return refusal(403, "SignatureDoesNotMatch");
    if (method === "PUT") {
      return verdict === "valid" ? receiveUpload(parts.files, key, request) : refusal(403, "AccessDenied");
    }
    if (verdict === "unsigned" && !isPublicKey(key)) return refusal(403, "AccessDenied");
    const file = await parts.files.find(key);
    if (!file) return refusal(404, "NoSuchKey");
    try {
      return await reply(parts, request, { key, file, query, signed: verdict === "valid" });
    } catch (error) {
      if (error instanceof ImagePlanError) return refusal(400, "InvalidArgument");
      if (error instanceof BusyError) return refusal(503, "ServiceUnavailable", { "retry-after": "1" });
      throw error;
    }
  };
}

type ObjectRequest = { key: string; file: StoredFile; query: Record<string, string>; signed: boolean };

async function reply(
  { resize }: ServeParts,
  request: Request,
  { key, file, query, signed }: ObjectRequest,
): Promise<Response> {
  const type = contentTypeOf(key) ?? "application/octet-stream";
  const process = type === "image/svg+xml" ? undefined : query[PROCESS];
  const plan = process === undefined ? null : readImagePlan(process);
  if (plan && !signed && !isPlanOfPages(plan)) return refusal(403, "AccessDenied: this picture takes a signature");
  const etag = `"${createHash("sha256")
    .update(JSON.stringify([key, file.bytes, file.modified, plan]))
    .digest("hex")
    .slice(0, 32)}"`;
  const headers = headersFor(key, type, etag, signed ? query[DISPOSITION] : undefined);
  if (matches(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });

  const head = request.method === "HEAD";
  if (plan) {
    const made = await resize(key, file, type, plan);
    headers.set("content-type", made.contentType);
    headers.set("content-length", String(made.bytes.length));
    return new Response(head ? null : new Uint8Array(made.bytes), { headers });
  }
  headers.set("accept-ranges", "bytes");
  const condition = request.headers.get("if-range");
  const wanted = condition && condition !== etag ? null : request.headers.get("range");
  const range = head ? null : readRange(wanted, file.bytes);
  if (range === "unsatisfiable") return refusal(416, "InvalidRange", { "content-range": `bytes */${file.bytes}` });
  headers.set("content-length", String(range ? range.to - range.from + 1 : file.bytes));
  if (range) headers.set("content-range", `bytes ${range.from}-${range.to}/${file.bytes}`);
  return new Response(head ? null : await bodyOf(file, range), { status: range ? 206 : 200, headers });
}

function headersFor(key: string, type: string, etag: string, disposition: string | undefined): Headers {
  const open = isPublicKey(key);
  const headers = new Headers({
    "content-type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "cache-control": open ? "public, max-age=31536000, immutable" : "private, no-store",
    "content-security-policy": "sandbox; default-src 'none'",
    // Feed readers and search engines show our pictures on their pages.
    "cross-origin-resource-policy": open ? "cross-origin" : "same-origin",
    "x-content-type-options": "nosniff",
    etag,
  });
  const [, kind] = /^(attachment|inline); filename\*=UTF-8''[\w.%~!-]+$/.exec(disposition ?? "") ?? [];
  const shown = type.startsWith("image/") || (type === "application/pdf" && kind === "inline");
  if (disposition && kind && (kind === "attachment" || shown)) headers.set("content-disposition", disposition);
  else if (!shown) headers.set("content-disposition", "attachment");
  // Browsers don't display PDF in a sandbox. Their viewers are isolated from the page, and neither runs the file's
  // scripts.
  if (type === "application/pdf" && kind === "inline") headers.set("content-security-policy", "default-src 'none'");
  return headers;
}

/** Returns the key in a URL path; null if it is invalid. */
export function objectKeyIn(path: string): string | null {
  try {
    const key = decodeURIComponent(path.slice(`/${BUCKET}/`.length));
    return path.startsWith(`/${BUCKET}/`) && isObjectKey(key) ? key : null;
  } catch {
    return null;
  }
}

const matches = (header: string | null, etag: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
