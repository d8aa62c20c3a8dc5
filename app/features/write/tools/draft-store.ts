import type { FieldName } from "#app/contract/editor-fields";
import { type EditorValues, EMPTY_VALUES, mapFields } from "#app/features/write/model/editor-values";
import { fieldNames } from "#app/features/write/model/field-codecs";

/** A draft of this browser. */
export type Draft = {
  values: EditorValues;
  /** Milliseconds since 1970. */
  savedAt: number;
};

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * The drafts of one text by one person in this browser, one for each version that was edited. A browser that keeps
 * nothing (private windows, full storage) is no error: `save` says so.
 */
export function createDraftStore(shelf: Shelf, draftKey: string) {
  const prefix = `draft:${draftKey}:`;
  const syncedKey = `draft-synced:${draftKey}`;
  const sentKey = `draft-sent:${draftKey}`;
  const keys = (): string[] => {
    const found: string[] = [];
    for (let n = 0; n < shelf.length; n += 1) {
      const key = shelf.key(n);
      if (key?.startsWith(prefix)) found.push(key);
    }
    return found;
  };
  const syncedTimes = () => (attempt(() => shelf.getItem(syncedKey), null) ?? "").split(" ").map(Number);
  return {
    /** The newest draft; null when there is none. */
    newest(): Draft | null {
      const drafts = attempt(keys, []).flatMap((key) => readDraft(attempt(() => shelf.getItem(key), null)) ?? []);
      return drafts.sort((a, b) => b.savedAt - a.savedAt)[0] ?? null;
    },
    /** Whether it could be kept. */
    save(values: EditorValues, savedAt: number): boolean {
      return attempt(() => {
        shelf.setItem(prefix + values.version, JSON.stringify({ values, savedAt } satisfies Draft));
        return true;
      }, false);
    },
    /**
     * Notes which of the server's copies is this browser's own.
     * @param savedAt when it was saved there
     * @param draft which of this browser's it is a copy of
     */
    synced(savedAt: number, draft: Draft | null): void {
      attempt(() => {
        shelf.removeItem(sentKey);
        shelf.setItem(syncedKey, `${savedAt} ${draft?.savedAt ?? ""}`);
      }, undefined);
    },
    /** Notes what the server is being sent: a page that is left hears no more what became of it. */
    sending(sent: readonly EditorValues[]): void {
      attempt(() => shelf.setItem(sentKey, JSON.stringify(sent)), undefined);
    },
    /** All that the server was sent since it was last heard. */
    sent: (): EditorValues[] => attempt(() => JSON.parse(shelf.getItem(sentKey) ?? "[]"), []),
    /** The server's copy is not from here any more. */
    overtaken(): void {
      attempt(() => shelf.removeItem(syncedKey), undefined);
    },
    /** Time at which the server's copy was saved that is from here; null when it has none. */
    syncedAt: (): number | null => syncedTimes()[0] || null,
    /** Whether the server was given a draft as it is here. */
    isSynced: ({ savedAt }: Draft): boolean => syncedTimes()[1] === savedAt,
    /** Forgets them all, once the text is published or given up. */
    clear(): void {
      attempt(() => {
        for (const key of [...keys(), syncedKey, sentKey]) shelf.removeItem(key);
      }, undefined);
    },
  };
}

/**
 * Slots of the new pieces that are kept in this browser, the last written first; the first of them has no name.
 * @param draftKey whose, and of which kind
 */
export function keptSlots(shelf: Shelf, draftKey: string): string[] {
  const prefix = `draft:${draftKey}`;
  const slots = new Map<string, number>();
  for (let n = 0; n < shelf.length; n += 1) {
    const key = shelf.key(n);
    const [, slot] = key?.startsWith(prefix) ? (/^(?:\/([a-z0-9]+))?:\d+$/.exec(key.slice(prefix.length)) ?? []) : [];
    const draft = key?.startsWith(`${prefix}:`) || slot ? readDraft(shelf.getItem(key ?? "")) : null;
    if (draft) slots.set(slot ?? "", Math.max(draft.savedAt, slots.get(slot ?? "") ?? 0));
  }
  return [...slots].sort(([, a], [, b]) => b - a).map(([slot]) => slot);
}

/** Storage throws where it is switched off or full. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Draft that is stored, if it is one: other versions of this program may have written it. */
function readDraft(text: string | null): Draft | null {
  const draft = attempt(() => JSON.parse(text ?? "null") as Partial<Draft> | null, null);
  const { values, savedAt } = draft ?? {};
  if (typeof savedAt !== "number" || typeof values !== "object" || values === null) return null;
  const kept = values as { [N in FieldName | "version" | "reason"]?: unknown };
  // A field that the draft's program did not have yet is empty.
  const keptValue = (name: FieldName) => kept[name] ?? EMPTY_VALUES[name];
  if (fieldNames().some((name) => typeof keptValue(name) !== typeof EMPTY_VALUES[name])) return null;
  const known = mapFields((name) => keptValue(name) as string | boolean, Number(kept.version) || 0);
  return { values: typeof kept.reason === "string" ? { ...known, reason: kept.reason } : known, savedAt };
}

/** Whether somebody wrote anything that would be missed. */
export const hasWords = (values: EditorValues): boolean =>
  fieldNames("title", "line", "markdown").some((name) => String(values[name]).trim() !== "");
