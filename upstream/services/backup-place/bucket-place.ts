import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { bucketUrl } from "#app/contract/bucket-url";
import { HOUR, SECOND } from "#runtime/time-units";
import { readListing } from "#upstream/services/storage/list-objects";
import { encodeKey } from "#upstream/services/storage/object-key";
import { type S3Config, succeeded } from "#upstream/services/storage/s3-store";
import type { BackupPlace, Placed } from "./backup-place";

const TIMEOUT = 30 * SECOND;
/** Milliseconds for a file that may be large. */
const LARGE_TIMEOUT = 3 * HOUR;
const LISTED = 1_000;

/** Backups in a bucket of their own; `workFolder` is where archives are written before they are sent. */
export function createBucketPlace(config: Omit<S3Config, "publicUrl">, workFolder: string): BackupPlace {
  const client = new AwsClient({
    accessKeyId: config.accessKey,
    secretAccessKey: config.secretKey,
    service: "s3",
    region: config.region,
  });
  const base = bucketUrl(config);
  const addressOf = (name: string) => `${base}/${encodeKey(name)}`;
  const call = (method: string, name: string, timeout = TIMEOUT) =>
    client.fetch(addressOf(name), { method, signal: AbortSignal.timeout(timeout) });

  async function put(name: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytes: number) {
    const headers = { "content-type": "application/octet-stream", "content-length": String(bytes) };
    const signed = await client.sign(addressOf(name), { method: "PUT", headers });
    const response = await fetch(signed.url, {
      method: "PUT",
      headers: signed.headers,
      body: Readable.toWeb(Readable.from(body, { objectMode: false })) as BodyInit,
      duplex: "half",
      signal: AbortSignal.timeout(LARGE_TIMEOUT),
    } as RequestInit);
    await succeeded(response);
  }

  return {
    shown: `桶 ${config.bucket}`,
    workFolder,
    async list(prefix) {
      const found: Placed[] = [];
      for (let after = ""; ; ) {
        const url = new URL(base);
        const query = {
          "list-type": "2",
          "encoding-type": "url",
          "max-keys": String(LISTED),
          prefix,
          "start-after": after,
        };
        url.search = new URLSearchParams(query).toString();
        const response = await client.fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
        const listed = readListing(await (await succeeded(response)).text());
        for (const { key, bytes } of listed) if (key.startsWith(prefix)) found.push({ name: key, bytes });
        const last = listed.at(-1);
        if (!last || listed.length < LISTED) return found;
        after = last.key;
      }
    },
    put,
    async take(file, name) {
      await mkdir(workFolder, { recursive: true, mode: 0o700 });
      await put(name, createReadStream(file), (await stat(file)).size);
      await rm(file);
    },
    async open(name) {
      const response = await call("GET", name, LARGE_TIMEOUT);
      if (response.status !== 404) {
        const { body } = await succeeded(response);
        return body as unknown as AsyncIterable<Uint8Array> | null;
      }
      await response.body?.cancel();
      return null;
    },
    async remove(name) {
      const response = await call("DELETE", name);
      if (response.status !== 404) await succeeded(response);
      await response.body?.cancel();
    },
  };
}
