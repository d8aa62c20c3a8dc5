import { type EditorValues, sameValues } from "#app/features/write/model/editor-values";
import type { createAutosave } from "./autosave";
import type { DraftState } from "./draft-state";
import type { createDraftStore, Draft } from "./draft-store";
import type { createDraftSync } from "./draft-sync";
import { fillEditor, isUntouched, servedIn, valuesIn } from "./fill-editor";
import type { createServerDrafts } from "./server-drafts";

/** An editor's form, and what keeps its draft. */
export type DraftParts = {
  form: HTMLFormElement;
  store: ReturnType<typeof createDraftStore>;
  server: ReturnType<typeof createServerDrafts>;
  sync: ReturnType<typeof createDraftSync>;
  autosave: ReturnType<typeof createAutosave>;
  /** Shows a changed state. */
  report: (changed: Partial<DraftState>) => void;
  /** Called if the author wrote something else before this browser's draft was found. */
  keepApart: (draft: Draft) => void;
  /** Called if the server's draft continues that of this browser, `before`, which is in the form. */
  goOn: (draft: Draft, before: Draft) => void;
};

/** State of an editor on opening, before the server has said what draft it has. */
type Opening = {
  /** The form's values without the browser's draft, and as they are now. */
  current: EditorValues;
  shown: EditorValues;
  /** The browser's draft, whether it is in the form, and whether the server had it. */
  local: Draft | null;
  restored: boolean;
  synced: boolean;
  /** Whether the author typed before the drafts were looked for. */
  typedAlready: boolean;
  /** Whether that is kept apart from the browser's draft, which is offered first. */
  isApart: boolean;
};

/** Discards the draft of this browser, and what was about to be sent. */
export function forgetDraft({ autosave, store }: DraftParts): void {
  autosave.stop();
  store.clear();
}

/**
 * Looks for drafts of a text on opening its editor: first in this browser, then on the server.
 * @param servedWithDraft whether the server put its draft into the form
 * @returns `opened`, which resolves once the server has reported its draft, and `end`, which ends the search
 */
export function searchDrafts(parts: DraftParts, servedWithDraft: boolean): { opened: Promise<void>; end: () => void } {
  const { server, sync } = parts;
  let here = true;
  const opening = openHere(parts, servedWithDraft);
  const opened = server.find().then((reply) => {
    if (!here) return;
    if (!reply) {
      sync.assume();
      sync.setBehind(opening.restored && !opening.synced);
      return;
    }
    compare(parts, opening, reply.draft);
    if (reply.draft && servedWithDraft && !opening.restored && sameValues(reply.draft.values, valuesIn(parts.form)))
      parts.report({ found: { draft: reply.draft, reason: "restored" } });
  });
  return {
    opened,
    end() {
      here = false;
    },
  };
}

/** Restores the draft of this browser, or saves what was typed before these tools loaded. */
function openHere(parts: DraftParts, servedWithDraft: boolean): Opening {
  const { form, store } = parts;
  const current = valuesIn(form);
  const local = store.newest();
  const isTouched = !isUntouched(form) && !form.hasAttribute("data-returned");
  // Put back by the browser, as on a reload; nobody typed it.
  const isBack = isTouched && local?.values.version === current.version && sameValues(local.values, current);
  const typedAlready = isTouched && !isBack;
  const other = local !== null && !sameValues(local.values, current) ? local : null;
  // Typed over the draft that the page was opened with, it continues it.
  const continues = other !== null && servedWithDraft && sameValues(other.values, servedIn(form));
  const isApart = other !== null && typedAlready && !continues;
  if (isApart) parts.keepApart(other);
  const restored = isBack || (other !== null && !isApart && !continues && restore(parts, other, current));
  const synced = local !== null && store.isSynced(local);
  // The author may not type any further.
  if (typedAlready) form.dispatchEvent(new Event("input"));
  return {
    current: isBack ? servedIn(form) : current,
    shown: restored && local ? local.values : current,
    local,
    restored,
    synced,
    typedAlready,
    isApart,
  };
}

/** Restores or offers the draft of this browser. @returns whether it was restored */
function restore({ form, report }: DraftParts, local: Draft, current: EditorValues): boolean {
  const isCurrent = local.values.version === current.version;
  // Input of a returned form, and what was typed just now, are newer than any draft.
  const restored = isCurrent && isUntouched(form);
  if (restored) fillEditor(form, local.values);
  report({ found: { draft: local, reason: restored ? "restored" : isCurrent ? "unfinished" : "old-version" } });
  return restored;
}

/** Adopts, offers or ends drafts, depending on the server's draft. */
function compare(parts: DraftParts, opening: Opening, draft: Draft | null): void {
  const { form, sync, autosave, report } = parts;
  const { current, shown, local, restored, synced, typedAlready, isApart } = opening;
  if (!draft && synced && !typedAlready && sameValues(valuesIn(form), shown)) {
    // The server no longer has the draft: it was published or discarded elsewhere.
    if (restored) fillEditor(form, current);
    forgetDraft(parts);
    report({ found: null });
  } else if (sync.recognize(draft)) {
    // Typed offline, and the page was closed before the network was back.
    if (restored && !synced) autosave.changed();
    else if (draft && restored) reportInStep(parts, draft);
  } else if (draft && sameValues(draft.values, valuesIn(form))) {
    sync.accept(draft);
    reportInStep(parts, draft);
  } else if (
    draft &&
    local &&
    restored &&
    synced &&
    draft.values.version === shown.version &&
    sameValues(valuesIn(form), shown)
  ) {
    // Continued elsewhere: the server had all of what is here.
    parts.goOn(draft, local);
  } else if (draft && !isApart) report({ found: { draft, reason: "elsewhere" } });
}

/** Says that the server has what is in the form, unless it was changed meanwhile. */
function reportInStep({ form, report }: DraftParts, draft: Draft): void {
  if (sameValues(draft.values, valuesIn(form))) report({ status: { place: "everywhere", at: draft.savedAt } });
}
