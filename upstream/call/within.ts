import type { Db } from "#upstream/db/dialect";
import type { Services } from "./context";

/**
 * Returns a call that reads, writes and renders inside a transaction. Whatever went past it would, on SQLite, wait for
 * its end, which would wait for that.
 */
export const within = <C extends Pick<Services, "db" | "markdown">>(call: C, trx: Db): C => ({
  ...call,
  db: trx,
  markdown: call.markdown.within(trx),
});
