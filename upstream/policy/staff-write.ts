import type { StaffCall } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { type Actor, byCaller, loggedWrite, type Note } from "./logged-write";

/**
 * Runs a transaction of a staff member: the changes and one audit log entry for each (`note`), all or nothing. If
 * nothing is noted, nothing may have changed. A dry run returns the result and is rolled back. Staff transactions run
 * one after another, so no colleague changes what was read before a write; members may.
 * @throws whatever `work` throws
 */
export async function staffWrite<T>(call: StaffCall, work: (trx: Db, note: Note) => Promise<T>): Promise<T> {
  return (await notedWrite(call, work)).result;
}

/** Like `staffWrite`; also returns the ids of its audit log entries. @throws whatever `work` throws */
export function notedWrite<T>(
  call: StaffCall,
  work: (trx: Db, note: Note) => Promise<T>,
): Promise<{ result: T; log: number[] }> {
  return loggedWrite(call.db, work, { by: () => byStaff(call), dryRun: call.client.dryRun });
}

/** The call as a dry run, if that is requested. */
export const onlyTried = (call: StaffCall, dryRun: boolean): StaffCall =>
  dryRun ? { ...call, client: { ...call.client, dryRun } } : call;

function byStaff(call: StaffCall): Actor {
  const { userId: actorId, roles } = call.viewer;
  return byCaller(call, { actorId, via: VIA[call.client.device] ?? "console", roles });
}

/** Device of calls by the command line; no caller outside this process can claim it. */
export const COMMAND_LINE = "\u0000command-line";
/** Device of scheduled work. */
export const SCHEDULE = "\u0000schedule";

const VIA: Record<string, Actor["via"]> = { [COMMAND_LINE]: "command-line", [SCHEDULE]: "schedule" };
