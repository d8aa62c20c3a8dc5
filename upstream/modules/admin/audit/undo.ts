import { DANGEROUS, type Permission } from "#app/contract/permissions";
import type { StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";

/** A log entry as needed to undo it; `before` and `after` parsed. */
export type Undoable = {
  id: number;
  action: string;
  kind: string;
  target: string;
  before: unknown;
  after: unknown;
  /** Whether the actor undoes the action within the time limit. */
  ownAtOnce: boolean;
};

/**
 * Undoes an action in a transaction, inside which the call reads and renders, too. Refused if its target was changed
 * since.
 * @throws BusinessError CONFLICT
 */
export type Undo = (trx: Db, call: StaffCall, row: Undoable) => Promise<void>;

/** Undo functions by action; other actions can't be undone. */
const UNDOS: Record<string, Undo> = {};
/** Permissions that dangerous actions among them require. */
const DANGERS: Record<string, Permission> = {};

/** Registers how to undo an action; called by the module that performs it. */
export function undoes(action: string, undo: Undo): void {
  UNDOS[action] = undo;
}

/** Registers how to undo an action that requires a dangerous permission, and so does its undo. */
export function undoesDangerous(permission: Permission, action: string, undo: Undo): void {
  undoes(action, undo);
  DANGERS[action] = permission;
}

/** Undo function of an action; undefined if it can't be undone. */
export const undoOf = (action: string): Undo | undefined => UNDOS[action];

/** Whether undoing an action requires verification again, as the action does. */
export function isDangerousUndo(action: string): boolean {
  const permission = DANGERS[action];
  return permission !== undefined && DANGEROUS.has(permission);
}

/** All undoable actions, as registered by the loaded modules. */
export const undoableActions = (): string[] => Object.keys(UNDOS).sort();
