import { ATTACHMENT_BYTES_MAX } from "#app/contract/limits";
import { looksLike, SNIFFED_BYTES } from "./file-type";
import type { ObjectFiles } from "./object-files";
import { contentTypeOf } from "./object-key";
import { refusal } from "./refusal";

class WrongLength extends Error {
  override name = "WrongLength";
}

/**
 * Stores the body of a PUT whose signature (over content type and length) has been verified. Objects are never
 * replaced, so a signature works once.
 */
export async function receiveUpload(files: ObjectFiles, key: string, request: Request): Promise<Response> {
  const declared = request.headers.get("content-length");
  if (!declared || !/^\d{1,12}$/.test(declared)) return refusal(411, "MissingContentLength");
  const length = Number(declared);
  if (length > ATTACHMENT_BYTES_MAX) return refusal(413, "EntityTooLarge");
  const contentType = contentTypeOf(key);
  if (!contentType || request.headers.get("content-type") !== contentType) return refusal(415, "InvalidContentType");
  if (await files.find(key)) return refusal(409, "FileAlreadyExists");

  let received = 0;
  let beginning = Buffer.alloc(0);
  const incoming = await files
    .receive(request.body ? chunksOf(request.body) : new Uint8Array(), (chunk) => {
      received += chunk.length;
      if (received > length) throw new WrongLength();
      if (beginning.length < SNIFFED_BYTES) beginning = Buffer.concat([beginning, chunk.subarray(0, SNIFFED_BYTES)]);
    })
    .catch((error: unknown) => {
      // An aborted body appears as a stream error.
      if (error instanceof WrongLength || error instanceof BrokenBody) return null;
      throw error;
    });
  if (!incoming) return refusal(400, "IncompleteBody");
  if (received !== length) {
    await incoming.discard();
    return refusal(400, "IncompleteBody");
  }
  if (!looksLike(contentType, beginning.subarray(0, SNIFFED_BYTES))) {
    await incoming.discard();
    return refusal(415, "InvalidContentType");
  }
  if (!(await incoming.moveTo(key, { replace: false }))) return refusal(409, "FileAlreadyExists");
  return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
}

class BrokenBody extends Error {
  override name = "BrokenBody";
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new BrokenBody("the body broke off", { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
