import { rm } from "node:fs/promises";
import { join } from "node:path";
import { downloadQuery } from "./download-query";
import { createImageResizer } from "./image-resizer";
import { bodyOf, ObjectFiles } from "./object-files";
import { contentTypeOf, encodeKey } from "./object-key";
import type { ObjectStore, Presigned } from "./object-store";
import { type OssCredential, signOss } from "./oss-signature";
import { BUCKET, createServe } from "./serve-objects";

type LocalConfig = {
  folder: string;
  /** Deletes the folder when the store is closed. */
  passing?: boolean;
  publicOrigin: string;
  secretKey: string;
};

/** Creates an object store in a folder, served by ourselves with the signed URLs and image queries of Aliyun OSS. */
export function createLocalStore(
  { folder, passing = false, publicOrigin, secretKey }: LocalConfig,
  clock: () => Date,
): ObjectStore {
  const files = new ObjectFiles(join(folder, "objects"));
  const credential: OssCredential = { accessId: "shequ", secret: secretKey, region: "local" };

  const presigned = (
    method: "GET" | "PUT",
    key: string,
    seconds: number,
    { headers = {}, query = {} }: { headers?: Record<string, string>; query?: Record<string, string> },
  ): Presigned => {
    const now = clock();
    const additional = Object.keys(headers).filter((name) => name !== "content-type");
    const request = { method, bucket: BUCKET, key, query, headers, additional };
    const url = new URL(`/${BUCKET}/${encodeKey(key)}`, publicOrigin);
    url.search = new URLSearchParams(signOss(request, credential, { now, seconds })).toString();
    const { "content-length": _sentByItself, ...sent } = headers;
    return { url: url.href, headers: sent, expiresAt: new Date(now.getTime() + seconds * 1000) };
  };

  return {
    async put(key, bytes, contentType) {
      requireType(key, contentType);
      await files.write(key, bytes);
    },
    async putStream(key, body, { bytes, contentType }) {
      requireType(key, contentType);
      let received = 0;
      const incoming = await files.receive(body, (chunk) => {
        received += chunk.byteLength;
      });
      if (received !== bytes) {
        await incoming.discard();
        throw new Error(`${key}: ${received} bytes came, not ${bytes}`);
      }
      await incoming.moveTo(key, { replace: true });
    },
    async move(from, to, contentType) {
      requireType(to, contentType);
      await files.move(from, to);
    },
    async get(key) {
      const bytes = await files.read(key);
      return bytes && { bytes, contentType: contentTypeOf(key) ?? "application/octet-stream" };
    },
    async open(key) {
      const file = await files.find(key);
      return file && { stream: await bodyOf(file, null), bytes: file.bytes };
    },
    async readPart(key, range) {
      const file = await files.find(key);
      if (!file || range.to >= file.bytes) throw new Error(`${key} has no bytes ${range.from} to ${range.to}`);
      return new Uint8Array(await new Response(await bodyOf(file, range)).arrayBuffer());
    },
    sizeOf: async (key) => (await files.find(key))?.bytes ?? null,
    remove: (key) => files.remove(key),
    list: (after, limit) => files.list(after, limit),
    removeUnfinished: (before) => files.removeUnfinished(before),
    publicUrl: (key) => `/${BUCKET}/${encodeKey(key)}`,
    async presignPut(key, { contentType, bytes, seconds }) {
      requireType(key, contentType);
      return presigned("PUT", key, seconds, {
        headers: { "content-type": contentType, "content-length": String(bytes) },
      });
    },
    presignGet: async (key, options) => presigned("GET", key, options.seconds, { query: downloadQuery(options) }),
    serve: createServe({ files, resize: createImageResizer(join(folder, "image-cache")), credential, clock }),
    close: async () => {
      if (passing) await rm(folder, { recursive: true, force: true });
    },
  };
}

function requireType(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new Error(`${key} can't hold ${contentType}`);
}
