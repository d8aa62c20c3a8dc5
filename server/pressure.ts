import { noteServer } from "#app/server/log.server";
import { SECOND } from "#runtime/time-units";
import type { Traffic } from "./traffic";

/** Milliseconds between two looks. */
const LOOK = 500;
/** Milliseconds that have to be calm before it is over. */
const CALM = 10 * SECOND;

type Options = {
  /** Milliseconds that a stranger may wait for a page; 0: there is never any pressure. */
  waitMax: number;
  /** Milliseconds that the first stranger in line has waited. */
  strangersWait: () => number;
  clock?: () => number;
  /** Hears how much of it there is, as it goes on. */
  told?: Traffic["pressed"];
};

export type Pressure = ReturnType<typeof createPressure>;

/**
 * Whether more is asked for than can be made, which is measured: strangers wait too long for their turn, whether for the number
 * of those before them or for a loop that is late. It is over when for ten seconds nobody waited half as long, and no more
 * strangers were put off than were served: those who come to take everything are still there while most are put off.
 */
export function createPressure({ waitMax, strangersWait, clock = () => performance.now(), told = () => {} }: Options) {
  let since: number | null = null;
  let calmSince = 0;
  /** Time up to which its seconds are told. */
  let counted = 0;
  let counts = { served: 0, putOff: 0 };
  let putOff = 0;

  function begin(waited: number): void {
    since = clock();
    calmSince = since;
    counted = since;
    counts = { served: 0, putOff: 0 };
    putOff = 0;
    noteServer("pressure_began", { waited: Math.round(waited) });
  }

  function tellSeconds(): void {
    const seconds = Math.floor((clock() - counted) / SECOND);
    if (seconds === 0) return;
    counted += seconds * SECOND;
    told("pressure.seconds", seconds);
  }

  function endIfCalm(began: number, waited: number): void {
    const now = clock();
    if (waited < waitMax / 2) {
      if (now - calmSince < CALM) return;
      if (counts.putOff <= counts.served) {
        noteServer("pressure_ended", { milliseconds: Math.round(now - began), putOff });
        since = null;
        return;
      }
    }
    calmSince = now;
    counts = { served: 0, putOff: 0 };
  }

  function look(): void {
    const waited = strangersWait();
    if (since !== null) {
      tellSeconds();
      endIfCalm(since, waited);
    } else if (waitMax > 0 && waited >= waitMax) begin(waited);
  }

  const timer = setInterval(look, LOOK).unref();

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
      if (since !== null) told("pressure.put-off");
    },
    /** Looks now, as it does twice a second. */
    look,
    leave: () => clearInterval(timer),
  };
}
