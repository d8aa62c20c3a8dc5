import { type EditorValues, sameValues } from "#app/features/write/model/editor-values";
import { isoOf } from "#app/features/write/model/iso-of";
import type { createDraftStore, Draft } from "./draft-store";
import type { createServerDrafts } from "./server-drafts";

/** Maximum number of sent drafts to remember: as many as can be in flight when pages are closed one after another. */
const SENT_MAX = 3;

type Store = ReturnType<typeof createDraftStore>;
type Server = Pick<ReturnType<typeof createServerDrafts>, "save">;

/**
 * Creates the link between a text's draft in this browser and the one on the server. It remembers which of the server's
 * drafts this page knows of, because only that one may be replaced: others are somebody else's words, or the author's own
 * from another device.
 */
export function createDraftSync(store: Store, server: Server) {
  /** Time of the server's draft that this page knows of; null for none. Each tab has its own. */
  let known: number | null = null;
  /** Drafts that this page, or one before it in this browser, sent without getting a reply; the last few. */
  let sent: readonly EditorValues[] = store.sent();
  let behind = false;

  const isOurs = ({ values }: Draft): boolean => sent.some((one) => sameValues(one, values));

  return {
    /** Whether this page knows of a draft on the server. */
    knowsAny: (): boolean => known !== null,
    /** Time of the draft on the server that this page knows of, in ISO 8601; empty for none. */
    knownAt: (): string => (known === null ? "" : isoOf(known)),
    /** Whether the last changes may not have reached the server. */
    isBehind: (): boolean => behind,
    /** Sets whether the last changes may not have reached the server. */
    setBehind(now: boolean): void {
      behind = now;
    },
    /** Takes a draft as known, because the author has seen it; null for none. */
    accept(draft: Draft | null): void {
      known = draft?.savedAt ?? null;
    },
    /** Takes the server's draft as known if it comes from this browser. @returns whether it does, or there is none */
    recognize(draft: Draft | null): boolean {
      known = draft && (isOurs(draft) ? draft.savedAt : store.syncedAt());
      return draft === null || draft.savedAt === known;
    },
    /** The server can't be asked. Its draft may come from this browser; otherwise saving will find the conflict. */
    assume(): void {
      known = store.syncedAt();
    },
    /** Saves a draft on the server. @returns the conflicting draft, which is kept; null if there was no answer */
    async save(values: EditorValues): Promise<"saved" | { overtakenBy: Draft } | null> {
      const local = store.newest();
      sent = [...sent, values].slice(-SENT_MAX);
      store.sending(sent);
      // The network may come back before a failure is noticed.
      behind = true;
      let reply = await server.save(values, known);
      // The "conflicting" draft was sent by a page of this browser that is closed by now.
      if (reply && "overtakenBy" in reply && isOurs(reply.overtakenBy))
        reply = await server.save(values, reply.overtakenBy.savedAt);
      if (reply === null) return null;
      behind = false;
      if ("savedAt" in reply) {
        known = reply.savedAt;
        sent = [];
        store.synced(reply.savedAt, local);
        return "saved";
      }
      if (!sameValues(reply.overtakenBy.values, values)) return reply;
      known = reply.overtakenBy.savedAt;
      return "saved";
    },
  };
}
