import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "#app/components/ui/toast";
import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { type EditorValues, readValues, sameValues } from "#app/features/write/model/editor-values";
import { createAutosave } from "./autosave";
import { createDraftStore, type Draft, hasWords } from "./draft-store";
import { fillEditor } from "./fill-editor";
import { createServerDrafts } from "./server-drafts";

/** State of the draft as the page tells it. */
export type DraftStatus = { place: "here" | "everywhere" | "nowhere"; at: number } | null;

/**
 * A draft that was found: put into the form already, or only offered. `overtaken`: it was saved in another window or on
 * another device while somebody writes here, and is not replaced unless they say so.
 */
export type FoundDraft = {
  draft: Draft;
  restored: boolean;
  reason: "unfinished" | "elsewhere" | "overtaken" | "old-version";
};

/**
 * Keeps what is written: in this browser with every change, on the server after a rest. What was found when the page
 * opened is put back if it is this browser's own, and offered if it comes from elsewhere or from an older version; what the
 * server could not be sent is sent once there is a network. The
 * server's copy is replaced only if it is the one that this page knows of.
 * @param slot which of several new pieces it is; see `DRAFT_SLOT`
 * @param move lets it go on in a slot of its own
 */
export function useDraft(form: HTMLFormElement, settings: EditorSettings, slot: string, move: () => void) {
  const [status, setStatus] = useState<DraftStatus>(null);
  const [found, setFound] = useState<FoundDraft | null>(null);
  const published = useRef<EditorValues | null>(null);
  /** Time at which the server's copy was saved that this page knows of; null for none. Every tab has its own. */
  const known = useRef<number | null>(null);
  /** The other draft that somebody said 以后再说 to. */
  const dismissed = useRef<number | null>(null);
  const { path, isNew, kind } = settings;
  const draftKey = slot ? `${settings.draftKey}/${slot}` : settings.draftKey;
  /** Text in the form goes on in another slot. */
  const moving = useRef(false);
  const current = useRef(slot);
  current.current = slot;
  /** Words that were typed last have not reached the server, as far as is known. */
  const unsent = useRef(false);
  /** All that was sent from here and that the server has not answered, by this page or by one before it; the last few. */
  const sent = useRef<readonly EditorValues[]>([]);
  /** Resolves once the server has told of its copy. */
  const opened = useRef<Promise<void>>(Promise.resolve());
  const store = useMemo(() => createDraftStore(localStorageOrNone(), draftKey), [draftKey]);
  const remote = useMemo(() => createServerDrafts(path, slot), [path, slot]);
  const autosave = useMemo(
    () =>
      createAutosave(async () => {
        await opened.current;
        // What is left to do of a slot that was moved from is done in the other.
        if (current.current !== slot) return;
        const [values, local] = [readValues(new FormData(form)), store.newest()];
        sent.current = [...sent.current, values].slice(-SENT_MAX);
        store.sending(sent.current);
        // The network may be back before it is heard that this failed.
        unsent.current = true;
        let saved = await remote.save(values, known.current);
        // What a page that was left had on its way here is no other's.
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
          // Begun here without knowing of any: it is another piece.
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
      // What an input method still composes is not written yet.
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
    // Before these tools were there.
    const typedAlready = !asServed && !form.hasAttribute("data-returned");
    const differs = local !== null && !sameValues(local.values, current);
    // What came back from a form that was sent, or was typed just now, is newer than any draft.
    const restored = differs && asServed && local.values.version === current.version;
    if (differs) {
      if (restored) fillEditor(form, local.values);
      const reason = local.values.version === current.version ? "unfinished" : "old-version";
      setFound({ draft: local, restored, reason });
    }
    // Where the server has it no longer, it was published before these tools were there, or given up elsewhere.
    const spent = local !== null && store.isSynced(local);
    // Nobody may type another word here.
    if (typedAlready) form.dispatchEvent(new Event("input"));
    opened.current = remote.find().then((heard) => {
      if (!here) return;
      if (!heard) {
        // What is there may be this browser's own; else it is told when it is heard.
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
        // Written without a network, and left before it was back.
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
    /** Puts the draft that was offered into the form. */
    take: useCallback(() => {
      if (!found) return;
      fillEditor(form, found.draft.values);
      if (isRemote(found)) known.current = found.draft.savedAt;
      setFound(null);
    }, [form, found]),
    /** Lets what is in the form replace the draft that overtook it. */
    replace: useCallback(() => {
      if (found) known.current = found.draft.savedAt;
      setFound(null);
      autosave.changed();
    }, [found, autosave]),
    /** Forgets the draft; one that is in the form already makes room for what was there before. */
    drop: useCallback(async () => {
      if (found?.restored && published.current) fillEditor(form, published.current);
      setFound(null);
      autosave.stop();
      store.clear();
      setStatus(null);
      if (await remote.remove()) known.current = null;
      else toast("草稿没有从服务器上删除，请稍后再试");
    }, [form, found, autosave, store, remote]),
    /** Before publishing: a draft that arrived later would outlive what was published. */
    settle: useCallback(() => autosave.settle(), [autosave]),
    /** Told when it was not published after all. */
    resume: useCallback(() => autosave.changed(), [autosave]),
    /** After publishing, which removes the server's copy itself. */
    forget: useCallback(() => {
      autosave.stop();
      store.clear();
    }, [autosave, store]),
    /** Lets a message go. */
    dismiss: useCallback(() => {
      dismissed.current = found?.draft.savedAt ?? null;
      setFound(null);
    }, [found]),
  };
}

/** As many as can be on their way when one leaves page after page. */
const SENT_MAX = 3;

const isAmong = (sent: readonly EditorValues[], { values }: Draft): boolean =>
  sent.some((one) => sameValues(one, values));

/** It lies on the server, and not in this browser. */
const isRemote = ({ reason }: FoundDraft): boolean => reason === "elsewhere" || reason === "overtaken";

function localStorageOrNone(): Storage {
  try {
    return localStorage;
  } catch {
    // Switched off: every use throws, which the store takes for "not kept".
    return { length: 0 } as Storage;
  }
}

/** Nothing was typed since the server wrote the page, and it is not the answer to a form. */
function isUntouched(form: HTMLFormElement): boolean {
  if (form.hasAttribute("data-returned")) return false;
  return [...form.elements].every(
    (field) =>
      !(field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")) ||
      field.value === field.defaultValue,
  );
}
