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

export type ConnectionBalance = ReturnType<typeof createConnectionBalance>;

/** Counts a server's open connections, and closes as many as it is told to, each after its next response. */
export function createConnectionBalance(server: Server) {
  let open = 0;
  let surplus = 0;
  let changed = () => {};
  server.on("connection", (socket) => {
    open += 1;
    changed();
    socket.once("close", () => {
      open -= 1;
      changed();
    });
  });
  // Before the response is begun.
  server.prependListener("request", (_request, response) => {
    if (surplus === 0) return;
    surplus -= 1;
    response.setHeader("Connection", "close");
  });
  return {
    /** Open connections. */
    open: (): number => open,
    /** Calls a function whenever their number changes. */
    onChange(listener: () => void): void {
      changed = listener;
    },
    /** Sets how many connections to close, each after its next response. */
    giveUp(connections: number): void {
      surplus = connections;
    },
  };
}
