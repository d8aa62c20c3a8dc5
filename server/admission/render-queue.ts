import { noteServer } from "#app/server/log.server";

/** The queue is full: one more would wait too long. */
export class OverloadedError extends Error {
  override name = "OverloadedError";
}

/**
 * Queues in which pages wait to be rendered: "first" for members, proved crawlers and forms; "strangers"; "last" for
 * strangers who have only waited, under pressure.
 */
export const LANES = ["first", "strangers", "last"] as const;
export type Lane = (typeof LANES)[number];

type Waiting = {
  since: number;
  isForm: boolean;
  go: (leave: () => void) => void;
  leave: (reason: unknown) => void;
  signal: AbortSignal | null;
};

/** Order in which the lanes are served, by turn: the first lane gets six of eight, and no lane starves. */
const LANE_ORDER: readonly (readonly Lane[])[] = [
  ...Array.from({ length: 3 }, () => ["first", "strangers", "last"] as const),
  ["strangers", "last", "first"],
  ...Array.from({ length: 3 }, () => ["first", "strangers", "last"] as const),
  ["last", "strangers", "first"],
];
/**
 * Maximum number of concurrent renders per lane, so that strangers' pages don't fill the database's queue ahead of a
 * member's. If the upstream does not respond, a render takes until its deadline.
 */
const RENDERS_MAX: Record<Lane, number> = { first: Number.POSITIVE_INFINITY, strangers: 32, last: 2 };

/**
 * Maximum number of members' forms that start in one turn. Most only write, which costs less than a page, and what is
 * written within a turn is one transaction on SQLite (`upstream/db/joint-transactions.ts`). Strangers could send to any
 * URL, and have pages rendered.
 */
const FORMS_MAX = 8;

/**
 * Starts renders one at a time, one per turn of Node's event loop, or several forms. Node accepts one new connection per
 * turn (libuv 1.45 and later), and a turn lasts as long as everything that is ready: if all waiting requests were
 * answered in one turn, new connections would wait for as many pages. Each lane holds up to `waitingMax`; later requests
 * are refused at once.
 */
export function createRenderQueue(waitingMax: number, clock: () => number = () => performance.now()) {
  const waiting: Record<Lane, Waiting[]> = { first: [], strangers: [], last: [] };
  const rendering: Record<Lane, number> = { first: 0, strangers: 0, last: 0 };
  let running = false;
  let noted = false;
  let turns = 0;

  /** Drops readers who have left. @returns the lane whose turn it is; undefined if none waits, or none may start */
  function nextLane(): Lane | undefined {
    for (const lane of LANES) {
      for (let head = waiting[lane][0]; head?.signal?.aborted; head = waiting[lane][0]) {
        waiting[lane].shift();
        head.leave(head.signal?.reason);
      }
    }
    const lanes = LANE_ORDER[turns % LANE_ORDER.length] ?? LANES;
    return lanes.find((one) => waiting[one].length > 0 && rendering[one] < RENDERS_MAX[one]);
  }

  /** Starts the first in a lane. @returns it */
  function start(lane: Lane): Waiting {
    const one = waiting[lane].shift() as Waiting;
    rendering[lane] += 1;
    one.go(() => {
      rendering[lane] -= 1;
      if (waiting[lane].length > 0) run();
    });
    return one;
  }

  /** Starts members' forms right behind one that has started. */
  function startForms(): void {
    for (let forms = 1; forms < FORMS_MAX; forms += 1) {
      const head = waiting.first[0];
      if (!head?.isForm || head.signal?.aborted) return;
      start("first");
    }
  }

  function next(): void {
    const lane = nextLane();
    if (!lane) {
      running = false;
      noted = LANES.some((one) => waiting[one].length > 0) && noted;
      return;
    }
    turns += 1;
    setImmediate(next);
    if (start(lane).isForm && lane === "first") startForms();
  }

  function run(): void {
    if (!running) setImmediate(next);
    running = true;
  }

  return {
    /**
     * Waits until a render may start.
     * @param isForm whether others that are forms may start in the same turn
     * @returns the function to call when it has ended
     * @throws OverloadedError when too many wait; the signal's reason when it aborts first
     */
    enter(signal: AbortSignal | null = null, lane: Lane = "first", isForm = false): Promise<() => void> {
      if (waiting[lane].length >= waitingMax) {
        if (!noted) noteServer("pages_crowded", { waiting: waitingMax });
        noted = true;
        return Promise.reject(new OverloadedError());
      }
      run();
      return new Promise((go, leave) => waiting[lane].push({ since: clock(), isForm, go, leave, signal }));
    },
    /** Number of waiting requests, in total or in a lane. */
    waiting: (lane?: Lane) => (lane ? waiting[lane].length : LANES.reduce((sum, one) => sum + waiting[one].length, 0)),
    /** Milliseconds that the first in the strangers' lane has been waiting. */
    strangersWait: () => {
      const since = waiting.strangers[0]?.since;
      return since === undefined ? 0 : clock() - since;
    },
  };
}
