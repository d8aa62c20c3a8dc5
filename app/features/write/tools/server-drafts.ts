import type { EditorValues } from "../editor-values";
import type { Draft } from "./draft-store";
import { request } from "./request";

/** Characters of a draft up to which browsers send it while the page is being closed (64 KiB in all). */
const KEEPALIVE_MAX = 15_000;

/** The drafts of one text on the server. An upstream without drafts, or no network, is no error: nothing is kept then. */
export function createServerDrafts(path: string) {
  const draftPath = path.replace("/write/", "/write/draft/");
  const form = (intent: string, values?: EditorValues): FormData => {
    const body = new FormData();
    body.set("intent", intent);
    for (const [name, value] of Object.entries(values ?? {})) {
      if (name !== "aiGenerated") body.set(name, String(value));
      else if (value) body.set(name, "1");
    }
    return body;
  };
  return {
    /** When it was saved, by the server's clock; null when it was not. */
    async save(values: EditorValues): Promise<number | null> {
      const keepalive = document.visibilityState === "hidden" && values.content.length < KEEPALIVE_MAX;
      const answer = await request<{ savedAt: number }>(draftPath, { body: form("save", values), keepalive }).catch(
        () => null,
      );
      return answer?.savedAt ?? null;
    },
    async find(): Promise<Draft | null> {
      const answer = await request<{ draft: Draft | null }>(draftPath).catch(() => null);
      return answer?.draft ?? null;
    },
    /** Whether it is gone. */
    remove: async (): Promise<boolean> =>
      (await request(draftPath, { body: form("remove") }, [501]).catch(() => null)) !== null,
  };
}
