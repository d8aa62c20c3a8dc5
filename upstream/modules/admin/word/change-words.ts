import type { WordAction } from "#app/contract/admin/review/word";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { undo, undoAlike } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { staffWrite } from "#upstream/policy/staff-write";
import type { ListedWord } from "./read-list";

/** Row data of a word: its id, its number of matches, and when it was added. */
type Row = { id: number; hits: number; addedAt: string };

/** A word and its action, null if missing; as logged: with its row, which is restored with it. */
type Kept = { word: string; key: string; action: WordAction | null; row?: Row };

const STEP = 500;

/** Saves these words; null deletes one. @returns those that changed, in their previous state */
async function setWords(trx: Db, words: readonly Kept[], at: string): Promise<Kept[]> {
  const before = await findWords(trx, words);
  const changed = words.filter(({ key, action }) => (before.get(key)?.action ?? null) !== action);
  for (const { word, key, action, row } of changed) {
    if (action === null) await trx.deleteFrom("words").where("word_key", "=", key).execute();
    else {
      await trx
        .insertInto("words")
        .values({ word, word_key: key, action, ...(row ? columnsOf(row) : { created_at: at }) })
        .onConflict((conflict) => conflict.column("word_key").doUpdateSet({ action }))
        .execute();
    }
  }
  if (changed.length > 0) await bump(trx, ["words"]);
  return changed.map(({ word, key }) => before.get(key) ?? { word, key, action: null });
}

const columnsOf = ({ id, hits, addedAt }: Row) => ({ id, hits, created_at: addedAt });

/** Existing ones among these words, by key. */
async function findWords(db: Db, words: readonly Pick<Kept, "key">[]): Promise<Map<string, Kept>> {
  const found = new Map<string, Kept>();
  for (let from = 0; from < words.length; from += STEP) {
    const keys = words.slice(from, from + STEP).map(({ key }) => key);
    const rows = await db.selectFrom("words").selectAll().where("word_key", "in", keys).execute();
    for (const { word, word_key: key, action, id, hits, created_at: addedAt } of rows) {
      found.set(key, { word, key, action, row: { id, hits, addedAt } });
    }
  }
  return found;
}

/** Compares words with the stored ones: the new ones, those with another action, and the number of unchanged ones. */
export async function compareWords(db: Db, words: readonly ListedWord[]) {
  const before = await findWords(db, words);
  const fresh = words.filter(({ key }) => !before.has(key));
  const changed = words.filter(({ key, action }) => before.has(key) && before.get(key)?.action !== action);
  return { fresh, changed, same: words.length - fresh.length - changed.length };
}

/** Saves or deletes words, with one log entry for all of them. */
export function changeWords(
  call: StaffCall,
  action: "word.put" | "word.remove" | "word.import",
  words: readonly Kept[],
): Promise<null> {
  return staffWrite(call, async (trx, note) => {
    const before = await setWords(trx, words, nowIso(call));
    const keys = new Set(before.map(({ key }) => key));
    const after = words.filter(({ key }) => keys.has(key)).map(({ word, key, action }) => ({ word, key, action }));
    const target = words.length === 1 ? (words[0]?.word ?? "") : `${after.length} 个`;
    if (after.length > 0) note({ action, kind: "word", target, before, after });
    return null;
  });
}

/** Undos of changes of words. */
export const WORD_UNDOS = undoAlike(
  ["word.put", "word.remove", "word.import"],
  undo<Kept[], Kept[]>(async (trx, call, { before, after }) => {
    const now = await findWords(trx, after);
    if (after.some(({ key, action }) => (now.get(key)?.action ?? null) !== action)) {
      throw new BusinessError("CONFLICT", "其中有词之后又改过了，不能直接撤销");
    }
    await setWords(trx, before, nowIso(call));
  }),
);
