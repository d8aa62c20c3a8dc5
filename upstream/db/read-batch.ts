import type { Connection, Submittable } from "pg";

/** A statement that only reads, with its name on a connection. */
export type NamedRead = { name: string; text: string; values: readonly unknown[] };

/** Column of a statement's rows, as the server describes it. */
type Field = { name: string; dataTypeID: number };
/** Returns the function that turns a value, which the server sends as text, into one of JavaScript. */
export type ParserOf = (dataTypeID: number) => (text: string) => unknown;

/** Columns of the statements that a connection has parsed, by name. */
export type ParsedStatements = Map<string, { name: string; parse: (text: string) => unknown }[]>;

type Rows = Record<string, unknown>[];

/**
 * Several reads, which the driver sends together and the server answers together: only the last one is followed by a
 * Sync. A statement is parsed and described once per connection, as long as its batch succeeds.
 *
 * Each read has a snapshot of its own, as if it were sent alone. If one fails, the server skips those behind it.
 */
export class ReadBatch implements Submittable {
  /** Rows of the reads before the first that failed, in order. */
  readonly answered: Rows[] = [];
  readonly #reads: readonly NamedRead[];
  readonly #parsed: ParsedStatements;
  readonly #parserOf: ParserOf;
  /** Rows of the read that is being answered. */
  #rows: Rows = [];
  /** Exception thrown while a value was parsed, which must not reach the driver. */
  #unreadable: unknown = null;
  /** Called once, with null or what failed; the driver wraps it to limit the time. */
  callback: (error: unknown) => void;

  constructor(
    reads: readonly NamedRead[],
    { parsed, parserOf }: { parsed: ParsedStatements; parserOf: ParserOf },
    callback: (error: unknown) => void,
  ) {
    this.#reads = reads;
    this.#parsed = parsed;
    this.#parserOf = parserOf;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    const described = new Set<string>();
    stream.cork();
    for (const { name, text, values } of this.#reads) {
      const isKnown = this.#parsed.has(name) || described.has(name);
      if (!isKnown) {
        // A batch that failed may have had it parsed, but not described.
        connection.close({ type: "S", name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: values.map(textOf) }, true);
      if (!isKnown) connection.describe({ type: "P", name: "" }, true);
      connection.execute(null, true);
      described.add(name);
    }
    connection.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    if (this.#unreadable !== null) return;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
    this.#parsed.set(this.#running, columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#unreadable !== null) return;
    try {
      const row: Record<string, unknown> = {};
      let at = 0;
      for (const { name, parse } of this.#parsed.get(this.#running) ?? []) {
        const text = fields[at] ?? null;
        row[name] = text === null ? null : parse(text);
        at += 1;
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete(): void {
    if (this.#unreadable === null) this.answered.push(this.#rows);
    this.#rows = [];
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable);
  }

  get #running(): string {
    return this.#reads[this.answered.length]?.name ?? "";
  }
}

/** A value as the server reads it. */
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
