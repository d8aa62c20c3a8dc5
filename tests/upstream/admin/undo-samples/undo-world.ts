import { type AuditSummary, auditApi } from "#app/contract/admin/system/audit";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import type { Permission } from "#app/contract/permissions";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { hashToken } from "#upstream/db/token-hash";

/** A time in the future, however long the tests exist. */
export const LATER = "2199-01-01T00:00:00.000Z";

/** A site in which every logged action can be done. */
export type UndoWorld = {
  upstream: TestUpstream;
  write: Writer;
  zhiku: ZhikuWorld;
  /** Author of the texts to decide on; has a phone. */
  author: number;
  reader: number;
  /** Member with a complete professional profile. */
  professional: number;
  /** A call by the owner who makes the changes. */
  staff<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** Permission required by the latest call of `staff`. */
  required(): Permission;
  /** Runs `work` while the owner who makes the changes would have to verify their identity again. */
  unproven<T>(work: () => Promise<T>): Promise<T>;
  /** A call by another owner, who existed before. */
  colleague<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** The latest log entry; id 0 if there is none. */
  lastEntry(): Promise<Pick<AuditSummary, "id" | "action" | "kind" | "target" | "undoable">>;
  /** Id of the held text that a call by its author created. */
  held(sent: Promise<unknown>): Promise<number>;
  /** Advances the clock by a second, and resets all limits. */
  pass(): Promise<void>;
  close(): Promise<void>;
};

/** Markdown of an uploaded picture: rendering it reads the database, which an undo must do inside its transaction. */
export const PICTURE = `![](/oss/content/202601/${"a".repeat(32)}.png)`;

/** Counter for unique values. */
let taken = 0;
/** A unique name. */
export function fresh(word: string): string {
  taken += 1;
  return `${word}${taken}`;
}

/** Creates an undo world. */
export async function createUndoWorld(): Promise<UndoWorld> {
  let now = new Date("2026-05-01T00:00:00Z");
  const upstream = await createTestUpstream({ clock: () => now });
  const zhiku = await createZhikuWorld(upstream);
  const [owner, other] = [
    await staffToken(upstream, await addStaff(upstream, "owner")),
    await staffToken(upstream, await addStaff(upstream, "owner")),
  ];
  let required: Permission = "console.enter";
  const staff: UndoWorld["staff"] = (endpoint, input) => {
    required = endpoint.permission ?? "console.enter";
    return upstream.call(endpoint, input, { token: owner });
  };
  return {
    upstream,
    zhiku,
    staff,
    required: () => required,
    async unproven(work) {
      const set = (sudo_until: string) =>
        upstream.services.db
          .updateTable("sessions")
          .set({ sudo_until })
          .where("token_hash", "=", hashToken(owner))
          .execute();
      await set("");
      return work().finally(() => set(LATER));
    },
    write: createWriter(upstream),
    author: await upstream.addUser("写的人", "8613800000001"),
    reader: await upstream.addUser("读的人", "8613800000002"),
    professional: await addProfessional(upstream, "填过资料的人", "13800000003"),
    colleague: (endpoint, input) => upstream.call(endpoint, input, { token: other }),
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
      await upstream.services.db.deleteFrom("rate_limits").execute();
    },
    close: () => upstream.close(),
  };
}

/** A change for one logged action, and what differs after undoing it. */
export type UndoSample = {
  /** Prepares the target; returns the change, which makes one call of staff. */
  prepare(world: UndoWorld): Promise<() => Promise<unknown>>;
  /** Reasons for differences, by table or by `table.column`. */
  stays?: Readonly<Record<string, string>>;
};

/** Difference after any second write of a row, such as an undo. */
export const writtenAgain = (table: string, times: readonly string[] = ["updated_at"]) => ({
  [`${table}.version`]: "counts writings, of which the undo is one: who has an older one open is told",
  ...Object.fromEntries(times.map((time) => [`${table}.${time}`, "says when it was written last"])),
});

/** Difference after an undo that removes an item again: the time of removal. */
export const offSince = (table: string, ...columns: readonly string[]) =>
  Object.fromEntries(
    columns.map((column) => [`${table}.${column}`, "says since when it is off the site, which is now"]),
  );
