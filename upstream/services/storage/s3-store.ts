import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { bucketUrl } from "#app/contract/bucket-url";
import { downloadQuery } from "./download-query";
import { readListing } from "./list-objects";
import { contentTypeOf, encodeKey, isObjectKey } from "./object-key";
import type { ObjectStore, Presigned } from "./object-store";

/** A bucket, and the keys to it; `publicUrl` is what browsers read from. */
export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  publicUrl: string;
};

const TIMEOUT = 30_000;
/** Milliseconds for a file that may be large. */
const LARGE_TIMEOUT = 30 * 60_000;
const KEPT_FOR_EVER = { "cache-control": "public, max-age=31536000, immutable" };
const RETRIES = 2;

/** Objects in a bucket that speaks the S3 protocol; browsers read and write it directly. */
export function createS3Store(config: S3Config, clock: () => Date): ObjectStore {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    service: "s3",
    region: config.region,
    retries: RETRIES,
  });
  const base = bucketUrl(config);
  const addressOf = (key: string): URL => {
    if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`);
    return new URL(`${base}/${encodeKey(key)}`);
  };
  const call = (method: string, key: string, init: RequestInit = {}, timeout = TIMEOUT) =>
    client.fetch(addressOf(key), { ...init, method, signal: AbortSignal.timeout(timeout) });

  const read = async (key: string, timeout = TIMEOUT): Promise<Response | null> => {
    const response = await call("GET", key, {}, timeout);
    if (response.status !== 404) return succeeded(response);
    await response.body?.cancel();
    return null;
  };

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

  return {
    async put(key, bytes, contentType) {
      const headers = { "content-type": contentType, ...KEPT_FOR_EVER };
      await succeeded(await call("PUT", key, { body: new Uint8Array(bytes), headers }));
    },
    async putStream(key, body, { bytes, contentType }) {
      const headers = { "content-type": contentType, "content-length": String(bytes), ...KEPT_FOR_EVER };
      const signed = await client.sign(addressOf(key), { method: "PUT", headers });
      // Once: what has been read of a stream does not come again.
      const response = await fetch(signed.url, {
        method: "PUT",
        headers: signed.headers,
        body: Readable.toWeb(Readable.from(body, { objectMode: false })) as BodyInit,
        duplex: "half",
        signal: AbortSignal.timeout(LARGE_TIMEOUT),
      } as RequestInit);
      await succeeded(response);
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
      // A copy that breaks off on the way is told under the status of one that goes well.
      const text = await copied.text();
      if (text.includes("<Error")) throw new Error(`object store could not copy: ${text.slice(0, 300)}`);
      const removed = await call("DELETE", from);
      if (removed.status !== 404) await succeeded(removed);
      await removed.body?.cancel();
    },
    async get(key) {
      const response = await read(key);
      if (!response) return null;
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentType: contentTypeOf(key) ?? "application/octet-stream",
      };
    },
    async open(key) {
      const response = await read(key, LARGE_TIMEOUT);
      return response?.body
        ? { stream: response.body, bytes: Number(response.headers.get("content-length") ?? 0) }
        : null;
    },
    async sizeOf(key) {
      const response = await call("HEAD", key);
      if (response.status === 404) return null;
      return Number((await succeeded(response)).headers.get("content-length") ?? 0);
    },
    async remove(key) {
      const response = await call("DELETE", key);
      if (response.status !== 404) await succeeded(response);
      await response.body?.cancel();
    },
    async list(after, limit) {
      const url = new URL(base);
      const query = { "list-type": "2", "encoding-type": "url", "max-keys": String(limit), "start-after": after };
      url.search = new URLSearchParams(query).toString();
      const response = await client.fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
      return readListing(await (await succeeded(response)).text());
    },
    // A bucket's own rule ends what is not sent whole.
    removeUnfinished: async () => 0,
    publicUrl: (key) => `${config.publicUrl.replace(/\/+$/, "")}/${encodeKey(key)}`,
    presignPut: (key, { contentType, bytes, seconds }) =>
      presigned("PUT", addressOf(key), seconds, { "content-type": contentType, "content-length": String(bytes) }),
    presignGet(key, options) {
      const url = addressOf(key);
      for (const [name, value] of Object.entries(downloadQuery(options))) url.searchParams.set(name, value);
      return presigned("GET", url, options.seconds, {});
    },
    serve: null,
    close: async () => {},
  };
}

/** A response that says that it went well. @throws Error with what else it says */
export async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = (await response.text()).slice(0, 300);
  throw new Error(`object store answered ${response.status}: ${text}`);
}
