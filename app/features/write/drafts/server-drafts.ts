import type { EditorSettings } from "#app/features/write/model/editor-settings.server";
import { type EditorValues, KNOWN_DRAFT } from "#app/features/write/model/editor-values";
import { isoOf } from "#app/features/write/model/iso-of";
import { writePaths } from "#app/features/write/model/write-paths";
import type { FormResult } from "#app/forms/form-result";
import { request, send } from "#app/forms/request";
import { WRITER } from "#app/forms/writer";
import type { Draft } from "./draft-store";

/** Maximum characters of a draft that browsers send while the page is being closed (`keepalive`: 64 KiB in all). */
const KEEPALIVE_MAX = 15_000;

/** Codes that mean there are no drafts, of this text or on this site. */
const GONE = ["NOT_FOUND", "NOT_IMPLEMENTED"];

type Saved = { savedAt: number } | { overtakenBy: Draft };
type Removed = { overtakenBy: Draft | null };

/**
 * Creates access to one text's drafts on the server; `slot` distinguishes several new texts. An upstream without
 * drafts, or no network, is no error: nothing is kept then. Nor is anything kept once another member than the `writer`
 * is logged in.
 */
export function createServerDrafts({ path, writer }: Pick<EditorSettings, "path" | "writer">, slot: string) {
  const draftPath = writePaths.draft(path, slot);
  const form = (intent: string, values?: EditorValues): FormData => {
    const body = new FormData();
    body.set("intent", intent);
    body.set(WRITER, String(writer));
    for (const [name, value] of Object.entries(values ?? {})) {
      if (typeof value !== "boolean") body.set(name, String(value));
      else if (value) body.set(name, "1");
    }
    return body;
  };
  return {
    /**
     * Saves a draft, unless the stored draft is not the one saved at `knownAt` (null: none).
     * @returns the time by the server's clock, or the conflicting draft; null if the server did not answer
     */
    async save(values: EditorValues, knownAt: number | null): Promise<Saved | null> {
      const keepalive = document.visibilityState === "hidden" && values.content.length < KEEPALIVE_MAX;
      const body = form("save", values);
      body.set(KNOWN_DRAFT, knownAt === null ? "" : isoOf(knownAt));
      return request<Saved>(draftPath, { body, keepalive }).catch(() => null);
    },
    /** @returns the draft, or null inside if there is none; null if the server did not answer */
    find: (): Promise<{ draft: Draft | null } | null> =>
      request<Draft | null>(draftPath).then(
        (draft) => ({ draft }),
        () => null,
      ),
    /**
     * Deletes the draft, unless the stored one is not that of `knownAt` (ISO 8601; empty: none).
     * @returns the draft that is stored instead, if any; null if the server did not answer
     */
    async remove(knownAt: string): Promise<Removed | null> {
      const body = form("remove");
      body.set(KNOWN_DRAFT, knownAt);
      const result = await send<FormResult<Removed>>(draftPath, { body });
      if (result.status === "ok") return result.data;
      return GONE.includes(result.code) ? { overtakenBy: null } : null;
    },
  };
}
