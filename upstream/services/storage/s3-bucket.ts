import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { bucketUrl } from "#app/contract/files/bucket-url";
import { SECOND } from "#runtime/time-units";
import { type ListedObject, readListing } from "./list-objects";
import { encodeKey } from "./object-key";

/** A bucket and its credentials. */
export type BucketConfig = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** An open bucket. */
export type S3Bucket = ReturnType<typeof openS3Bucket>;

const TIMEOUT = 30 * SECOND;

/**
 * Opens an S3 bucket, for every component that stores files in one; no request is made before it is used.
 * @param retries how often to retry a request that got a server error; by default aws4fetch's ten. One that got no
 * response is not retried
 */
export function openS3Bucket(config: BucketConfig, { retries }: { retries?: number } = {}) {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    service: "s3",
    region: config.region,
    ...(retries === undefined ? {} : { retries }),
  });
  const base = bucketUrl(config);
  const addressOf = (key: string): URL => new URL(`${base}/${encodeKey(key)}`);
  const call = (method: string, key: string, init: RequestInit = {}, timeout = TIMEOUT): Promise<Response> =>
    client.fetch(addressOf(key), { ...init, method, signal: AbortSignal.timeout(timeout) });

  return {
    client,
    addressOf,
    call,
    /** Returns an object as a stream; null if there is none. */
    async read(key: string, timeout = TIMEOUT): Promise<Response | null> {
      const response = await call("GET", key, {}, timeout);
      if (response.status !== 404) return succeeded(response);
      await response.body?.cancel();
      return null;
    },
    /**
     * Writes an object from a stream, without retries, because a stream can't be read twice.
     * @param headers including the length
     */
    async putStream(
      key: string,
      body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      headers: Record<"content-type" | "content-length", string> & Record<string, string>,
      timeout: number,
    ): Promise<void> {
      const signed = await client.sign(addressOf(key), { method: "PUT", headers });
      const response = await fetch(signed.url, {
        method: "PUT",
        headers: signed.headers,
        body: Readable.toWeb(Readable.from(body, { objectMode: false })) as BodyInit,
        duplex: "half",
        signal: AbortSignal.timeout(timeout),
      } as RequestInit);
      await succeeded(response);
    },
    /** Deletes an object; a missing one is not an error. */
    async remove(key: string): Promise<void> {
      const response = await call("DELETE", key);
      if (response.status !== 404) await succeeded(response);
      await response.body?.cancel();
    },
    /** Lists objects by key, after a given one; exactly `limit` unless there are no more. */
    async list({ after, limit, prefix }: { after: string; limit: number; prefix?: string }): Promise<ListedObject[]> {
      const found: ListedObject[] = [];
      for (;;) {
        const url = new URL(base);
        const query = {
          "list-type": "2",
          "encoding-type": "url",
          "max-keys": String(limit - found.length),
          ...(prefix === undefined ? {} : { prefix }),
          "start-after": found.at(-1)?.key ?? after,
        };
        url.search = new URLSearchParams(query).toString();
        const response = await client.fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
        const page = readListing(await (await succeeded(response)).text());
        found.push(...page.objects);
        // A server may return fewer than requested.
        if (!page.isCut || page.objects.length === 0 || found.length >= limit) return found;
      }
    },
  };
}

/** Returns a successful response. @throws Error with the response's body otherwise */
export async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = (await response.text()).slice(0, 300);
  throw new Error(`object store answered ${response.status}: ${text}`);
}
