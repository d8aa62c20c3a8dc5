import type { ServerResponse } from "node:http";
import type { CallData } from "#app/contract/endpoint";
import type { notificationApi } from "#app/contract/notification/notification";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { noteServer } from "#app/server/log.server";
import { traceOf } from "#log/log";
import type { VersionProbe } from "./pages/version-probe";

/** Milliseconds between two version checks, for all tabs together; none while no tab listens. */
const LOOK = 2_000;
/** Milliseconds between two calls for each tab, where the upstream exposes no versions. */
const ASK = 20_000;
/** Milliseconds between two keep-alive lines, without which load balancers take the connection for dead. */
const HEARTBEAT = 25_000;
const TABS_MAX = 5_000;
const TABS_PER_PERSON_MAX = 8;

type Unread = CallData<typeof notificationApi.unreadCount>;

/** An open tab that listens for notifications. */
export type LiveTab = {
  userId: number;
  response: ServerResponse;
  ask(): Promise<Unread>;
  /** Number of unread notifications that was last sent. */
  total: number;
  /** Version up to which this tab is known to have nothing new. */
  seen: number;
  /** Time at which an earlier event starts to count (reactions can be undone for a while); null for none. */
  nextAt: string | null;
};

/**
 * Watches the versions for all open tabs together, and sends each the number of its unread notifications when that
 * changes.
 * @param versions version probe; null while a separate upstream is not known to expose versions
 */
export function createLiveTabs(versions: () => VersionProbe | null) {
  const tabs = new Set<LiveTab>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat = performance.now();
  let left = false;
  /** Version at the last check. */
  let lookedAt = 0;

  const newest = async (): Promise<number> => (await versions()?.now()) ?? 0;

  async function look(): Promise<void> {
    const probe = versions();
    const now = await newest();
    // Others may connect meanwhile.
    const present = [...tabs];
    // Most writes concern nobody who listens here; one check settles it for all tabs.
    const isQuiet = probe !== null && (now === lookedAt || (await probe.latest(keysOf(present))) <= lookedAt);
    const heartbeat = performance.now() - beat >= HEARTBEAT;
    if (heartbeat) beat = performance.now();
    for (const tab of present) {
      if (!tabs.has(tab)) continue;
      if (heartbeat) write(tab, ":\n\n");
      // A tab that connected during the last check may have missed what that check saw.
      if (isQuiet && tab.seen >= lookedAt) tab.seen = now;
      // Logged out meanwhile; the tab learns it when it reconnects.
      if ((await isDue(probe, tab, now)) && !(await tell(tab))) end(tab);
    }
    lookedAt = now;
  }

  /** Ends a tab's connection, which its browser may be slow to notice, and sends it nothing more. */
  function end(tab: LiveTab): void {
    tabs.delete(tab);
    tab.response.end();
  }

  function schedule(): void {
    if (timer || tabs.size === 0 || left) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        look()
          .catch((error: unknown) => {
            // If a separate upstream can't be reached, that is logged already.
            if (!(error instanceof UpstreamError)) noteServer("live_notifications_failed", { error: traceOf(error) });
          })
          .finally(schedule);
      },
      versions() ? LOOK : ASK,
    );
    timer.unref();
  }

  return {
    /** The current version, read before a tab's first number. */
    newest,

    /** Whether there is no place for another tab, of this person or of anybody. */
    isFull: (userId: number): boolean =>
      tabs.size >= TABS_MAX || [...tabs].filter((tab) => tab.userId === userId).length >= TABS_PER_PERSON_MAX,

    /** Sends a tab its number, and each new one until it closes. */
    add(tab: LiveTab): void {
      tab.response.on("close", () => tabs.delete(tab));
      // Unhandled, an error of one connection would end the process.
      tab.response.on("error", () => tabs.delete(tab));
      write(tab, `retry: 5000\n${event(tab.total)}`);
      tabs.add(tab);
      schedule();
    },

    hasLeft: () => left,

    /** Ends all connections, so that the process can exit; browsers reconnect by themselves. */
    leave(): void {
      left = true;
      clearTimeout(timer);
      for (const tab of tabs) end(tab);
    },

    count: () => tabs.size,
  };
}

/** Whether a tab's number may have changed. */
async function isDue(probe: VersionProbe | null, tab: LiveTab, now: number): Promise<boolean> {
  if (!probe) return true;
  if (tab.nextAt !== null && Date.now() >= Date.parse(tab.nextAt)) return true;
  if (now === tab.seen) return false;
  const changed = (await probe.latest(keysOf([tab]))) > tab.seen;
  tab.seen = now;
  return changed;
}

/** Sends a tab its number if that has changed. @returns whether its login still holds */
async function tell(tab: LiveTab): Promise<boolean> {
  try {
    const { total, nextAt } = await tab.ask();
    tab.nextAt = nextAt;
    if (total !== tab.total) write(tab, event(total));
    tab.total = total;
    return true;
  } catch (error) {
    // Other errors may be temporary.
    return !(error instanceof UpstreamError && error.code === "NOT_LOGIN");
  }
}

/** Writes to a tab unless its connection has been ended while something else was awaited. */
function write({ response }: LiveTab, text: string): void {
  if (!response.writableEnded) response.write(text);
}

/** Version keys of the notifications of these tabs. */
const keysOf = (tabs: readonly LiveTab[]): string[] => [
  ...new Set(tabs.map(({ userId }) => `news/${userId}`)),
  "broadcasts",
];

const event = (total: number): string => `data: ${JSON.stringify({ total })}\n\n`;
