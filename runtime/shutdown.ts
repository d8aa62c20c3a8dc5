import type { Server } from "node:http";

const DRAIN = 10_000;

/**
 * Ends the process cleanly on SIGTERM and SIGINT: nobody new is let in, requests in flight get up to 10 s,
 * then `close` (databases) runs and the process exits with 0. A second signal exits at once.
 */
export function exitCleanly(server: Server, leave: () => void, close: () => Promise<void>): void {
  let signals = 0;
  const exit = async () => {
    signals += 1;
    if (signals > 1) process.exit(1);
    leave();
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    const late = setTimeout(() => server.closeAllConnections(), DRAIN);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    clearTimeout(late);
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", exit);
  process.on("SIGINT", exit);
}
