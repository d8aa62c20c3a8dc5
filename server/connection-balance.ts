import type { Server } from "node:http";

/** Surplus connections that a worker may have, and the share of the mean that it may have more. */
const SPARE = { least: 2, share: 0.5 };

/**
 * Connections that each worker should give up. Workers accept connections by themselves, and one that is quick may take
 * all that a proxy opens at once, and keeps them while the others idle. A closed connection is opened anew, and then
 * accepted by a worker that has time.
 * @param open open connections of each worker
 * @returns connections above what each may have, in the same order
 */
export function surplusOf(open: readonly number[]): number[] {
  const mean = open.reduce((sum, count) => sum + count, 0) / open.length;
  const most = mean + Math.max(SPARE.least, mean * SPARE.share);
  return open.map((count) => Math.max(0, Math.floor(count - most)));
}

/**
 * Counts a server's open connections, and closes as many as it is told to, each after its next response.
 * @param changed called whenever their number changes
 */
export function balanceConnections(server: Server, changed: () => void) {
  let open = 0;
  let surplus = 0;
  server.on("connection", (socket) => {
    open += 1;
    changed();
    socket.once("close", () => {
      open -= 1;
      changed();
    });
  });
  // Before the response is begun. After `setHeader`, Node.js 20 would send only the last of several cookies.
  server.prependListener("request", (_request, response) => {
    if (surplus === 0) return;
    surplus -= 1;
    response.shouldKeepAlive = false;
  });
  return {
    /** Open connections. */
    open: (): number => open,
    /** Sets how many connections to close, each after its next response. */
    giveUp(connections: number): void {
      surplus = connections;
    },
  };
}
