import type { Server } from "node:http";
import { startFailure } from "./start-failure";

const DRAIN = 10_000;

/** Message by which the supervising process asks a worker to shut down. */
export const LEAVE = "leave";

/**
 * Shuts the process down on SIGTERM, SIGINT or the message `LEAVE`: new connections are refused, requests in flight get
 * up to 10 s, then `close` runs (databases) and the process exits: with 0, or 1 if that failed. A second signal exits at
 * once.
 */
export function exitCleanly(server: Server, leave: () => void, close: () => Promise<void>): void {
  let leaving = false;
  const exit = async () => {
    if (leaving) return;
    leaving = true;
    leave();
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    clearTimeout(late);
    try {
      await close();
    } catch (error) {
      console.error(startFailure(error));
      process.exit(1);
    }
    process.exit(0);
  };
  let signals = 0;
  const signalled = () => {
    signals += 1;
    if (signals > 1) process.exit(1);
    void exit();
  };
  process.on("SIGTERM", signalled);
  process.on("SIGINT", signalled);
  // A signal to the process group may have arrived as well; that is no second signal.
  process.on("message", (message) => {
    if (message === LEAVE) void exit();
  });
}
