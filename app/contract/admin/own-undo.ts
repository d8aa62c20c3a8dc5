import { z } from "zod";
import { id } from "#app/contract/common";
import { DECIDED_MAX } from "./rule";

/** Decision that whoever made it may take back for ten seconds, before anybody is told: its rows of the log. */
export const ownUndo = z.object({ log: z.array(id).min(1).max(DECIDED_MAX) });
export type OwnUndo = z.output<typeof ownUndo>;

/** Things whose decisions were taken back, as the log names them. */
export const undone = z.object({ undone: z.array(z.object({ kind: z.string(), target: z.string() })) });
export type Undone = z.output<typeof undone>;

/** Reply of a decision: by which it is taken back; null where nothing was decided, or it can't be. */
export const ownUndoOrNot = z.object({ log: z.array(z.number()) }).nullable();
