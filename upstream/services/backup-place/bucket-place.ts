import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { makeFolder } from "#runtime/make-folder";
import { HOUR } from "#runtime/time-units";
import { type BucketConfig, openS3Bucket } from "#upstream/services/storage/s3-bucket";
import type { BackupPlace, Placed } from "./backup-place";
import { putInParts } from "./put-in-parts";

/** Timeout in milliseconds for a possibly large file. */
const LARGE_TIMEOUT = 3 * HOUR;
const LISTED = 1_000;
/** Bytes of the largest file that is sent in one request; S3 refuses more than 5 GiB. */
const WHOLE_MAX = 1024 ** 3;
/** Bytes of the parts of a larger file: 10,000 of them are 312 GiB. */
const PART = 32 * 1024 ** 2;

/** Creates a backup location in a separate bucket; archives are written to `workFolder` before they are uploaded. */
export function createBucketPlace(
  config: BucketConfig,
  workFolder: string,
  { wholeMax = WHOLE_MAX, partBytes = PART } = {},
): BackupPlace {
  const bucket = openS3Bucket(config);

  const put: BackupPlace["put"] = (name, body, bytes) => {
    if (bytes > wholeMax) return putInParts(bucket, name, { body, bytes, partBytes });
    const headers = { "content-type": "application/octet-stream", "content-length": String(bytes) };
    return bucket.putStream(name, body, headers, LARGE_TIMEOUT);
  };

  return {
    shown: `桶 ${config.bucket}`,
    workFolder,
    async list(prefix) {
      const found: Placed[] = [];
      for (let after = ""; ; ) {
        const listed = await bucket.list({ after, limit: LISTED, prefix });
        for (const { key, bytes, modified } of listed) {
          if (key.startsWith(prefix)) found.push({ name: key, bytes, modified });
        }
        const last = listed.at(-1);
        if (!last || listed.length < LISTED) return found;
        after = last.key;
      }
    },
    put,
    async take(file, name) {
      await makeFolder(workFolder, 0o700);
      await put(name, createReadStream(file), (await stat(file)).size);
      await rm(file);
    },
    async open(name) {
      const response = await bucket.read(name, LARGE_TIMEOUT);
      return (response?.body ?? null) as unknown as AsyncIterable<Uint8Array> | null;
    },
    remove: bucket.remove,
  };
}
