import { toast } from "#app/components/ui/toast";
import { keyInSlot } from "#app/features/write/model/draft-keys";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import type { EditorValues } from "#app/features/write/model/editor-values";
import { isoOf } from "#app/features/write/model/iso-of";
import { withQuery } from "#app/paths";
import { createAutosave } from "./autosave";
import type { FoundDraft } from "./draft-state";
import { browserShelf, createDraftStore, type Draft, hasWords } from "./draft-store";
import { createDraftSync } from "./draft-sync";
import { fillEditor, isUntouched, valuesIn } from "./fill-editor";
import { type DraftParts, forgetDraft, searchDrafts } from "./search-drafts";
import { createServerDrafts } from "./server-drafts";
import { watchForm } from "./watch-form";

type Options = {
  form: HTMLFormElement;
  settings: Pick<EditorSettings, "path" | "writer" | "isNew" | "kind" | "draftKey" | "stored">;
  /** Distinguishes several new texts; see `DRAFT_SLOT`. */
  slot: string;
  report: DraftParts["report"];
  /** Called if the text turns out to be another one than the draft in this slot, and continues in a new slot. */
  move: () => void;
  /** Called with the version that a text put into the form is based on. */
  onVersion: (version: number) => void;
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Saves what is typed into an editor as a draft: in this browser on every change, on the server after a pause. On
 * opening, a draft is restored if it comes from this browser, and offered if it comes from elsewhere or is based on an
 * older version. What could not be sent is sent when the network is back.
 */
export function createDraftKeeper({ form, settings, slot, report, move, onVersion }: Options) {
  const { isNew, kind, draftKey } = settings;
  const store = createDraftStore(browserShelf(), keyInSlot(draftKey, slot), settings.path);
  const server = createServerDrafts(settings, slot);
  const sync = createDraftSync(store, server);
  const autosave = createAutosave(saveOnServer);
  const several = isNew && kind !== "answer";
  const parts: DraftParts = { form, store, server, sync, autosave, report, keepApart, goOn };
  /** The text without any draft. */
  let served: EditorValues | null = null;
  /** Resolves once the server has reported its draft. */
  let opened: Promise<void> = Promise.resolve();
  /** Time of the conflicting draft that the author dismissed by 以后再说. */
  let dismissed: number | null = null;
  /** Whether the text continues in another slot, whose keeper saves it. */
  let moved = false;
  /** Whether the notice shows what can be taken back until the author writes on. */
  let takesBack = false;
  /** Whether nothing is saved until the author has chosen between the draft that was found and what is in the form. */
  let unsaved = false;

  async function saveOnServer(): Promise<void> {
    await opened;
    if (moved || unsaved) return;
    const outcome = await sync.save(valuesIn(form));
    if (outcome === "saved") report({ status: { place: "everywhere", at: Date.now() } });
    else if (outcome) giveWay(outcome.overtakenBy);
  }

  /** Leaves a draft on the server that this page does not know of. */
  function giveWay(draft: Draft): void {
    if (several && !sync.knowsAny()) {
      // The text was started without knowing of a draft, so it is another one.
      store.clear();
      leave(draft);
      return;
    }
    store.overtaken();
    if (dismissed !== draft.savedAt) report({ found: { draft, reason: "overtaken" } });
  }

  /** Continues in a new slot, and leaves a draft in this one. */
  function leave(draft: Draft): void {
    moved = true;
    move();
    const href = withQuery(settings.path, { draft: slot || "use" });
    report({ found: { draft, reason: "apart", href } });
  }

  /** Keeps the draft of this browser although the author has begun to write something else. */
  function keepApart(draft: Draft): void {
    if (several) leave(draft);
    else {
      unsaved = true;
      report({ found: { draft, reason: "unsaved" }, status: { place: "undecided", at: Date.now() } });
    }
  }

  /** Puts a draft from elsewhere into the form that continues what is there, which can be taken back. */
  function goOn(draft: Draft, before: Draft): void {
    fill(draft.values);
    sync.accept(draft);
    takesBack = true;
    report({ found: { draft: before, reason: "continued" } });
  }

  /** Puts a text into the form. */
  function fill(values: EditorValues): void {
    fillEditor(form, values);
    onVersion(values.version);
  }

  /** Saves the form's values in this browser, and schedules sending them. */
  function keep(): void {
    if (moved || unsaved) return;
    const written = valuesIn(form);
    if (!hasWords(written) && written.version === 0) store.clear();
    else report({ status: { place: store.save(written, Date.now()) ? "here" : "nowhere", at: Date.now() } });
    if (takesBack) report({ found: null });
    takesBack = false;
    autosave.changed();
  }

  /**
   * Waits until nothing is being saved.
   * @returns time of the draft that this page knows of (ISO 8601); empty for none
   */
  async function settle(): Promise<string> {
    await autosave.settle(); // Its draft may have been stored although no reply came.
    const reply = sync.isBehind() ? await server.find() : null;
    if (reply?.draft) sync.recognize(reply.draft);
    return sync.knownAt();
  }

  return {
    /**
     * Starts to save the form, and looks for drafts.
     * @param movedHere whether the text was moved here from another slot
     * @returns a function that stops it, and sends what is unsaved
     */
    start(movedHere: boolean): () => void {
      if (movedHere) keep();
      const unwatch = watchForm(form, {
        changed: keep,
        left: () => void autosave.flush(),
        isUnsaved: () => unsaved,
        back: () => {
          if (sync.isBehind()) autosave.changed();
        },
      });
      served ??= settings.stored ?? valuesIn(form);
      const search = searchDrafts(parts, settings.stored !== undefined);
      opened = search.opened;
      return () => {
        unwatch();
        search.end();
        void autosave.flush();
      };
    },
    /** Whether the text has moved to another slot. */
    hasMoved: (): boolean => moved,
    /** Puts an offered draft into the form; what was written there can be taken back. */
    take(found: FoundDraft): void {
      const before = valuesIn(form);
      // Served with the page, a draft that continued another one is in no other place.
      const isOnlyHere = found.reason === "continued" || !isUntouched(form);
      const isLost = found.reason !== "given-up" && hasWords(before) && isOnlyHere;
      unsaved = false;
      fill(found.draft.values);
      if (isRemote(found)) sync.accept(found.draft);
      takesBack = isLost;
      report({ status: null });
      const draft = { values: before, savedAt: Date.now() };
      report({ found: isLost ? { draft, reason: "replaced" } : null });
    },
    /** Replaces the draft by what is in the form. */
    replace(found: FoundDraft): void {
      if (isRemote(found)) sync.accept(found.draft);
      unsaved = false;
      report({ found: null });
      keep();
    },
    /** Deletes the draft, which can be taken back; if it was restored into the form, the form is reset. */
    async drop(found: FoundDraft): Promise<void> {
      const { draft } = found;
      const restored = found.reason === "restored";
      const dropped = restored ? { values: valuesIn(form), savedAt: Date.now() } : draft;
      if (restored && served) fill(served);
      forgetDraft(parts);
      report({ found: { draft: dropped, reason: "given-up" }, status: null });
      takesBack = true;
      const knownAt = await settle();
      const gone = await server.remove(isRemote(found) ? isoOf(draft.savedAt) : knownAt);
      if (!gone) toast("草稿没有从服务器上删除，请稍后再试");
      else if (gone.overtakenBy) report({ found: { draft: gone.overtakenBy, reason: "elsewhere" } });
      else sync.accept(null);
    },
    /** Dismisses the notice of a draft. */
    dismiss({ draft }: FoundDraft): void {
      dismissed = draft.savedAt;
      report({ found: null });
    },
    /**
     * Call before publishing: a draft that arrived later would outlive the published text.
     * @returns time of the draft that publishing deletes (ISO 8601); empty if this page knows of none
     */
    settle,
    /** Call if publishing failed after all. */
    resume: (): void => autosave.changed(),
    /** Call after publishing, which deletes the server's draft itself. */
    forget: (): void => forgetDraft(parts),
  };
}

/** Whether a found draft is on the server but not in this browser. */
const isRemote = ({ reason }: FoundDraft): boolean => reason === "elsewhere" || reason === "overtaken";
