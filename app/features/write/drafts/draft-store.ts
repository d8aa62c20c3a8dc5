import type { FieldName } from "#app/contract/writing/editor-fields";
import { draftKeyOf, slotOfStored, storedUnder, targetOfStored } from "#app/features/write/model/draft-keys";
import { type EditorValues, EMPTY_VALUES, mapFields } from "#app/features/write/model/editor-values";
import { fieldNames } from "#app/features/write/model/field-codecs";

/** A draft stored in this browser. */
export type Draft = {
  values: EditorValues;
  /** Milliseconds since 1970. */
  savedAt: number;
};

/** Editor page of a stored draft; empty if it is unknown. */
type Placed = { path: string };

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The browser's storage; an empty one if it is disabled, where every access throws. */
export function browserShelf(): Shelf {
  try {
    return localStorage;
  } catch {
    return { length: 0 } as Storage;
  }
}

/**
 * Creates the store for one person's drafts of one text in this browser, one draft per edited version. A browser that
 * stores nothing (private windows, full storage) is no error: `save` reports it.
 * @param path editor page of the text
 */
export function createDraftStore(shelf: Shelf, draftKey: string, path = "") {
  const prefix = storedUnder(draftKey);
  const syncedKey = `draft-synced:${draftKey}`;
  const sentKey = `draft-sent:${draftKey}`;
  const keys = (): string[] => namesIn(shelf).filter((name) => name.startsWith(prefix));
  const syncedTimes = () => (attempt(() => shelf.getItem(syncedKey), null) ?? "").split(" ").map(Number);
  return {
    /** The newest draft; null if there is none. */
    newest(): Draft | null {
      const drafts = attempt(keys, []).flatMap((key) => readDraft(attempt(() => shelf.getItem(key), null)) ?? []);
      return drafts.sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
    },
    /** Stores a draft. Returns whether that succeeded. */
    save(values: EditorValues, savedAt: number): boolean {
      return attempt(() => {
        shelf.setItem(prefix + values.version, JSON.stringify({ values, savedAt, path } satisfies Draft & Placed));
        return true;
      }, false);
    },
    /**
     * Records which server draft came from this browser.
     * @param savedAt when the server saved it
     * @param draft the local draft that it is a copy of
     */
    synced(savedAt: number, draft: Draft | null): void {
      attempt(() => {
        shelf.removeItem(sentKey);
        shelf.setItem(syncedKey, `${savedAt} ${draft?.savedAt ?? ""}`);
      }, undefined);
    },
    /** Records what is being sent to the server, since a page that is closed never sees the reply. */
    sending(sent: readonly EditorValues[]): void {
      attempt(() => shelf.setItem(sentKey, JSON.stringify(sent)), undefined);
    },
    /** Everything sent to the server since its last reply. */
    sent: (): EditorValues[] => attempt(() => JSON.parse(shelf.getItem(sentKey) ?? "[]"), []),
    /** Records that the server's draft no longer comes from here. */
    overtaken(): void {
      attempt(() => shelf.removeItem(syncedKey), undefined);
    },
    /** Time at which the server saved the draft that came from here; null if none. */
    syncedAt: (): number | null => syncedTimes()[0] || null,
    /** Whether the server has this local draft. */
    isSynced: ({ savedAt }: Draft): boolean => syncedTimes()[1] === savedAt,
    /** Deletes all drafts, once the text is published or given up. */
    clear(): void {
      attempt(() => {
        for (const key of [...keys(), syncedKey, sentKey]) shelf.removeItem(key);
      }, undefined);
    },
  };
}

/**
 * Slots of the new texts stored in this browser, most recent first; the first slot has an empty name.
 * @param draftKey the author and kind
 */
export function keptSlots(shelf: Shelf, draftKey: string): string[] {
  const slots = new Map<string, number>();
  for (const name of namesIn(shelf)) {
    const slot = slotOfStored(name, draftKey);
    const draft = slot === null ? null : readDraft(shelf.getItem(name));
    if (slot !== null && draft) slots.set(slot, Math.max(draft.savedAt, slots.get(slot) ?? 0));
  }
  return [...slots].sort(([, a], [, b]) => b - a).map(([slot]) => slot);
}

/** A draft in this browser that the server does not have. */
export type UnsentDraft = Draft & Placed & { target: string };

/** Somebody's drafts in this browser that the server does not have, most recent first. */
export function unsentDrafts(shelf: Shelf, writer: number): UnsentDraft[] {
  const found = new Map<string, UnsentDraft>();
  for (const name of namesIn(shelf)) {
    const target = targetOfStored(name, writer);
    const text = target === null ? null : shelf.getItem(name);
    const draft = readDraft(text);
    if (target === null || !draft || createDraftStore(shelf, draftKeyOf(writer, target)).isSynced(draft)) continue;
    const { path } = JSON.parse(text ?? "") as Partial<Placed>;
    const known = found.get(target);
    if (!known || known.savedAt < draft.savedAt) found.set(target, { ...draft, target, path: path ?? "" });
  }
  return [...found.values()].sort((a, b) => b.savedAt - a.savedAt);
}

/** Names of everything that is stored. */
const namesIn = (shelf: Shelf): string[] => Array.from({ length: shelf.length }, (_, n) => shelf.key(n) ?? "");

/** Storage throws if it is disabled or full. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Parses a stored draft; null if it is invalid, e.g. written by another version of this program. */
function readDraft(text: string | null): Draft | null {
  const draft = attempt(() => JSON.parse(text ?? "null") as Partial<Draft> | null, null);
  const { values, savedAt } = draft ?? {};
  if (typeof savedAt !== "number" || typeof values !== "object" || values === null) return null;
  const kept = values as { [N in FieldName | "version" | "reason"]?: unknown };
  // A field that did not exist when the draft was written is empty.
  const keptValue = (name: FieldName) => kept[name] ?? EMPTY_VALUES[name];
  if (fieldNames().some((name) => typeof keptValue(name) !== typeof EMPTY_VALUES[name])) return null;
  const known = mapFields((name) => keptValue(name) as string | boolean, Number(kept.version) || 0);
  return { values: typeof kept.reason === "string" ? { ...known, reason: kept.reason } : known, savedAt };
}

/** Whether an editor contains anything worth keeping. */
export const hasWords = (values: EditorValues): boolean =>
  fieldNames("title", "line", "markdown").some((name) => String(values[name]).trim() !== "");
