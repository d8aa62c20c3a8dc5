import { setMaxListeners } from "node:events";
import { openAsBlob } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { notice } from "#app/server/errors/page-error.server";
import { FORM_BYTES_MAX, tooLarge } from "#app/server/request/write-guard.server";
import { makeWorkFolder } from "#runtime/work-folder";
import { withTypedLines } from "./typed-lines.server";

/** Maximum number of fields, far more than any of our forms has. */
const FIELDS_MAX = 2_000;
const FILES_MAX = 100;
const UNREADABLE = "没能读懂提交的内容，请返回后重试";

/**
 * Reads a form whose files may be larger than memory: they are stored in a temporary folder while `work` runs, and
 * deleted afterwards in any case.
 * @param keep whether to store the files; otherwise the form has only its texts and nothing is written
 * @throws a bad request error page (400) if the body is not such a form or is truncated; 413 if a text is too long, or
 * there are too many files or fields
 */
export async function withSpooledForm<T>(
  request: Request,
  { keep }: { keep: boolean },
  work: (form: FormData) => Promise<T>,
): Promise<T> {
  const folder = keep ? await makeWorkFolder(tmpdir(), "shequ-form") : null;
  try {
    return await work(await readParts(request, folder));
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

type Part = { name: string; value: string | Promise<File> };

async function readParts({ headers, body }: Request, folder: string | null): Promise<FormData> {
  const parts: Part[] = [];
  // When the parser fails, it leaves its file streams waiting for more.
  const broken = new AbortController();
  // Each file adds a listener; this many is no leak.
  setMaxListeners(FILES_MAX, broken.signal);
  let tooLong = false;
  // The parser silently drops what exceeds its limits.
  let tooMany = "";
  try {
    const parser = new Busboy({
      headers: { "content-type": headers.get("content-type") ?? "" },
      limits: { fieldSize: FORM_BYTES_MAX.fields, fields: FIELDS_MAX, files: FILES_MAX },
    });
    parser.on("filesLimit", () => {
      tooMany = `一次最多能提交 ${FILES_MAX} 个文件，请减少一些再提交`;
    });
    parser.on("fieldsLimit", () => {
      tooMany = `一次最多能提交 ${FIELDS_MAX.toLocaleString("zh-CN")} 项内容，请减少一些再提交`;
    });
    parser.on("field", (name, value, _, isCut) => {
      tooLong ||= isCut;
      parts.push({ name, value });
    });
    parser.on("file", (name, stream, fileName, _, type) => {
      if (!folder) {
        stream.resume();
        return;
      }
      const value = spool(stream, join(folder, String(parts.length)), { fileName, type, signal: broken.signal });
      // Awaited below; until then a rejection must not count as unhandled.
      value.catch(() => {});
      parts.push({ name, value });
    });
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), parser);
    const form = new FormData();
    for (const { name, value } of parts) form.append(name, await value);
    if (!tooLong && !tooMany) return withTypedLines(form);
  } catch {
    broken.abort();
    await Promise.allSettled(parts.map(({ value }) => value));
    throw notice(400, UNREADABLE);
  }
  throw notice(413, tooMany || tooLarge(FORM_BYTES_MAX.fields));
}

/**
 * Writes a file to a path and returns a File that reads its bytes from there. If the disk does not take it, the file is
 * read to its end anyway, because the parser waits for that and texts may follow; its upload then fails.
 */
async function spool(
  stream: Readable,
  path: string,
  { fileName, type, signal }: { fileName: string; type: string; signal: AbortSignal },
): Promise<File> {
  addAbortSignal(signal, stream);
  const target = await open(path, "wx").catch((error: Error) => error);
  let failure = target instanceof Error ? target : null;
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (target instanceof Error || failure) continue;
      failure = await target.writeFile(chunk).then(
        () => null,
        (error: Error) => error,
      );
    }
  } finally {
    if (!(target instanceof Error)) await target.close();
  }
  // Browsers send an empty file if none was chosen.
  const name = fileName ?? "";
  return failure
    ? new LostFile(name, { type, bytes, failure })
    : new File([await openAsBlob(path, { type })], name, { type });
}

/** A file of which only name, type and size are known. */
class LostFile extends File {
  readonly #bytes: number;
  readonly #failure: Error;

  constructor(name: string, { type, bytes, failure }: { type: string; bytes: number; failure: Error }) {
    super([], name, { type });
    this.#bytes = bytes;
    this.#failure = failure;
  }

  override get size(): number {
    return this.#bytes;
  }

  /** @throws Error: why it was lost */
  override stream(): never {
    throw this.#failure;
  }
}
