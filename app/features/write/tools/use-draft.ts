import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "#app/components/ui/toast";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { type EditorValues, readValues, sameValues } from "#app/features/write/model/editor-values";
import { createAutosave } from "./autosave";
import { createDraftStore, type Draft, hasWords } from "./draft-store";
import { fillEditor } from "./fill-editor";
import { createServerDrafts } from "./server-drafts";

/** State of the draft as shown: saved `here` (this browser), `everywhere` (also the server) or `nowhere`. */
export type DraftStatus = { place: "here" | "everywhere" | "nowhere"; at: number } | null;

/**
 * A draft that was found: either restored into the form already, or only offered. `overtaken`: it was saved in another
 * window or on another device during this editing, and is only replaced if the author says so.
 */
export type FoundDraft = {
  draft: Draft;
  restored: boolean;
  reason: "unfinished" | "elsewhere" | "overtaken" | "old-version";
};

/**
 * Keeps what is written: in this browser on every change, on the server after a rest. On opening, a draft is restored
 * if it comes from this browser, and offered if it comes from elsewhere or from an older version. What could not be
 * sent is sent once there is a network. The server's draft is only replaced if it is the one that this page knows of.
 * @param slot distinguishes several new texts; see `DRAFT_SLOT`
 * @param move continues in a new slot
 */
