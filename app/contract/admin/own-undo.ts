import { z } from "zod";
import { id } from "#app/contract/common";
import { DECIDED_MAX } from "./rule";

/** Undo of one's own decision within ten seconds, before anyone is notified; identified by its log entries. */
export const ownUndo = z.object({ log: z.array(id).min(1).max(DECIDED_MAX) });
export type OwnUndo = z.output<typeof ownUndo>;

/** Items whose decisions were undone, as named in the log. */
export const undone = z.object({ undone: z.array(z.object({ kind: z.string(), target: z.string() })) });
export type Undone = z.output<typeof undone>;

/** Reply to a decision: how to undo it; null if nothing was decided, or it can't be undone. */
export const ownUndoOrNot = z.object({ log: z.array(z.number()) }).nullable();
