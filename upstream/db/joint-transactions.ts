import { sql } from "kysely";
import { compiledQuery } from "./compiled-query";
import type { Db } from "./dialect";
import { collectBumps, type VersionKey, writeBumps } from "./versions";

/** Milliseconds after which a joint transaction takes in nothing more: replies of its first members wait for its end. */
const TAKES_IN = 10;

/** Somebody's transaction, to be part of a joint one. */
type Member = {
  work: (trx: Db) => Promise<unknown>;
  finish: () => void;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

type Queue = { members: Member[]; running: boolean };
/** Queues by the adapter of their database: one per open database. */
const queues = new WeakMap<object, Queue>();

/**
 * Runs work in a transaction that it shares with whatever else waits to write at that moment: they run one after
 * another, each within a savepoint, and are committed together. So the file is locked once, pages that several of them
 * change are logged once, and the disk is waited for once. Work that fails is undone alone. Everybody is answered after
 * the commit. For SQLite, where transactions never run at the same time anyway.
 * @param finish last thing that the work does; may still refuse
 * @throws whatever `work` throws, or the reason why nothing could be committed
 */
export function runJointly<T>(db: Db, work: (trx: Db) => Promise<T>, finish: () => void): Promise<T> {
  const { adapter } = db.getExecutor();
  const queue = queues.get(adapter) ?? { members: [], running: false };
  queues.set(adapter, queue);
  return new Promise((resolve, reject) => {
    queue.members.push({ work, finish, resolve: resolve as Member["resolve"], reject });
    if (queue.running) return;
    queue.running = true;
    // Requests that arrived together come here within the same turn of the event loop.
    setImmediate(() => void runAll(db, queue));
  });
}

async function runAll(db: Db, queue: Queue): Promise<void> {
  while (queue.members.length > 0) await runSome(db, queue.members);
  queue.running = false;
}

/** Runs one joint transaction. */
async function runSome(db: Db, waiting: Member[]): Promise<void> {
  const present = waiting.length;
  const taken: Member[] = [];
  const answers: (() => void)[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      const until = performance.now() + TAKES_IN;
      const bumps: VersionKey[] = [];
      do {
        const member = waiting.shift() as Member;
        taken.push(member);
        answers.push(await runMember(trx, member, bumps));
      } while (waiting.length > 0 && performance.now() < until);
      await writeBumps(trx, bumps);
    });
    for (const answer of answers) answer();
  } catch (error) {
    // If it did not even begin, those who were there have waited long enough for the lock.
    const failed = taken.length > 0 ? taken : waiting.splice(0, present);
    for (const { reject } of failed) reject(error);
  }
}

/** @returns how to answer the member once all is committed @throws if all is rolled back, e.g. because the disk is full */
async function runMember(trx: Db, { work, finish, resolve, reject }: Member, bumps: VersionKey[]): Promise<() => void> {
  await begin(trx, {});
  try {
    const { result, keys } = await collectBumps(trx, () => work(trx));
    finish();
    await release(trx, {});
    bumps.push(...keys);
    return () => resolve(result);
  } catch (error) {
    try {
      await rollBack(trx, {});
      await release(trx, {});
    } catch {
      // SQLite has already rolled back everything.
      throw error;
    }
    return () => reject(error);
  }
}

const begin = compiledQuery(() => sql`savepoint member`);
const release = compiledQuery(() => sql`release member`);
const rollBack = compiledQuery(() => sql`rollback to member`);
