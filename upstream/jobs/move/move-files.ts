import { createHash } from "node:crypto";
import { chunksOf } from "#upstream/jobs/backup/chunks-of";
import type { ListedObject } from "#upstream/services/storage/list-objects";
import { contentTypeOf } from "#upstream/services/storage/object-key";
import type { ObjectStore } from "#upstream/services/storage/object-store";

const PAGE = 500;
/** Concurrent transfers, since small files mostly wait for the network. */
const AT_ONCE = 4;
/** Files between two progress messages. */
const TOLD_EVERY = 500;

type Options = {
  from: Pick<ObjectStore, "list" | "open">;
  to: Pick<ObjectStore, "open" | "putStream" | "remove" | "sizeOf">;
  /** Copies nothing; only reports how much there is to copy. */
  dryRun: boolean;
  tell?: (line: string) => void;
};

/** Result of copying files; `wrong` lists those that differ. */
export type MovedFiles = { files: number; bytes: number; copied: number; already: number; wrong: string[] };

/**
 * Copies every file of one store to another and reads each back. A file never changes under its key, and stores have no
 * partial files, so an existing file of the same length is skipped and an interrupted copy can be resumed. The source
 * is not changed.
 */
export async function moveFiles({ from, to, dryRun, tell = () => {} }: Options): Promise<MovedFiles> {
  const moved: MovedFiles = { files: 0, bytes: 0, copied: 0, already: 0, wrong: [] };
  const move = async ({ key, bytes }: ListedObject) => {
    moved.files += 1;
    moved.bytes += bytes;
    const there = await to.sizeOf(key);
    if (there === bytes) moved.already += 1;
    else if (dryRun) moved.copied += 1;
    else if (await copy({ from, to }, key)) moved.copied += 1;
    else moved.wrong.push(key);
    if (moved.files % TOLD_EVERY === 0) tell(`已看过 ${moved.files} 个文件，其中复制了 ${moved.copied} 个`);
  };
  for (let after = ""; ; ) {
    const listed = await from.list(after, PAGE);
    await severalAtOnce(listed, move);
    after = listed.at(-1)?.key ?? "";
    if (listed.length < PAGE) return moved;
  }
}

/**
 * Processes files concurrently. After the first failure no more are started, and it is thrown when running ones have
 * ended.
 */
async function severalAtOnce(files: ListedObject[], work: (file: ListedObject) => Promise<void>): Promise<void> {
  const rest = files.slice();
  const goOn = async () => {
    try {
      for (let file = rest.shift(); file; file = rest.shift()) await work(file);
    } catch (error) {
      rest.length = 0;
      throw error;
    }
  };
  const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, goOn));
  const failed = done.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** @returns whether the copy matches the source; true if the file was deleted meanwhile */
async function copy({ from, to }: Pick<Options, "from" | "to">, key: string): Promise<boolean> {
  const object = await from.open(key);
  if (!object) return true;
  const sent = createHash("sha256");
  const body = async function* () {
    for await (const chunk of chunksOf(object.stream)) {
      sent.update(chunk);
      yield chunk;
    }
  };
  const contentType = contentTypeOf(key) ?? "application/octet-stream";
  await to.putStream(key, body(), { bytes: object.bytes, contentType });
  const back = createHash("sha256");
  const copied = await to.open(key);
  if (copied) for await (const chunk of chunksOf(copied.stream)) back.update(chunk);
  if (copied && sent.digest("hex") === back.digest("hex")) return true;
  // Otherwise the next attempt would skip it.
  await to.remove(key);
  return false;
}
