import { noteServer } from "#app/server/log.server";

/** So many wait already that one more would wait too long. */
export class OverloadedError extends Error {
  override name = "OverloadedError";
}

type Waiting = { go: () => void; leave: (reason: unknown) => void; signal: AbortSignal | null };

/**
 * Lets one after another begin, one in each turn of Node's loop. Node takes in one new connection a turn (libuv 1.45 and
 * later), and a turn lasts as long as all that is ready at once: were everybody answered who is already in, those outside
 * would wait for as many pages each. So many may wait; who comes then is told so at once.
 */
export function createTurns(waitingMax: number) {
  const waiting: Waiting[] = [];
  let running = false;
  let told = false;

  function next(): void {
    const one = waiting.shift();
    if (!one) {
      running = false;
      told = false;
    } else if (one.signal?.aborted) {
      one.leave(one.signal.reason);
      next();
    } else {
      setImmediate(next);
      one.go();
    }
  }

  return {
    /**
     * Comes to an end when it is one's turn.
     * @throws OverloadedError when too many wait; the signal's reason when it has aborted by then
     */
    take(signal: AbortSignal | null = null): Promise<void> {
      if (waiting.length >= waitingMax) {
        if (!told) noteServer("pages_crowded", { waiting: waitingMax });
        told = true;
        return Promise.reject(new OverloadedError());
      }
      if (!running) setImmediate(next);
      running = true;
      return new Promise((go, leave) => waiting.push({ go, leave, signal }));
    },
    waiting: () => waiting.length,
  };
}
