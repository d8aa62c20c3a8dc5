import { createGate } from "./gate";

const MIB = 1024 * 1024;
/** Bytes of memory that pictures being decoded at once may take together. */
const MEMORY = 400 * MIB;
const AT_ONCE = 2;
const WAITING_MAX = 16;

const gate = createGate(MEMORY, WAITING_MAX);

/**
 * Decodes a member's picture when it is its turn: two at once in this process, or one that takes much memory.
 * @param memory estimated bytes; see `measureImage`
 * @throws BusyError if too many are waiting
 */
export const inPictureTurn = <T>(memory: number, task: () => Promise<T>): Promise<T> =>
  gate(task, Math.max(memory, MEMORY / AT_ONCE));
