import { noteServer } from "#app/server/log.server";

/** So many wait already that one more would wait too long. */
export class OverloadedError extends Error {
  override name = "OverloadedError";
}

/**
 * Lines in which pages wait to be made: those of members, proved crawlers and forms; of strangers; of strangers who have
 * shown nothing while it is crowded.
 */
export const LANES = ["first", "strangers", "last"] as const;
export type Lane = (typeof LANES)[number];

type Waiting = {
  since: number;
  go: (leave: () => void) => void;
  leave: (reason: unknown) => void;
  signal: AbortSignal | null;
};

/** Turns, again and again: the first line has six of eight where somebody waits in it, and nobody waits for ever. */
const ROTA: readonly (readonly Lane[])[] = [
  ...Array.from({ length: 3 }, () => ["first", "strangers", "last"] as const),
  ["strangers", "last", "first"],
  ...Array.from({ length: 3 }, () => ["first", "strangers", "last"] as const),
  ["last", "strangers", "first"],
];
/**
 * Pages of a line that are made at once, so that strangers' stand in no long line at the database before a member's. Where an
 * upstream says nothing they take as long as it is waited for.
 */
const MADE_AT_ONCE: Record<Lane, number> = { first: Number.POSITIVE_INFINITY, strangers: 32, last: 2 };

/**
 * Lets one after another begin, one in each turn of Node's loop. Node takes in one new connection a turn (libuv 1.45 and
 * later), and a turn lasts as long as all that is ready at once: were everybody answered who is already in, those outside
 * would wait for as many pages each. So many may wait in each line; who comes then is told so at once.
 */
export function createTurns(waitingMax: number, clock: () => number = () => performance.now()) {
  const waiting: Record<Lane, Waiting[]> = { first: [], strangers: [], last: [] };
  const made: Record<Lane, number> = { first: 0, strangers: 0, last: 0 };
  let running = false;
  let told = false;
  let given = 0;

  /** Takes the next one who may begin out of their line; null when nobody waits, or for those whose pages are made. */
  function takeNext(): [Waiting, Lane] | null {
    for (const lane of LANES) {
      for (let head = waiting[lane][0]; head?.signal?.aborted; head = waiting[lane][0]) {
        waiting[lane].shift();
        head.leave(head.signal?.reason);
      }
    }
    const lanes = ROTA[given % ROTA.length] ?? LANES;
    const lane = lanes.find((one) => waiting[one].length > 0 && made[one] < MADE_AT_ONCE[one]);
    const next = lane && waiting[lane].shift();
    return next && lane ? [next, lane] : null;
  }

  function next(): void {
    const taken = takeNext();
    if (!taken) {
      running = false;
      told = LANES.some((lane) => waiting[lane].length > 0) && told;
      return;
    }
    const [one, lane] = taken;
    given += 1;
    made[lane] += 1;
    setImmediate(next);
    one.go(() => {
      made[lane] -= 1;
      if (waiting[lane].length > 0) run();
    });
  }

  function run(): void {
    if (!running) setImmediate(next);
    running = true;
  }

  return {
    /**
     * Comes to an end when it is one's turn, with what ends that.
     * @throws OverloadedError when too many wait; the signal's reason when it has aborted by then
     */
    take(signal: AbortSignal | null = null, lane: Lane = "first"): Promise<() => void> {
      if (waiting[lane].length >= waitingMax) {
        if (!told) noteServer("pages_crowded", { waiting: waitingMax });
        told = true;
        return Promise.reject(new OverloadedError());
      }
      run();
      return new Promise((go, leave) => waiting[lane].push({ since: clock(), go, leave, signal }));
    },
    /** Number of those who wait, in all or in a line. */
    waiting: (lane?: Lane) => (lane ? waiting[lane].length : LANES.reduce((sum, one) => sum + waiting[one].length, 0)),
    /** Milliseconds that the first in the strangers' line has waited. */
    strangersWait: () => {
      const since = waiting.strangers[0]?.since;
      return since === undefined ? 0 : clock() - since;
    },
  };
}
