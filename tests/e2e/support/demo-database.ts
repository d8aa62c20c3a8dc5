import { type Connection, connect } from "#upstream/db/dialect";

/** Data folder of the server under test. */
export const DATA_DIR = ".cache/e2e-data";

let opened: Promise<Connection> | undefined;

/** Database of the server under test, opened once per worker, because opening takes longer than queries. */
export function demoDatabase(): Promise<Connection> {
  opened ??= connect({ kind: "sqlite", file: `${DATA_DIR}/shequ.db`, durable: false });
  return opened;
}
