import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "#app/components/layout/toast";
import { type EditorValues, readValues, sameValues } from "../editor-values";
import type { EditorSettings } from "../load-editor.server";
import { setField } from "./apply-edit";
import { createAutosave } from "./autosave";
import { createDraftStore, type Draft, hasWords } from "./draft-store";
import { withoutUploadMarks } from "./picture-marks";
import { createServerDrafts } from "./server-drafts";

/** What the page says about the draft. */
export type DraftStatus = { place: "here" | "everywhere" | "nowhere"; at: number } | null;

/** A draft that was found: put into the form already, or only offered. */
export type FoundDraft = { draft: Draft; restored: boolean; reason: "unfinished" | "elsewhere" | "old-version" };

/**
 * Keeps what is written: in this browser with every change, on the server after a rest. What was found when the page
 * opened is put back if it is this browser's own, and offered if it comes from elsewhere or from an older version.
 */
export function useDraft(form: HTMLFormElement, settings: EditorSettings) {
  const [status, setStatus] = useState<DraftStatus>(null);
  const [found, setFound] = useState<FoundDraft | null>(null);
  const published = useRef<EditorValues | null>(null);
  const { path, draftKey } = settings;
  const store = useMemo(() => createDraftStore(localStorageOrNone(), draftKey), [draftKey]);
  const remote = useMemo(() => createServerDrafts(path), [path]);
  const autosave = useMemo(
    () =>
      createAutosave(async () => {
        const kept = await remote.save(readValues(new FormData(form)));
        if (kept === null) return;
        store.synced(kept);
        setStatus({ place: "everywhere", at: Date.now() });
      }),
    [form, remote, store],
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
    const leave = () => {
      if (document.visibilityState === "hidden") void autosave.flush();
    };
    form.addEventListener("input", onInput);
    form.addEventListener("compositionend", keep);
    document.addEventListener("visibilitychange", leave);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("compositionend", keep);
      document.removeEventListener("visibilitychange", leave);
      void autosave.flush();
    };
  }, [form, store, autosave]);

  useEffect(() => {
    let here = true;
    const current = readValues(new FormData(form));
    published.current ??= current;
    const local = store.newest();
    if (local && !sameValues(local.values, current)) {
      // What came back from a form that was sent, or was typed just now, is newer than any draft.
      const untouched = isUntouched(form);
      const restored = untouched && local.values.version === current.version;
      if (restored) fill(form, local.values);
      const reason = local.values.version === current.version ? "unfinished" : "old-version";
      setFound({ draft: local, restored, reason });
    }
    void remote.find().then((elsewhere) => {
      if (!here || !elsewhere || elsewhere.savedAt === store.syncedAt()) return;
      if (!sameValues(elsewhere.values, readValues(new FormData(form)))) {
        setFound({ draft: elsewhere, restored: false, reason: "elsewhere" });
      }
    });
    return () => {
      here = false;
    };
  }, [form, store, remote]);

  return {
    status,
    found,
    /** Puts the draft that was offered into the form. */
    take: useCallback(() => {
      if (found) fill(form, found.draft.values);
      setFound(null);
    }, [form, found]),
    /** Forgets the draft; one that is in the form already makes room for what was there before. */
    drop: useCallback(async () => {
      if (found?.restored && published.current) fill(form, published.current);
      setFound(null);
      autosave.stop();
      store.clear();
      setStatus(null);
      if (!(await remote.remove())) toast("草稿没有从服务器上删除，请稍后再试");
    }, [form, found, autosave, store, remote]),
    /** Before publishing: a draft that arrived later would outlive what was published. */
    settle: useCallback(() => autosave.settle(), [autosave]),
    /** When it was not published after all. */
    resume: useCallback(() => autosave.changed(), [autosave]),
    /** After publishing, which removes the server's copy itself. */
    forget: useCallback(() => {
      autosave.stop();
      store.clear();
    }, [autosave, store]),
    /** Lets a message go. */
    dismiss: useCallback(() => setFound(null), []),
  };
}

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
  if (form.hasAttribute("data-answered")) return false;
  return [...form.elements].every(
    (field) =>
      !(field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text")) ||
      field.value === field.defaultValue,
  );
}

function fill(form: HTMLFormElement, values: EditorValues): void {
  const field = (name: string) => form.elements.namedItem(name);
  for (const name of ["title", "tags", "classificationId", "coverUrl"] as const) setField(field(name), values[name]);
  const version = field("version");
  if (version instanceof HTMLInputElement) version.value = String(values.version);
  const ai = field("aiGenerated");
  if (ai instanceof HTMLInputElement) ai.checked = values.aiGenerated;
  setField(field("content"), withoutUploadMarks(values.content));
}
