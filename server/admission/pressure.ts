import { noteServer } from "#app/server/log.server";
import { SECOND } from "#runtime/time-units";
import type { Traffic } from "#server/figures/traffic";

/** Milliseconds between two checks. */
const LOOK = 500;
/** Milliseconds of calm after which pressure is over. */
const CALM = 10 * SECOND;

type Options = {
  /** Milliseconds that a stranger may wait for a page; 0: there is never pressure. */
  waitMax: number;
  /** Milliseconds that the first stranger in the queue has been waiting. */
  strangersWait: () => number;
  clock?: () => number;
  /** Reports figures: the seconds that pressure has lasted. */
  told?: Traffic["pressed"];
};

export type Pressure = ReturnType<typeof createPressure>;

/**
 * Measures whether more is requested than can be rendered: strangers wait too long for their turn, be it for a long
 * queue or a late event loop. Pressure ends after ten seconds in which nobody waited half as long and no more strangers
 * were put off than served: scrapers are still there while most of them are put off.
 */
export function createPressure({ waitMax, strangersWait, clock = () => performance.now(), told = () => {} }: Options) {
  let since: number | null = null;
  let calmSince = 0;
  /** Time up to which seconds of pressure have been reported. */
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
    /** Counts a page rendered for a stranger. */
    served(): void {
      counts.served += 1;
    },
    /** Counts a stranger who was told to wait or to pay a toll. */
    putOff(): void {
      counts.putOff += 1;
      putOff += 1;
      if (since !== null) told("pressure.put-off");
    },
    /** Checks now; runs twice a second by itself. */
    look,
    leave: () => clearInterval(timer),
  };
}
