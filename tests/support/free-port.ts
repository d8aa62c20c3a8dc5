import { createServer } from "node:net";

/**
 * First of the ports to choose from, and their number. Systems give outgoing connections higher ones (Linux from 32768
 * on), and would give one of them away before the program listens.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Finds a port for a program that can't choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
