import { toast } from "#app/components/ui/toast";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { type EditorValues, readValues, sameValues } from "#app/features/write/model/editor-values";
import { createAutosave } from "./autosave";
import type { DraftState, FoundDraft } from "./draft-state";
import { browserShelf, createDraftStore, type Draft, hasWords } from "./draft-store";
import { createDraftSync } from "./draft-sync";
import { fillEditor, isUntouched } from "./fill-editor";
import { createServerDrafts } from "./server-drafts";

type Options = {
  form: HTMLFormElement;
  settings: Pick<EditorSettings, "path" | "writer" | "isNew" | "kind" | "draftKey" | "stored">;
  /** Distinguishes several new texts; see `DRAFT_SLOT`. */
  slot: string;
  report: (changed: Partial<DraftState>) => void;
  /** Called if the text turns out to be another one than the draft in this slot, and continues in a new slot. */
  move: () => void;
};

/** State of an editor on opening, before the server has said what draft it has. */
type Opening = {
  /** The form's values before anything was restored, and after. */
  current: EditorValues;
  shown: EditorValues;
  /** Whether the browser's draft is in the form, and whether the server had it. */
  restored: boolean;
  synced: boolean;
  /** Whether the author typed before the drafts were looked for. */
  typedAlready: boolean;
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Saves what is typed into an editor as a draft: in this browser on every change, on the server after a pause. On
 * opening, a draft is restored if it comes from this browser, and offered if it comes from elsewhere or is based on an
 * older version. What could not be sent is sent when the network is back.
 */
export function createDraftKeeper({ form, settings, slot, report, move }: Options) {
  const { isNew, kind, draftKey } = settings;
  const store = createDraftStore(browserShelf(), slot ? `${draftKey}/${slot}` : draftKey, settings.path);
  const server = createServerDrafts(settings, slot);
  const sync = createDraftSync(store, server);
  const autosave = createAutosave(saveOnServer);
  /** The text without any draft. */
  let served: EditorValues | null = null;
  /** Resolves once the server has reported its draft. */
  let opened: Promise<void> = Promise.resolve();
  /** Time of the conflicting draft that the author dismissed by 以后再说. */
  let dismissed: number | null = null;
  /** Whether the text continues in another slot, whose keeper saves it. */
  let moved = false;
  /** Whether a draft that was given up can be taken back. */
  let givenUp = false;

  const values = (): EditorValues => readValues(new FormData(form));

  async function saveOnServer(): Promise<void> {
    await opened;
    if (moved) return;
    const outcome = await sync.save(values());
    if (outcome === "saved") report({ status: { place: "everywhere", at: Date.now() } });
    else if (outcome) giveWay(outcome.overtakenBy);
  }

  /** Leaves a draft on the server that this page does not know of. */
  function giveWay(draft: Draft): void {
    if (isNew && kind !== "answer" && !sync.knowsAny()) {
      // The text was started without knowing of a draft, so it is another one.
      store.clear();
      moved = true;
      move();
      return;
    }
    store.overtaken();
    if (dismissed !== draft.savedAt) report({ found: { draft, restored: false, reason: "overtaken" } });
  }

  /** Saves the form's values in this browser, and schedules sending them. */
  function keep(): void {
    const written = values();
    if (!hasWords(written) && written.version === 0) store.clear();
    else report({ status: { place: store.save(written, Date.now()) ? "here" : "nowhere", at: Date.now() } });
    if (givenUp) report({ found: null });
    givenUp = false;
    autosave.changed();
  }

  /** Restores or offers the draft of this browser. @returns whether it was restored */
  function restore(local: Draft, current: EditorValues): boolean {
    const isCurrent = local.values.version === current.version;
    // Input of a returned form, and what was typed just now, are newer than any draft.
    const restored = isCurrent && isUntouched(form);
    if (restored) fillEditor(form, local.values);
    report({ found: { draft: local, restored, reason: isCurrent ? "unfinished" : "old-version" } });
    return restored;
  }

  /** Looks for drafts of this text. @returns a function that ends the search */
  function open(): () => void {
    let here = true;
    const opening = openHere();
    opened = server.find().then((reply) => {
      if (!here) return;
      if (reply) compare(opening, reply.draft);
      else {
        sync.assume();
        sync.setBehind(opening.restored && !opening.synced);
      }
    });
    return () => {
      here = false;
    };
  }

  /** Restores the draft of this browser, or saves what was typed before these tools loaded. */
  function openHere(): Opening {
    const current = values();
    served ??= settings.stored ?? current;
    const typedAlready = !isUntouched(form) && !form.hasAttribute("data-returned");
    const local = store.newest();
    const restored = local !== null && !sameValues(local.values, current) && restore(local, current);
    const synced = local !== null && store.isSynced(local);
    // The author may not type any further.
    if (typedAlready) form.dispatchEvent(new Event("input"));
    return { current, shown: restored ? local.values : current, restored, synced, typedAlready };
  }

  /** Adopts, offers or ends drafts, depending on the server's draft. */
  function compare({ current, shown, restored, synced, typedAlready }: Opening, draft: Draft | null): void {
    if (!draft && synced && !typedAlready && sameValues(values(), shown)) {
      // The server no longer has the draft: it was published or discarded elsewhere.
      if (restored) fillEditor(form, current);
      forget();
      report({ found: null });
    } else if (sync.recognize(draft)) {
      // Typed offline, and the page was closed before the network was back.
      if (restored && !synced) autosave.changed();
      else if (draft && restored) inStep(draft);
    } else if (draft && sameValues(draft.values, values())) {
      sync.accept(draft);
      inStep(draft);
    } else if (draft) report({ found: { draft, restored: false, reason: "elsewhere" } });
    // The server put it into the form.
    if (draft && settings.stored && !restored && sameValues(draft.values, values()))
      report({ found: { draft, restored: true, reason: "unfinished" } });
  }

  /** Says that the server has what is in the form, unless it was changed meanwhile. */
  function inStep(draft: Draft): void {
    if (sameValues(draft.values, values())) report({ status: { place: "everywhere", at: draft.savedAt } });
  }

  /** Discards the draft of this browser, and what was about to be sent. */
  function forget(): void {
    autosave.stop();
    store.clear();
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
      const onInput = (event: Event) => {
        // Text that an input method is still composing is not written yet.
        if (!(event instanceof InputEvent && event.isComposing)) keep();
      };
      const sendAgain = () => {
        if (sync.isBehind()) autosave.changed();
      };
      const onVisibility = () => {
        if (document.visibilityState === "hidden") void autosave.flush();
        else sendAgain();
      };
      const ended = new AbortController();
      const { signal } = ended;
      if (movedHere) keep();
      form.addEventListener("input", onInput, { signal });
      form.addEventListener("compositionend", keep, { signal });
      document.addEventListener("visibilitychange", onVisibility, { signal });
      window.addEventListener("online", sendAgain, { signal });
      const endSearch = open();
      return () => {
        ended.abort();
        endSearch();
        void autosave.flush();
      };
    },
    /** Whether the text has moved to another slot. */
    hasMoved: (): boolean => moved,
    /** Puts an offered draft into the form. */
    take(found: FoundDraft): void {
      fillEditor(form, found.draft.values);
      if (isRemote(found)) sync.accept(found.draft);
      report({ found: null });
    },
    /** Replaces the conflicting draft by what is in the form. */
    replace({ draft }: FoundDraft): void {
      sync.accept(draft);
      report({ found: null });
      autosave.changed();
    },
    /** Deletes the draft, which can be taken back; if it was restored into the form, the form is reset. */
    async drop(found: FoundDraft): Promise<void> {
      const { draft, restored } = found;
      const dropped = restored ? { values: values(), savedAt: Date.now() } : draft;
      if (restored && served) fillEditor(form, served);
      forget();
      report({ found: { draft: dropped, restored: false, reason: "given-up" }, status: null });
      givenUp = true;
      const knownAt = await settle();
      const gone = await server.remove(isRemote(found) ? new Date(draft.savedAt).toISOString() : knownAt);
      if (!gone) toast("草稿没有从服务器上删除，请稍后再试");
      else if (gone.overtakenBy) report({ found: { draft: gone.overtakenBy, restored: false, reason: "elsewhere" } });
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
    forget,
  };
}

/** Whether a found draft is on the server but not in this browser. */
const isRemote = ({ reason }: FoundDraft): boolean => reason === "elsewhere" || reason === "overtaken";
