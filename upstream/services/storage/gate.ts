/** Thrown if too many are already waiting. */
export class BusyError extends Error {
  override name = "BusyError";
}

/** Runs at most `limit` tasks at once and queues at most `waitingMax`; further ones throw BusyError. */
export function createGate(limit: number, waitingMax: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) {
      if (waiting.length >= waitingMax) throw new BusyError("too many images at once");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
