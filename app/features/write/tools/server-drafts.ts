import { type EditorValues, KNOWN_DRAFT } from "#app/features/write/model/editor-values";
import { request, send } from "#app/forms/request";
import type { Draft } from "./draft-store";

/** Characters of a draft up to which browsers send it while the page is being closed (64 KiB in all). */
const KEEPALIVE_MAX = 15_000;

/** Codes where there are none, of this text or on this site. */
const GONE = ["NOT_FOUND", "NOT_IMPLEMENTED"];

type Saved = { savedAt: number } | { overtakenBy: Draft };

/**
 * The drafts of one text on the server; `slot` names one among several new ones. An upstream without drafts, or no
 * network, is no error: nothing is kept then.
 */
export function createServerDrafts(path: string, slot: string) {
  const draftPath = path.replace("/write/", "/write/draft/") + (slot ? `?draft=${slot}` : "");
  const form = (intent: string, values?: EditorValues): FormData => {
    const body = new FormData();
    body.set("intent", intent);
    for (const [name, value] of Object.entries(values ?? {})) {
      if (typeof value !== "boolean") body.set(name, String(value));
      else if (value) body.set(name, "1");
    }
    return body;
  };
  return {
    /**
     * Saves it, unless another draft is there than the one saved at `knownAt` (null: none).
     * @returns when, by the server's clock, or the other draft; null when it was not heard
     */
    async save(values: EditorValues, knownAt: number | null): Promise<Saved | null> {
      const keepalive = document.visibilityState === "hidden" && values.content.length < KEEPALIVE_MAX;
      const body = form("save", values);
      body.set(KNOWN_DRAFT, knownAt === null ? "" : new Date(knownAt).toISOString());
      return request<Saved>(draftPath, { body, keepalive }).catch(() => null);
    },
    /** @returns the draft, null where there is none; null for all when it was not heard */
    find: (): Promise<{ draft: Draft | null } | null> =>
      request<Draft | null>(draftPath).then(
        (draft) => ({ draft }),
        () => null,
      ),
    /** Whether it is gone. */
    async remove(): Promise<boolean> {
      const result = await send(draftPath, { body: form("remove") });
      return result.status === "ok" || (result.status === "refused" && GONE.includes(result.code));
    },
  };
}
