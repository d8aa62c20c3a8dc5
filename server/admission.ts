import type { Metrics } from "#runtime/metrics";
import type { Caller } from "./caller";
import type { KnownLogins } from "./known-logins";
import type { Pressure } from "./pressure";
import type { ProvedCrawlers } from "./proved-crawlers";
import type { ReadLimits } from "./read-limits";
import type { Reader } from "./reader";
import type { Tolls } from "./toll";
import type { createTurns, Lane } from "./turns";

/** Seconds after which it is worth to ask again, and milliseconds that have to have passed for it to count as waiting. */
const COME_BACK = { seconds: 5, waited: 4_000 };
/** Strangers who may wait in the last line; half of the places are for who has waited before. */
const LAST_PLACES = 24;

/** A page is not made now: who asks comes back in some seconds, and a stranger may pay for it. */
export class PutOffError extends Error {
  override name = "PutOffError";
  constructor(
    readonly seconds: number,
    /** Reason: more is asked for than can be made, or more than this reader may have. */
    readonly reason: "pressure" | "budget",
    /** Toll that a stranger may pay; null for everybody else. */
    readonly toll: "may begin to wait" | "waits" | null,
  ) {
    super(`put off for ${seconds} s: ${reason}`);
  }
}

type Parts = {
  limits: ReadLimits;
  pressure: Pressure;
  tolls: Tolls;
  logins: KnownLogins;
  crawlers: ProvedCrawlers;
  turns: ReturnType<typeof createTurns>;
  metrics: Metrics;
};

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Decides for whom a page is made, and in which line they wait for it. Who is a member or a proved crawler is never asked for
 * anything; strangers are, while more is asked for than can be made or once their address has had its share. What is kept
 * never comes here.
 */
export function createAdmission({ limits, pressure, tolls, logins, crawlers, turns, metrics }: Parts) {
  const admitted = metrics.counter("shequ_pages_admitted_total", "Pages that were to be made, by class of reader.");
  const refused = metrics.counter("shequ_pages_put_off_total", "Pages that were not made then, by class and reason.");

  /** Reader of a request with this login; null for none. */
  function readerOf({ ip, userAgent, cookie }: Caller, login: string | null): Reader {
    if (login) return { class: "member", ip, login };
    const crawler = crawlers.of(userAgent, ip);
    if (crawler) return { class: "crawler", ip, crawler };
    return { class: "stranger", ip, toll: tolls.read(cookie, COME_BACK.waited) };
  }

  function putOff(reader: Reader, reason: PutOffError["reason"], seconds: number): PutOffError {
    refused({ class: reader.class, reason });
    if (reader.class !== "stranger") return new PutOffError(seconds, reason, null);
    pressure.putOff();
    return new PutOffError(seconds, reason, reader.toll ? "waits" : "may begin to wait");
  }

  function admit(reader: Reader, lane: Lane): Lane {
    admitted({ class: reader.class });
    if (reader.class === "stranger") pressure.served();
    return lane;
  }

  /** Line of a reader. @throws PutOffError */
  function decide(reader: Reader, caller: Caller): Lane {
    const { kind, file } = caller;
    // Forms have limits of their own, in the upstream, and nobody loses what they typed.
    if (kind === null) return admit(reader, reader.class === "stranger" ? "strangers" : "first");
    if (reader.class !== "stranger") {
      const wait = limits.take(reader, kind);
      if (wait > 0) throw putOff(reader, "budget", wait);
      return admit(reader, "first");
    }
    const paid = reader.toll === "waits" ? null : reader.toll;
    // Nobody looks at a file who could do a work, and a search engine that has no robots.txt stays away.
    const scarce = !file && pressure.isOn();
    if (!scarce) {
      const wait = limits.take(reader, kind);
      if (wait === 0) return admit(reader, "strangers");
      // Whoever has waited has a budget of their own.
      if (!paid || file) throw putOff(reader, "budget", file ? wait : COME_BACK.seconds);
    }
    const reason = scarce ? "pressure" : "budget";
    const lane = paid?.paidBy === "work" ? "strangers" : "last";
    const places = paid ? LAST_PLACES : LAST_PLACES / 2;
    if (lane === "last" && turns.waiting(lane) >= places) throw putOff(reader, reason, COME_BACK.seconds);
    const wait = limits.takeScarce(reader, kind);
    if (wait > 0) throw putOff(reader, reason, paid?.paidBy === "waiting" ? wait : COME_BACK.seconds);
    return admit(reader, lane);
  }

  return {
    /**
     * Line in which a reader waits for what they ask for.
     * @throws PutOffError when it is not made now
     */
    async laneOf(caller: Caller): Promise<Lane> {
      const { token, ip, kind } = caller;
      const login = token ? logins.known(token, ip) : null;
      if (login !== undefined || !token) return decide(readerOf(caller, login ?? null), caller);
      const stranger: Reader = { class: "stranger", ip, toll: null };
      // While there is room for all nobody waits for that answer: a page has ten seconds with all that it asks.
      const room = !pressure.isOn() && (kind === null || limits.take(stranger, kind) === 0);
      return room ? admit(stranger, "strangers") : decide(readerOf(caller, await logins.of(token, ip)), caller);
    },
  };
}
