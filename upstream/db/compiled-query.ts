import type { CompiledQuery, QueryExecutorProvider } from "kysely";
import type { Db } from "./dialect";
import { GatheringPostgresAdapter } from "./gathered-reads";
import { PatientSqliteAdapter } from "./sqlite-dialect";
import { nameStatement } from "./statement-names";

type Value = string | number | null;
type Values = Record<string, Value | readonly Value[]>;

/** Statement built by Kysely or `sql`. */
type Statement<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> };

/** Statement that may take long, so that no others may have to wait for it: a search. */
export const ALONE = { alone: true };

/** Maximum number of compiled shapes per statement. */
const SHAPES_KEPT = 100;

/** Placeholder for a value while a statement is built; throws if it is read or used in an expression. */
class Placeholder {
  constructor(
    readonly name: string,
    /** Index in a list value; -1 for a scalar. */
    readonly at = -1,
  ) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is only known when the statement is run`);
  }
}

/**
 * A prepared statement for hot paths. Building and compiling a statement costs Kysely as much as the database needs to
 * answer it, so it is done once for each `choice` and each length of the list values (up to a maximum number; beyond
 * it, on each call). `build` gets placeholders for the values and may only insert them into the statement; its shape
 * may depend on `choice` alone. From the second run on, PostgreSQL keeps its plan, unless it contains `select *`, and
 * gets it together with other reads of the same tick, unless it is `ALONE`.
 */
export function compiledQuery<V extends Values, Choice extends readonly Value[], Row>(
  build: (db: Db, values: V, ...choice: Choice) => Statement<Row>,
  { alone = false }: { alone?: boolean } = {},
): (db: Db, values: V, ...choice: Choice) => Promise<Row[]> {
  /** Compiled statements by adapter: one per open database, shared by its transactions. */
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values, ...choice) => {
    const { adapter } = db.getExecutor();
    const statements = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, statements);
    const shape = [...choice, ...lengthsOf(values)].join();
    const kept = statements.get(shape);
    const statement = kept ?? build(db, placeholdersFor(values), ...choice).compile(db);
    if (!kept && statements.size < SHAPES_KEPT) statements.set(shape, statement);
    const parameters = statement.parameters.map((one) => (one instanceof Placeholder ? realValue(values, one) : one));
    const query = { ...statement, parameters };
    const rows = runAtOnce(db, query) as Row[] | null;
    if (rows) return rows;
    if (kept) nameStatement(kept.sql);
    const isGathered = !alone && !db.isTransaction && adapter instanceof GatheringPostgresAdapter;
    const together = isGathered ? adapter.readTogether(query) : null;
    if (together) return together as Promise<Row[]>;
    return (await db.executeQuery<Row>(query)).rows;
  };
}

/** Rows of a statement that need not wait for its turn; null if it must. @throws Error if its transaction has ended */
function runAtOnce(db: Db, query: CompiledQuery): unknown[] | null {
  const executor = db.getExecutor();
  const { adapter } = executor;
  if (!(adapter instanceof PatientSqliteAdapter)) return null;
  // Kysely says here whether the transaction has ended, lest the statement joins the next one. The stream never starts.
  if (db.isTransaction) executor.stream(query, 1);
  return adapter.runAtOnce(query, db.isTransaction);
}

function* lengthsOf(values: Values): Generator<number> {
  for (const name in values) {
    const value = values[name];
    if (Array.isArray(value)) yield value.length;
  }
}

function placeholdersFor<V extends Values>(values: V): V {
  const placeholders = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, at) => new Placeholder(name, at)) : new Placeholder(name),
  ]);
  return Object.fromEntries(placeholders) as V;
}

function realValue(values: Values, { name, at }: Placeholder): Value | undefined {
  const value = values[name];
  return Array.isArray(value) ? value[at] : (value as Value);
}
