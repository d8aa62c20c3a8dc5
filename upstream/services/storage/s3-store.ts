import { downloadQuery } from "./download-query";
import { createLeadToBucket } from "./lead-to-bucket";
import { contentTypeOf, encodeKey, isObjectKey } from "./object-key";
import type { ObjectStore, Presigned } from "./object-store";
import { type BucketConfig, openS3Bucket, succeeded } from "./s3-bucket";

/** Bucket for objects; browsers read from `publicUrl`. */
export type S3Config = BucketConfig & { publicUrl: string };

/** Timeout in milliseconds for a possibly large file. */
const LARGE_TIMEOUT = 30 * 60_000;
const KEPT_FOR_EVER = { "cache-control": "public, max-age=31536000, immutable" };
const RETRIES = 2;

/** Creates an object store in an S3 bucket; browsers read from and write to it directly. */
export function createS3Store(config: S3Config, clock: () => Date): ObjectStore {
  const { client, call, read, ...bucket } = openS3Bucket(config, { retries: RETRIES });
  const checked = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`);
    return key;
  };
  const addressOf = (key: string): URL => bucket.addressOf(checked(key));

  const presigned = async (
    method: "GET" | "PUT",
    url: URL,
    seconds: number,
    headers: Record<string, string>,
  ): Promise<Presigned> => {
    const now = clock();
    const datetime = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
    url.searchParams.set("X-Amz-Expires", String(seconds));
    const signed = await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true, datetime } });
    const { "content-length": _sentByItself, ...sent } = headers;
    return { url: signed.url, headers: sent, expiresAt: new Date(now.getTime() + seconds * 1000) };
  };

  const publicUrl = (key: string): string => `${config.publicUrl.replace(/\/+$/, "")}/${encodeKey(key)}`;

  return {
    async put(key, bytes, contentType) {
      const headers = { "content-type": contentType, ...KEPT_FOR_EVER };
      await succeeded(await call("PUT", checked(key), { body: new Uint8Array(bytes), headers }));
    },
    async putStream(key, body, { bytes, contentType }) {
      const headers = { "content-type": contentType, "content-length": String(bytes), ...KEPT_FOR_EVER };
      await bucket.putStream(checked(key), body, headers, LARGE_TIMEOUT);
    },
    async move(from, to, contentType) {
      const headers = {
        "content-type": contentType,
        ...KEPT_FOR_EVER,
        "x-amz-copy-source": `/${config.bucket}/${encodeKey(from)}`,
        "x-amz-metadata-directive": "REPLACE",
      };
      const copied = await succeeded(
        await client.fetch(addressOf(to), { method: "PUT", headers, signal: AbortSignal.timeout(LARGE_TIMEOUT) }),
      );
      // A copy that fails midway has a success status and an error in its body.
      const text = await copied.text();
      if (text.includes("<Error")) throw new Error(`object store could not copy: ${text.slice(0, 300)}`);
      await bucket.remove(checked(from));
    },
    async get(key) {
      const response = await read(checked(key));
      if (!response) return null;
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentType: contentTypeOf(key) ?? "application/octet-stream",
      };
    },
    async open(key) {
      const response = await read(checked(key), LARGE_TIMEOUT);
      return response?.body
        ? { stream: response.body, bytes: Number(response.headers.get("content-length") ?? 0) }
        : null;
    },
    async readPart(key, { from, to }) {
      const response = await call("GET", checked(key), { headers: { range: `bytes=${from}-${to}` } });
      if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      throw new Error(`object store answered ${response.status} for a part of ${key}`);
    },
    async sizeOf(key) {
      const response = await call("HEAD", checked(key));
      if (response.status === 404) return null;
      return Number((await succeeded(response)).headers.get("content-length") ?? 0);
    },
    remove: async (key) => bucket.remove(checked(key)),
    list: async (after, limit) => bucket.list({ after, limit }),
    // A lifecycle rule of the bucket removes incomplete uploads.
    removeUnfinished: async () => 0,
    publicUrl,
    presignPut: (key, { contentType, bytes, seconds }) =>
      presigned("PUT", addressOf(key), seconds, { "content-type": contentType, "content-length": String(bytes) }),
    presignGet(key, options) {
      const url = addressOf(key);
      for (const [name, value] of Object.entries(downloadQuery(options))) url.searchParams.set(name, value);
      return presigned("GET", url, options.seconds, {});
    },
    serve: createLeadToBucket(publicUrl),
    close: async () => {},
  };
}
