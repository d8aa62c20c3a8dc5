import { setTimeout as wait } from "node:timers/promises";
import { MINUTE } from "#runtime/time-units";
import { textOf } from "#upstream/services/storage/list-objects";
import { type S3Bucket, succeeded } from "#upstream/services/storage/s3-bucket";

/** Timeout in milliseconds for one part, including retries. */
const TIMEOUT = 30 * MINUTE;
/** Milliseconds to wait before a part whose connection was dropped is sent again; the line may be down for a while. */
const PAUSES = [100, 1_000, 5_000, 20_000];

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Writes an object to a bucket by a multipart upload, of up to 10,000 parts. Each part is in memory, so that it can be
 * sent again, also when its connection is dropped.
 * @throws Error if the body is not of this length, or a part can't be stored; nothing remains
 */
export async function putInParts(
  bucket: S3Bucket,
  key: string,
  { body, bytes, partBytes }: { body: Body; bytes: number; partBytes: number },
): Promise<void> {
  const send = async (method: string, query: Record<string, string>, content?: BodyInit) => {
    const url = bucket.addressOf(key);
    url.search = new URLSearchParams(query).toString();
    const signal = AbortSignal.timeout(TIMEOUT);
    const request = () => bucket.client.fetch(url, { method, signal, ...(content ? { body: content } : {}) });
    // Only a part may be stored twice: it replaces the one of its number.
    return succeeded(await (method === "PUT" ? untilAnswered(request, signal) : request()));
  };
  const begun = await (await send("POST", { uploads: "" })).text();
  const uploadId = textOf(begun, "UploadId");
  if (!uploadId) throw new Error(`object store began no upload: ${begun.slice(0, 300)}`);
  try {
    const parts: string[] = [];
    let sent = 0;
    for await (const part of partsOf(body, partBytes)) {
      const number = parts.length + 1;
      const response = await send("PUT", { partNumber: String(number), uploadId }, part);
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${response.headers.get("etag")}</ETag></Part>`);
      await response.body?.cancel();
      sent += part.byteLength;
    }
    if (sent !== bytes) throw new Error(`${key}: ${sent} bytes came, not ${bytes}`);
    const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
    const ended = await (await send("POST", { uploadId }, list)).text();
    // A failure may have a success status and an error in its body.
    if (ended.includes("<Error")) throw new Error(`object store could not join the parts: ${ended.slice(0, 300)}`);
  } catch (error) {
    await send("DELETE", { uploadId }).catch(() => {});
    throw error;
  }
}

/** Repeats a request that gets no response, a few times; aws4fetch repeats those that get a server error. */
async function untilAnswered(request: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (const pause of PAUSES) {
    try {
      return await request();
    } catch {
      await wait(pause, null, { signal });
    }
  }
  return request();
}

/** Cuts a body into parts of one length; only the last may be shorter. */
async function* partsOf(body: Body, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (bytes + rest.byteLength >= partBytes) {
      const end = partBytes - bytes;
      yield Buffer.concat([...chunks, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      chunks = [];
      bytes = 0;
    }
    chunks.push(rest);
    bytes += rest.byteLength;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
