import { statfs } from "node:fs/promises";
import type { Services } from "./call/context";
import { isSqliteError } from "./db/sqlite";

/** Milliseconds between two write checks while they succeed; otherwise every request checks. */
const WRITE_EVERY = 30_000;
/** Minimum free bytes of the data folder, below which writes are about to fail. */
const FREE_MIN = 32 * 1024 * 1024;
/** Size of the value written by the check. */
const TRIAL_BYTES = 8 * 1024;

type Options = {
  clock?: () => number;
  /** Free bytes of a folder. */
  freeBytes?: (folder: string) => Promise<number>;
};

/**
 * Creates the readiness check: whether the database answers, accepts writes, and has space; logs when a problem starts
 * and ends. Only the first check waits for the write, which may be delayed by a lock without being a failure.
 */
export function createReadiness(
  { config, connection, note }: Pick<Services, "config" | "connection" | "note">,
  { clock = () => performance.now(), freeBytes = freeBytesOf }: Options = {},
): () => Promise<boolean> {
  const local = config.objects.kind === "local" || connection.kind === "sqlite";
  let writable: string | null = null;
  let tried = Number.NEGATIVE_INFINITY;
  let trial: Promise<void> | null = null;
  let said: string | null = null;

  async function tryToWrite(): Promise<void> {
    const value = "1".repeat(TRIAL_BYTES);
    try {
      await connection.aside
        .insertInto("site_settings")
        .values({ key: "readiness", value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
      writable = null;
    } catch (error) {
      if (!isLocked(error)) writable = `the database takes no writes: ${(error as Error).message}`;
    }
    tried = clock();
    trial = null;
  }

  /** Reason why it is not ready; null if it is. */
  async function reason(): Promise<string | null> {
    try {
      await connection.aside.selectFrom("site_settings").select("key").limit(1).execute();
    } catch (error) {
      return `the database does not answer: ${(error as Error).message}`;
    }
    if (local && (await freeBytes(config.dataDir)) < FREE_MIN) return "the disk is full";
    if (writable !== null || clock() - tried >= WRITE_EVERY) {
      const first = tried === Number.NEGATIVE_INFINITY || writable !== null;
      trial ??= tryToWrite();
      if (first) await trial;
    }
    return writable;
  }

  return async () => {
    const now = await reason();
    if (now !== said) {
      if (now) note("not_ready", { reason: now });
      else note("ready_again");
    }
    said = now;
    return now === null;
  };
}

async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist yet.
    return Number.POSITIVE_INFINITY;
  }
}

/** Whether a write only waited too long for another one. */
function isLocked(error: unknown): boolean {
  const { code } = error as { code?: string };
  const LOCK_NOT_AVAILABLE = "55P03";
  return code === LOCK_NOT_AVAILABLE || isSqliteError(error, "BUSY");
}
