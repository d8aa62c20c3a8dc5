import { BadArchive } from "#upstream/services/archive/bad-archive";
import { markOf, seal, sealedLength, unseal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { type FileBeside, filesIn, nameBeside } from "./files-beside";

/** Folder of a location with the names of unmarked files that a key opens, in a file for each key. */
const KNOWN = "known/";

/** Files of the store in a location, as far as one BACKUP_KEY opens them. */
export type OpenedFiles = {
  /** Names of all files, whether it opens them or not. */
  names: readonly string[];
  /** Keys of all files. */
  keys: ReadonlySet<string>;
  /** Finds the file of a key. @returns null if the location has none that the BACKUP_KEY opens */
  find(key: string): Promise<FileBeside | null>;
  /** Stores what was found out about unmarked files, so that it need not be tried again. */
  remember(): Promise<void>;
};

/**
 * Looks for files of the store that `secret` opens; without a secret, for plain ones. A sealed file without a mark is
 * tried once: it may be sealed with any key.
 */
export async function openedFiles(place: BackupPlace, secret: string): Promise<OpenedFiles> {
  const mark = markOf(secret);
  const all = await filesIn(place);
  const opened = new Map<string, FileBeside>();
  const unmarked = new Map<string, FileBeside>();
  for (const { stored, ...file } of all) {
    if (file.mark === mark && stored === sealedLength(file.bytes, secret)) opened.set(file.key, file);
    else if (file.mark === "" && secret && stored === sealedLength(file.bytes, secret)) unmarked.set(file.key, file);
  }
  let known: Set<string> | null = null;
  let learnt = false;
  return {
    names: all.map(nameBeside),
    keys: new Set(all.map(({ key }) => key)),
    async find(key) {
      const found = opened.get(key);
      const old = unmarked.get(key);
      if (found || !old) return found ?? null;
      const name = nameBeside(old);
      known ??= await readKnown(place, { name: KNOWN + mark, secret });
      if (!known.has(name)) {
        unmarked.delete(key);
        if (!(await isOpened(place, { name, secret }))) return null;
        known.add(name);
        learnt = true;
      }
      opened.set(key, old);
      return old;
    },
    async remember() {
      if (!learnt || !known) return;
      const text = Buffer.from([...known].join("\n"));
      await place.put(KNOWN + mark, seal([text], secret), sealedLength(text.byteLength, secret));
    },
  };
}

type Sealed = { name: string; secret: string };

/** Reads the names that were remembered; none if there are none, or they can't be read. */
async function readKnown(place: BackupPlace, { name, secret }: Sealed): Promise<Set<string>> {
  const sealed = await place.open(name);
  const parts: Uint8Array[] = [];
  try {
    for await (const part of unseal(sealed ?? [], secret)) parts.push(part);
  } catch (error) {
    if (!(error instanceof BadArchive)) throw error;
    return new Set();
  }
  return new Set(Buffer.concat(parts).toString("utf8").split("\n").filter(Boolean));
}

/** Whether the secret opens the first chunk of a sealed file. */
async function isOpened(place: BackupPlace, { name, secret }: Sealed): Promise<boolean> {
  try {
    for await (const _ of unseal((await place.open(name)) ?? [], secret)) return true;
    return false;
  } catch (error) {
    if (error instanceof BadArchive) return false;
    throw error;
  }
}
