import { type CompiledQuery, PostgresAdapter, PostgresDialect, type PostgresDialectConfig } from "kysely";
import type { Pool, PoolClient } from "pg";
import { isConnectionLost } from "./lost-connection";
import { type NamedRead, type ParsedStatements, type ParserOf, ReadBatch } from "./read-batch";
import { readsOnly } from "./reads-only";
import { nameOfStatement } from "./statement-names";

/** Maximum number of reads sent together: each waits for all of them. */
const TOGETHER_MAX = 16;

/** Listener for each statement that was run, with its milliseconds. */
export type Log = (query: CompiledQuery, milliseconds: number) => void;

/** A read that waits for the end of the tick. */
type Waiting = {
  read: NamedRead;
  log(milliseconds: number): void;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
};

/** Rows of the reads up to the first that failed, in order, and why it did; null if none has. */
type Outcome = { answered: readonly unknown[][]; milliseconds: number; error: unknown };

/**
 * Gathers the reads that are asked for in one turn of the event loop, by whichever requests, and sends them over one
 * connection in one round trip. Half of what a short statement costs both sides is the round trip.
 */
export class GatheredReads {
  readonly #pool: Pool;
  readonly #parserOf: ParserOf;
  readonly #parsed = new WeakMap<PoolClient, ParsedStatements>();
  #waiting: Waiting[] = [];

  constructor(pool: Pool, parserOf: ParserOf) {
    this.#pool = pool;
    this.#parserOf = parserOf;
  }

  /** Rows of a statement; null if it can't be run here, because it has no name or may write. */
  read(query: CompiledQuery, log: Log): Promise<unknown[]> | null {
    const { sql: text, parameters: values } = query;
    const name = nameOfStatement(text);
    if (name === undefined || !readsOnly(text)) return null;
    return new Promise<unknown[]>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send());
      const read = { name: `r${name}`, text, values };
      this.#waiting.push({ read, log: (milliseconds) => log(query, milliseconds), resolve, reject });
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += TOGETHER_MAX) void this.#ask(waiting.slice(at, at + TOGETHER_MAX));
  }

  /** Asks some reads together. If one fails, those behind it, which the server left out, are asked again. */
  async #ask(together: readonly Waiting[]): Promise<void> {
    let rest = together;
    while (rest.length > 0) {
      const { answered, milliseconds, error } = await this.#run(rest.map(({ read }) => read));
      for (const [at, rows] of answered.entries()) {
        rest[at]?.log(milliseconds);
        rest[at]?.resolve(rows);
      }
      rest = rest.slice(answered.length);
      if (error === null) return;
      const failed = isConnectionLost(error) ? rest : rest.slice(0, 1);
      for (const { reject } of failed) reject(error);
      rest = rest.slice(failed.length);
    }
  }

  async #run(reads: readonly NamedRead[]): Promise<Outcome> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      return { answered: [], milliseconds: 0, error };
    }
    const parsed = this.#parsed.get(client) ?? new Map();
    this.#parsed.set(client, parsed);
    const began = performance.now();
    return new Promise((resolve) => {
      const batch = new ReadBatch(reads, { parsed, parserOf: this.#parserOf }, (error) => {
        client.release(error !== null && isConnectionLost(error));
        resolve({ answered: batch.answered, milliseconds: performance.now() - began, error });
      });
      client.query(batch);
    });
  }
}

/** Kysely's PostgreSQL dialect, except that compiled statements which only read can be gathered. */
export class GatheringPostgresDialect extends PostgresDialect {
  readonly #adapter: GatheringPostgresAdapter;
  /** @param log listener for gathered statements, which Kysely does not see */
  constructor(config: PostgresDialectConfig, gathered: GatheredReads, log: Log) {
    super(config);
    this.#adapter = new GatheringPostgresAdapter(gathered, log);
  }
  override createAdapter(): PostgresAdapter {
    return this.#adapter;
  }
}

/** Kysely's adapter, of which each open database has one. */
export class GatheringPostgresAdapter extends PostgresAdapter {
  readonly #gathered: GatheredReads;
  readonly #log: Log;
  constructor(gathered: GatheredReads, log: Log) {
    super();
    this.#gathered = gathered;
    this.#log = log;
  }
  /** Rows of a statement outside of transactions; null if it must go through Kysely. */
  readTogether(query: CompiledQuery): Promise<unknown[]> | null {
    return this.#gathered.read(query, this.#log);
  }
}
