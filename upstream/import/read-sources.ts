import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { Services } from "#upstream/call/context";
import { BadFile, reasonOf } from "./bad-file";
import { type CheckMeta, createMetaCheck, type ReadFacts, readBody, readFacts } from "./front-matter";
import { decodeText } from "./text-encoding";

/** Markdown file to import; its body is read later. */
export type SourceFile = {
  /** Path relative to the folder, with `/`. */
  name: string;
  path: string;
  /** Key under which the import is recorded; see `sourceKey`. */
  key: string;
  /** SHA-256 of the file. */
  hash: string;
  /** Size in bytes. */
  size: number;
} & ReadFacts;

/** Message about a file, in Chinese. */
export type FileNote = { file: string; reason: string };
type Found = {
  sources: SourceFile[];
  /** Paths of the files that were imported from this folder before. */
  earlier: string[];
  unchanged: number;
  bad: FileNote[];
  told: FileNote[];
};

/** Options for reading files. */
export type ReadOptions = {
  /** Author of texts that name none. */
  author?: string | undefined;
  /** Name of the encoding; detected by default. */
  encoding?: string | undefined;
};

/** Maximum bytes of a file. */
const FILE_MAX = 1024 * 1024;
/** Folders that contain no texts. */
const SKIPPED = /^(?:\.|node_modules$)/;

/** Key of a file in its folder, independent of the working directory. */
export const sourceKey = (root: string, name: string): string => `${basename(root)}/${name}`.normalize("NFC");

/** Reads a file's front matter. @throws BadFile */
function factsOf(path: string, bytes: Buffer, { author, encoding, check, now, mtime }: Reading): ReadFacts {
  const name = withoutId(basename(path).replace(/\.\w+$/, ""));
  return readFacts(decodeText(bytes, encoding), { check, author, name, modified: mtime < now ? mtime : now });
}
type Reading = ReadOptions & { check: CheckMeta; now: Date; mtime: Date };

/** Removes the id that Notion appends to file names. */
const withoutId = (name: string): string => name.replace(/ [0-9a-f]{32}$/, "");

/** Reads a file's body. @throws BadFile */
export const bodyOf = (source: SourceFile, { encoding }: ReadOptions): { body: string; notes: string[] } =>
  readBody(decodeText(readFileSync(source.path), encoding), source);

/**
 * Reads the front matter of those Markdown files of a folder that were not imported before; invalid ones are reported.
 */
export async function readSources(services: Services, root: string, options: ReadOptions = {}): Promise<Found> {
  const rows = await services.db.selectFrom("imports").select(["source", "hash"]).execute();
  const known = new Map(rows.map((row) => [row.source, row.hash]));
  const folder = sourceKey(root, "");
  const earlier = rows.flatMap(({ source }) => (source.startsWith(folder) ? [source.slice(folder.length)] : []));
  const found: Found = { sources: [], earlier, unchanged: 0, bad: [], told: [] };
  const now = services.clock();
  const reading = { ...options, now, check: createMetaCheck(now) };

  // Synchronous: the threads for asynchronous file access are busy with texts, and each file would wait for them.
  function readOne(path: string, name: string, isLink: boolean): void {
    if (isLink) throw new BadFile("是符号链接，未导入");
    const { size, mtime } = statSync(path);
    if (size > FILE_MAX) throw new BadFile("文件超过 1 MB");
    const bytes = readFileSync(path);
    const hash = createHash("sha256").update(bytes).digest("hex");
    const key = sourceKey(root, name);
    const before = known.get(key);
    if (before === hash) {
      found.unchanged += 1;
      return;
    }
    if (before !== undefined) throw new BadFile("导入之后改动过，未再导入（请在站内编辑）");
    // Copied, because substrings keep the whole text in memory: with ten thousand files, hundreds of megabytes.
    const facts = structuredClone(factsOf(path, bytes, { ...reading, mtime }));
    found.sources.push({ name, path, key, hash, size, ...facts });
    found.told.push(...facts.notes.map((reason) => ({ file: name, reason })));
  }

  async function walk(folder: string): Promise<void> {
    const nameOf = (path: string) => relative(root, path).split(sep).join("/");
    const refuse = (path: string) => (error: unknown) => {
      found.bad.push({ file: nameOf(path) || ".", reason: reasonOf(error) });
      return [];
    };
    const entries = await readdir(folder, { withFileTypes: true }).catch(refuse(folder));
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED.test(entry.name)) await walk(path);
      } else if (/\.(?:md|markdown)$/i.test(entry.name) && (entry.isFile() || entry.isSymbolicLink())) {
        try {
          readOne(path, nameOf(path), entry.isSymbolicLink());
        } catch (error) {
          refuse(path)(error);
        }
      }
    }
  }

  await walk(root);
  return found;
}
