import { type AuditSummary, auditApi } from "#app/contract/admin/audit";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";

/** A moment that has not come, however long the tests stand. */
export const LATER = "2199-01-01T00:00:00.000Z";

/** A site in which every action of the log can be done. */
export type UndoWorld = {
  site: TestUpstream;
  write: Writer;
  zhiku: ZhikuWorld;
  /** Writes what others decide on; has a phone. */
  author: number;
  reader: number;
  /** With a complete professional profile. */
  professional: number;
  /** A call of the owner who makes the changes. */
  staff<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** A call of another owner, who was there before. */
  colleague<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** The newest row of the log; number 0 where there is none. */
  lastEntry(): Promise<Pick<AuditSummary, "id" | "action" | "kind" | "target" | "undoable">>;
  /** Number under which a text waits that the call of its author was held for. */
  held(sent: Promise<unknown>): Promise<number>;
  /** Lets a second pass, and forgets how often somebody did something. */
  pass(): Promise<void>;
  close(): Promise<void>;
};

/** A number that nobody has taken yet, for what has to be unlike all else. */
let taken = 0;
/** A name that nothing else has. */
export function fresh(word: string): string {
  taken += 1;
  return `${word}${taken}`;
}

/** Opens one. */
export async function createUndoWorld(): Promise<UndoWorld> {
  let now = new Date("2026-05-01T00:00:00Z");
  const site = await createTestUpstream({ clock: () => now });
  const zhiku = await createZhikuWorld(site);
  const [owner, other] = [
    await staffToken(site, await addStaff(site, "owner")),
    await staffToken(site, await addStaff(site, "owner")),
  ];
  const staff: UndoWorld["staff"] = (endpoint, input) => site.call(endpoint, input, { token: owner });
  return {
    site,
    zhiku,
    staff,
    write: createWriter(site),
    author: await site.addUser("写的人", "8613800000001"),
    reader: await site.addUser("读的人", "8613800000002"),
    professional: await addProfessional(site, "填过资料的人", "13800000003"),
    colleague: (endpoint, input) => site.call(endpoint, input, { token: other }),
    async lastEntry() {
      const [entry] = (await staff(auditApi.list, { query: { pageSize: 1 } })).list;
      return entry ?? { id: 0, action: "", kind: "", target: "", undoable: false };
    },
    held: (sent) =>
      sent.then(
        () => {
          throw new Error("was not held");
        },
        (error: CallError) => (error.data as { id: number }).id,
      ),
    async pass() {
      now = new Date(now.getTime() + 1000);
      await site.services.db.deleteFrom("rate_limits").execute();
    },
    close: () => site.close(),
  };
}

/** A change of one action of the log, and what taking it back leaves otherwise than it was. */
export type UndoSample = {
  /** Makes what is changed; gives the change, which calls what staff call, once. */
  prepare(world: UndoWorld): Promise<() => Promise<unknown>>;
  /** By table, or by `table.column`, why it is not as before. */
  stays?: Readonly<Record<string, string>>;
};

/** What every second writing of a row leaves: an undo is one. */
export const writtenAgain = (table: string, times: readonly string[] = ["updated_at"]) => ({
  [`${table}.version`]: "counts writings, of which the undo is one: who has an older one open is told",
  ...Object.fromEntries(times.map((time) => [`${table}.${time}`, "says when it was written last"])),
});

/** What an undo leaves that takes something off the site once more: since when it is off. */
export const offSince = (table: string, ...columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [`${table}.${column}`, "says since when it is off the site, which is now"]),
  );
