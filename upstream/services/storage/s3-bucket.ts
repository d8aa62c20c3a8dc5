import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { bucketUrl } from "#app/contract/bucket-url";
import { SECOND } from "#runtime/time-units";
import { type ListedObject, readListing } from "./list-objects";
import { encodeKey } from "./object-key";

/** A bucket, and the keys to it. */
export type BucketConfig = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

const TIMEOUT = 30 * SECOND;

/**
 * Opens a bucket that speaks the S3 protocol, for all who keep something in one; nothing is asked of it before it is used.
 * @param retries times that a request is sent again which it does not answer, or answers with an error of its own; aws4fetch's ten unless given
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
    /** An object as it comes; null for none. */
    async read(key: string, timeout = TIMEOUT): Promise<Response | null> {
      const response = await call("GET", key, {}, timeout);
      if (response.status !== 404) return succeeded(response);
      await response.body?.cancel();
      return null;
    },
    /** Writes an object from a stream, once: what has been read of one does not come again. @param headers with its length */
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
    /** Removes an object; one that is not there is no error. */
    async remove(key: string): Promise<void> {
      const response = await call("DELETE", key);
      if (response.status !== 404) await succeeded(response);
      await response.body?.cancel();
    },
    /** Objects in the order of their keys, behind one of them: so many, unless there are no more. */
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
        // A server may give fewer than it was asked for.
        if (!page.isCut || page.objects.length === 0 || found.length >= limit) return found;
      }
    },
  };
}

/** A response that says that it went well. @throws Error with what else it says */
export async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = (await response.text()).slice(0, 300);
  throw new Error(`object store answered ${response.status}: ${text}`);
}
