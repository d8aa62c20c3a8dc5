// Lets one process at a time build into build/ and dist/.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const LOCK = ".cache/build.lock";
/** Milliseconds between two looks at the lock of another process. */
const LOOKED_EVERY = 300;
/** Milliseconds between two marks of the holder that it lives. */
const MARKED_EVERY = 2_000;
/** Milliseconds without a mark after which the holder is dead, whatever process has its number now. */
const DEAD_AFTER = 60_000;

/** @typedef {{ id: string, pid: number, host: string }} Holder */

/**
 * Waits until no other process builds, and keeps others from building until this process ends or releases the lock.
 * @returns {Promise<() => void>} releases it
 */
export async function lockBuild() {
  const own = { id: randomUUID(), pid: process.pid, host: hostname() };
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let told = false; !(await isTaken(own)); told = true) {
    const holder = holderOf();
    if (!told && holder) console.error(`Waiting for process ${holder.pid}, which is building …`);
    await wait(LOOKED_EVERY);
  }
  const marking = setInterval(() => {
    if (holderOf()?.id === own.id) utimesSync(LOCK, new Date(), new Date());
  }, MARKED_EVERY);
  marking.unref();
  const release = () => {
    clearInterval(marking);
    if (holderOf()?.id === own.id) rmSync(LOCK, { force: true });
  };
  process.once("exit", release);
  return () => {
    process.off("exit", release);
    release();
  };
}

/** Takes the lock if nobody has it, or whoever had it is dead. @param {Holder} own @returns {Promise<boolean>} */
async function isTaken(own) {
  const text = JSON.stringify(own);
  try {
    writeFileSync(LOCK, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  if (isHeld()) return false;
  const file = `${LOCK}.${own.id}`;
  writeFileSync(file, text);
  // Another one may have taken it from the dead one meanwhile.
  if (isHeld()) {
    rmSync(file);
    return false;
  }
  renameSync(file, LOCK);
  // Of several that do so at the same moment, the last one has it.
  await wait(LOOKED_EVERY);
  return holderOf()?.id === own.id;
}

/** Whether the process that has the lock may still be building. */
function isHeld() {
  const holder = holderOf();
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age > DEAD_AFTER) return false;
  // It has just been created, and its content is not there yet.
  if (!holder) return age < LOOKED_EVERY;
  // The processes of another container, or machine, can't be asked.
  if (holder.host !== hostname()) return true;
  // In a container that was restarted, this process may have the number of the one that had the lock.
  return holder.pid !== process.pid && isAlive(holder.pid);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** The process that has the lock; null if none has it. @returns {Holder | null} */
function holderOf() {
  try {
    return JSON.parse(readFileSync(LOCK, "utf8"));
  } catch {
    return null;
  }
}