export function useDraft(form: HTMLFormElement, settings: EditorSettings, slot: string, move: () => void) {
  const [status, setStatus] = useState<DraftStatus>(null);
  const [found, setFound] = useState<FoundDraft | null>(null);
  const published = useRef<EditorValues | null>(null);
  /** Time of the server's draft that this page knows of; null for none. Each tab has its own. */
  const known = useRef<number | null>(null);
  /** Time of the conflicting draft that the author dismissed by 以后再说. */
  const dismissed = useRef<number | null>(null);
  const { path, isNew, kind } = settings;
  const draftKey = slot ? `${settings.draftKey}/${slot}` : settings.draftKey;
  /** The form's text is being moved to another slot. */
  const moving = useRef(false);
  const current = useRef(slot);
  current.current = slot;
  /** The last changes may not have reached the server. */
  const unsent = useRef(false);
  /** Drafts that this page, or one before it, sent without getting a reply; the last few. */
  const sent = useRef<readonly EditorValues[]>([]);
  /** Resolves once the server has reported its draft. */
  const opened = useRef<Promise<void>>(Promise.resolve());
  const store = useMemo(() => createDraftStore(localStorageOrNone(), draftKey), [draftKey]);
  const remote = useMemo(() => createServerDrafts(path, slot), [path, slot]);
  const autosave = useMemo(
    () =>
      createAutosave(async () => {
        await opened.current;
        // The slot has changed meanwhile; the new one takes over.
        if (current.current !== slot) return;
        const [values, local] = [readValues(new FormData(form)), store.newest()];
        sent.current = [...sent.current, values].slice(-SENT_MAX);
        store.sending(sent.current);
        // The network may come back before this failure is noticed.
        unsent.current = true;
        let saved = await remote.save(values, known.current);
        // A "conflicting" draft that a closed page of this browser had sent is our own.
        if (saved && "overtakenBy" in saved && isAmong(sent.current, saved.overtakenBy))
          saved = await remote.save(values, saved.overtakenBy.savedAt);
        if (saved === null) return;
        unsent.current = false;
        if ("savedAt" in saved) {
          known.current = saved.savedAt;
          sent.current = [];
          store.synced(saved.savedAt, local);
          setStatus({ place: "everywhere", at: Date.now() });
          return;
        }
        const draft = saved.overtakenBy;
        if (sameValues(draft.values, values)) known.current = draft.savedAt;
        else if (isNew && kind !== "answer" && known.current === null) {
          // Started here without knowing of any draft: it is another text.
          store.clear();
          moving.current = true;
          move();
        } else {
          store.overtaken();
          if (dismissed.current !== draft.savedAt) setFound({ draft, restored: false, reason: "overtaken" });
        }
      }),
    [form, remote, store, slot, isNew, kind, move],
  );

  useEffect(() => {
    const keep = () => {
      const values = readValues(new FormData(form));
      if (!hasWords(values) && values.version === 0) store.clear();
      else setStatus({ place: store.save(values, Date.now()) ? "here" : "nowhere", at: Date.now() });
      autosave.changed();
    };
    const onInput = (event: Event) => {
      // Text that an input method is still composing is not written yet.
      if (!(event instanceof InputEvent && event.isComposing)) keep();
    };
    const sendAgain = () => {
      if (unsent.current) autosave.changed();
    };
    const turn = () => {
      if (document.visibilityState === "hidden") void autosave.flush();
      else sendAgain();
    };
    if (moving.current) {
      moving.current = false;
      keep();
    }
    form.addEventListener("input", onInput);
    form.addEventListener("compositionend", keep);
    document.addEventListener("visibilitychange", turn);
    window.addEventListener("online", sendAgain);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("compositionend", keep);
      document.removeEventListener("visibilitychange", turn);
      window.removeEventListener("online", sendAgain);
      void autosave.flush();
    };
  }, [form, store, autosave]);

  useEffect(() => {
    let here = true;
    const current = readValues(new FormData(form));
    published.current ??= current;
    const local = store.newest();
    sent.current = store.sent();
    const asServed = isUntouched(form);
    // Typed before these tools loaded.
    const typedAlready = !asServed && !form.hasAttribute("data-returned");
    const differs = local !== null && !sameValues(local.values, current);
    // Input of a returned form, and what was typed just now, are newer than any draft.
    const restored = differs && asServed && local.values.version === current.version;
    if (differs) {
      if (restored) fillEditor(form, local.values);
      const reason = local.values.version === current.version ? "unfinished" : "old-version";
      setFound({ draft: local, restored, reason });
    }
    // A synced draft that the server no longer has was published or given up elsewhere.
    const spent = local !== null && store.isSynced(local);
    // Triggers saving, since the author may not type any further.
    if (typedAlready) form.dispatchEvent(new Event("input"));
    opened.current = remote.find().then((heard) => {
      if (!here) return;
      if (!heard) {
        // The server's draft may come from this browser; otherwise the server will report a conflict.
        known.current = store.syncedAt();
        unsent.current = restored && !spent;
        return;
      }
      const { draft: elsewhere } = heard;
      const untouched = !typedAlready && sameValues(readValues(new FormData(form)), restored ? local.values : current);
      if (!elsewhere && spent && untouched) {
        setFound(null);
        if (restored) fillEditor(form, current);
        autosave.stop();
        store.clear();
        return;
      }
      known.current = elsewhere && (isAmong(sent.current, elsewhere) ? elsewhere.savedAt : store.syncedAt());
      if (!elsewhere || elsewhere.savedAt === known.current) {
        // Written offline, and left before the network was back.
        if (restored && !spent) autosave.changed();
        return;
      }
      if (sameValues(elsewhere.values, readValues(new FormData(form)))) known.current = elsewhere.savedAt;
      else setFound({ draft: elsewhere, restored: false, reason: "elsewhere" });
    });
    return () => {
      here = false;
    };
  }, [form, store, remote, autosave]);

  return {
    status,
    found,
    /** Puts the offered draft into the form. */
    take: useCallback(() => {
      if (!found) return;
      fillEditor(form, found.draft.values);
      if (isRemote(found)) known.current = found.draft.savedAt;
      setFound(null);
    }, [form, found]),
    /** Replaces the conflicting draft by what is in the form. */
    replace: useCallback(() => {
      if (found) known.current = found.draft.savedAt;
      setFound(null);
      autosave.changed();
    }, [found, autosave]),
    /** Deletes the draft; if it is in the form already, the form is reset. */
    drop: useCallback(async () => {
      if (found?.restored && published.current) fillEditor(form, published.current);
      setFound(null);
      autosave.stop();
      store.clear();
      setStatus(null);
      if (await remote.remove()) known.current = null;
      else toast("草稿没有从服务器上删除，请稍后再试");
    }, [form, found, autosave, store, remote]),
    /** Call before publishing: a draft that arrived later would outlive the published text. */
    settle: useCallback(() => autosave.settle(), [autosave]),
    /** Call if publishing failed after all. */
    resume: useCallback(() => autosave.changed(), [autosave]),
    /** Call after publishing, which deletes the server's draft itself. */
    forget: useCallback(() => {
      autosave.stop();
      store.clear();
    }, [autosave, store]),
    /** Dismisses a message. */
    dismiss: useCallback(() => {
      dismissed.current = found?.draft.savedAt ?? null;
      setFound(null);
    }, [found]),
  };
}

/** As many as can be in flight when pages are closed one after another. */
const SENT_MAX = 3;

const isAmong = (sent: readonly EditorValues[], { values }: Draft): boolean =>
  sent.some((one) => sameValues(one, values));

/** Whether it is on the server and not in this browser. */
const isRemote = ({ reason }: FoundDraft): boolean => reason === "elsewhere" || reason === "overtaken";

function localStorageOrNone(): Storage {
  try {
    return localStorage;
  } catch {
    // Storage is disabled: every access throws, which the store treats as "not kept".
    return { length: 0 } as Storage;
  }
}

/** Whether nothing was typed since the server rendered the page, and the form is not a returned one. */
function isUntouched(form: HTMLFormElement): boolean {
  if (form.hasAttribute("data-returned")) return false;
  return [...form.elements].every(
    (field) =>
      !(field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")) ||
      field.value === field.defaultValue,
  );
}
