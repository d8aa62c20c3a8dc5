import type { Metrics } from "#runtime/metrics";
import type { Caller } from "#server/request/caller";
import type { KnownLogins } from "./known-logins";
import type { Pressure } from "./pressure";
import type { ProvedCrawlers } from "./proved-crawlers";
import type { ReadLimits } from "./read-limits";
import type { Reader } from "./reader";
import type { createRenderQueue, Lane } from "./render-queue";
import type { Tolls } from "./toll";

/** Seconds after which a reader who was put off should retry. */
const PUT_OFF_SECONDS = 5;
/** Milliseconds after which a reader counts as having waited: somewhat less, as clocks and networks are not exact. */
const WAITED = 4_000;
/**
 * Maximum number of strangers waiting in the last lane; half of the places are reserved for readers who have waited
 * before.
 */
const LAST_LANE_MAX = 24;

/** A page is not rendered now: the reader should retry in some seconds, and a stranger may pay a toll. */
export class PutOffError extends Error {
  override name = "PutOffError";
  constructor(
    readonly seconds: number,
    /** Reason: more is requested than can be rendered, or this reader's budget is used up. */
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
  queue: ReturnType<typeof createRenderQueue>;
  metrics: Metrics;
};

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Decides whether a page is rendered for a reader, and in which lane they queue. Members and proved crawlers never pay
 * a toll. Strangers do while the server is under pressure, or once their address has used up its budget. Cached pages
 * never get here.
 */
export function createAdmission({ limits, pressure, tolls, logins, crawlers, queue, metrics }: Parts) {
  const admitted = metrics.counter("shequ_pages_admitted_total", "Pages admitted to rendering, by class of reader.");
  const refused = metrics.counter("shequ_pages_put_off_total", "Pages put off, by class of reader and reason.");

  /** Reader behind a request with this login; null for none. */
  function readerOf({ ip, userAgent, cookie }: Caller, login: string | null): Reader {
    if (login) return { class: "member", ip, login };
    const crawler = crawlers.of(userAgent, ip);
    if (crawler) return { class: "crawler", ip, crawler };
    return { class: "stranger", ip, toll: tolls.read(cookie, WAITED) };
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

  /**
   * Lane of a form. Forms must not lose what was typed, so they wait for no pressure to end and pay no toll. Most have
   * rate limits of their own in the upstream, but any URL accepts one, and answers with a page.
   * @throws PutOffError when a reader has sent more forms than they may request pages
   */
  function decideForm(reader: Reader): Lane {
    const wait = limits.take(reader, "form");
    if (wait === 0) return admit(reader, reader.class === "stranger" ? "strangers" : "first");
    refused({ class: reader.class, reason: "budget" });
    throw new PutOffError(wait, "budget", null);
  }

  /** Lane of a reader. @throws PutOffError */
  function decide(reader: Reader, caller: Caller): Lane {
    const { kind, file } = caller;
    if (kind === null) return decideForm(reader);
    if (reader.class !== "stranger") {
      const wait = limits.take(reader, kind);
      if (wait > 0) throw putOff(reader, "budget", wait);
      return admit(reader, "first");
    }
    const paid = reader.toll === "waits" ? null : reader.toll;
    // Files are requested by programs that can't solve a challenge, and a search engine that gets no robots.txt stays away.
    const scarce = !file && pressure.isOn();
    if (!scarce) {
      const wait = limits.take(reader, kind);
      if (wait === 0) return admit(reader, "strangers");
      // Readers who have waited or worked have a budget of their own.
      if (!paid || file) throw putOff(reader, "budget", file ? wait : PUT_OFF_SECONDS);
    }
    const reason = scarce ? "pressure" : "budget";
    const lane = paid?.paidBy === "work" ? "strangers" : "last";
    const places = paid ? LAST_LANE_MAX : LAST_LANE_MAX / 2;
    if (lane === "last" && queue.waiting(lane) >= places) throw putOff(reader, reason, PUT_OFF_SECONDS);
    const wait = limits.takeScarce(reader, kind);
    if (wait > 0) throw putOff(reader, reason, paid?.paidBy === "waiting" ? wait : PUT_OFF_SECONDS);
    return admit(reader, lane);
  }

  return {
    /**
     * Lane in which a request waits to be rendered.
     * @throws PutOffError when it is not rendered now
     */
    async laneOf(caller: Caller): Promise<Lane> {
      const { token, ip, kind } = caller;
      const login = token ? logins.known(token, ip) : null;
      if (login !== undefined || !token) return decide(readerOf(caller, login ?? null), caller);
      const stranger: Reader = { class: "stranger", ip, toll: null };
      // With room for everybody, don't wait for the login check: a page has ten seconds for all its calls.
      const room = !pressure.isOn() && limits.take(stranger, kind ?? "form") === 0;
      return room ? admit(stranger, "strangers") : decide(readerOf(caller, await logins.of(token, ip)), caller);
    },
  };
}
