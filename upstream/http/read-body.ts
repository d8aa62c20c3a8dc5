import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { BusinessError } from "#upstream/call/errors";
import { sanitizeText } from "./sanitize-text";

const MIB = 1024 * 1024;
const BODY_BYTES_MAX = MIB;
/** Maximum bytes of a form: one file, and the parts around it. */
const MULTIPART_BYTES_MAX = IMAGE_BYTES_MAX + MIB;
/** Maximum bytes of an unparsed body, such as a notification. */
export const RAW_BYTES_MAX = 64 * 1024;

/** Reads a body as text. @throws BusinessError INVALID_PARAMS if it is too long, whatever length is declared */
export async function readText(request: Request): Promise<string> {
  const body = await readBytes(request, BODY_BYTES_MAX);
  if (!body) throw new BusinessError("INVALID_PARAMS");
  return new TextDecoder().decode(body);
}

/** Reads the fields of a `multipart/form-data` body. @throws BusinessError INVALID_PARAMS */
export async function readForm(request: Request): Promise<Record<string, unknown>> {
  const body = await readBytes(request, MULTIPART_BYTES_MAX);
  if (!body) throw new BusinessError("INVALID_PARAMS", "文件太大");
  const whole = new Response(body, { headers: { "content-type": request.headers.get("content-type") ?? "" } });
  const fields = await whole.formData().catch(() => null);
  if (!fields) throw new BusinessError("INVALID_PARAMS", "请以 multipart/form-data 发送");
  return sanitizeText(Object.fromEntries(fields)) as Record<string, unknown>;
}

/**
 * Maximum bytes beyond the limit that are read and discarded if the declared length includes them, so that the client
 * gets an error message instead of a broken connection.
 */
const OVERRUN_MAX = 4 * MIB;

/** Reads a body of at most `max` bytes, whatever length is declared; null if it is longer. */
export async function readBytes({ body, headers }: Request, max: number): Promise<Buffer<ArrayBuffer> | null> {
  const told = Number(headers.get("content-length") ?? 0);
  const end = told <= max + OVERRUN_MAX ? Math.max(max, told) : max;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > end) return null;
    if (bytes <= max) chunks.push(chunk);
  }
  return bytes > max ? null : Buffer.concat(chunks);
}

/**
 * Characters that `sanitizeText` replaces, as JSON escapes or literally; the pattern also matches harmless surrogate
 * pairs.
 */
const UNSTORABLE = /\\u(?:0000|d[89a-f]|20(?:2[a-e]|6[6-9]))|[\0\ud800-\udfff\u202a-\u202e\u2066-\u2069]/i;

/** Piles of marks, which `sanitizeText` cuts; the pattern also matches other texts in nine escapes. */
const PILED = /[\p{Mn}\p{Me}]{9}|(?:\\u[\da-f]{4}){9}/iu;

/** Parses a text as JSON; an empty one is `{}`. @throws BusinessError INVALID_PARAMS */
export function readJson(text: string): unknown {
  if (text.length > BODY_BYTES_MAX) throw new BusinessError("INVALID_PARAMS");
  try {
    const value = text ? JSON.parse(text) : {};
    return UNSTORABLE.test(text) || PILED.test(text) ? sanitizeText(value) : value;
  } catch {
    throw new BusinessError("INVALID_PARAMS", "请求不是有效的 JSON");
  }
}
