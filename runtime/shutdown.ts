import type { Server } from "node:http";

const DRAIN = 10_000;

/** Message by which the process that oversees several has one of them end. */
export const LEAVE = "leave";

/**
 * Ends the process cleanly on SIGTERM and SIGINT, or when it is told `LEAVE`: nobody new is let in, requests in flight get up
 * to 10 s, then `close` (databases) runs and the process exits with 0. A second signal exits at once.
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
    await close();
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
  // A signal to the whole group may have come as well: that is no second one.
  process.on("message", (message) => {
    if (message === LEAVE) void exit();
  });
}
