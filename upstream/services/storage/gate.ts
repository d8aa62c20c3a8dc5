/** Thrown if too many are already waiting. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** Runs a task once there is room for its weight, 1 by default. */
export type Gate = <T>(task: () => Promise<T>, weight?: number) => Promise<T>;

/**
 * Runs tasks in order, as many at once as weigh at most `limit` together (a heavier one runs alone), and queues at most
 * `waitingMax`; further ones throw BusyError.
 */
export function createGate(limit: number, waitingMax: number): Gate {
  let running = 0;
  const waiting: { weight: number; start: () => void }[] = [];
  const hasRoom = (weight: number) => running === 0 || running + weight <= limit;
  return async (task, weight = 1) => {
    if (waiting.length > 0 || !hasRoom(weight)) {
      if (waiting.length >= waitingMax) throw new BusyError("too many images at once");
      await new Promise<void>((start) => waiting.push({ weight, start }));
    } else running += weight;
    try {
      return await task();
    } finally {
      running -= weight;
      for (let next = waiting[0]; next && hasRoom(next.weight); next = waiting[0]) {
        waiting.shift();
        running += next.weight;
        next.start();
      }
    }
  };
}
