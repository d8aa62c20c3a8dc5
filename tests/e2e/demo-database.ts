import { type Connection, connect } from "#upstream/db/dialect";

/** Of the server that the browser tests talk to. */
export const DATA_DIR = ".cache/e2e-data";

let opened: Promise<Connection> | undefined;

/** The server's database, opened once in each worker: to open and close it takes longer than what is asked of it. */
export function demoDatabase(): Promise<Connection> {
  opened ??= connect({ kind: "sqlite", file: `${DATA_DIR}/shequ.db`, durable: false });
  return opened;
}
