import type { StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** A row of the log as an undo needs it; `before` and `after` parsed. */
export type Undoable = {
  id: number;
  action: string;
  kind: string;
  target: string;
  before: unknown;
  after: unknown;
  /** Whoever did it takes it back a moment later. */
  ownAtOnce: boolean;
};

/**
 * Takes one thing back, in a transaction. Refused where it was changed since.
 * @throws BusinessError CONFLICT
 */
export type Undo = (trx: Db, call: StaffCall, row: Undoable) => Promise<void>;

/** By action, how it is taken back; what is not here can't be. */
const UNDOS: Record<string, Undo> = {};

/** Says how an action is taken back; called by the module that does it. */
export function undoes(action: string, undo: Undo): void {
  UNDOS[action] = undo;
}

/** Way in which an action is taken back; undefined where it can't be. */
export const undoOf = (action: string): Undo | undefined => UNDOS[action];

/** Every action that can be taken back, as the modules that are loaded have said. */
export const undoableActions = (): string[] => Object.keys(UNDOS).sort();
