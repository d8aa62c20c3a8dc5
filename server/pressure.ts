import { noteServer } from "#app/server/log.server";
import { SECOND } from "#runtime/time-units";

/** Milliseconds between two looks. */
const LOOK = 500;
/** Milliseconds that the loop may be late. */
const LATE_MAX = SECOND;
/** Milliseconds that have to be calm before it is over. */
const CALM = 10 * SECOND;

type Options = {
  /** Milliseconds that a stranger may wait for a page; 0: there is never any pressure. */
  waitMax: number;
  /** Milliseconds that the first stranger in line has waited. */
  strangersWait: () => number;
  clock?: () => number;
};

export type Pressure = ReturnType<typeof createPressure>;

/**
 * Whether more is asked for than can be made, which is measured: strangers wait too long for their turn, or the loop is late.
 * It is over when for ten seconds nobody waited half as long, and no more strangers were put off than were served: those who
 * come to take everything are still there while most are put off.
 */
export function createPressure({ waitMax, strangersWait, clock = () => performance.now() }: Options) {
  let since: number | null = null;
  let calmSince = 0;
  let lookedAt = clock();
  let counts = { served: 0, putOff: 0 };
  let putOff = 0;

  function begin(waited: number, late: number): void {
    since = clock();
    calmSince = since;
    counts = { served: 0, putOff: 0 };
    putOff = 0;
    noteServer("pressure_began", { waited: Math.round(waited), late: Math.round(late) });
  }

  function endIfCalm(waited: number, late: number): void {
    const now = clock();
    if (since === null) return;
    if (waited >= waitMax / 2 || late >= LATE_MAX / 2) calmSince = now;
    else if (now - calmSince < CALM) return;
    else if (counts.putOff <= counts.served) {
      noteServer("pressure_ended", { milliseconds: Math.round(now - since), putOff });
      since = null;
      return;
    } else calmSince = now;
    counts = { served: 0, putOff: 0 };
  }

  function look(late = 0): void {
    if (waitMax === 0) return;
    const waited = strangersWait();
    if (since !== null) endIfCalm(waited, late);
    else if (waited >= waitMax || late >= LATE_MAX) begin(waited, late);
  }

  const timer = setInterval(() => {
    const now = clock();
    const late = Math.max(0, now - lookedAt - LOOK);
    lookedAt = now;
    look(late);
  }, LOOK).unref();

  return {
    isOn(): boolean {
      if (since === null) look();
      return since !== null;
    },
    /** Counts a page that was made for a stranger. */
    served(): void {
      counts.served += 1;
    },
    /** Counts a stranger who has to wait or to show something. */
    putOff(): void {
      counts.putOff += 1;
      putOff += 1;
    },
    /** Looks now, knowing how many milliseconds the loop was late. */
    look,
    leave: () => clearInterval(timer),
  };
}
