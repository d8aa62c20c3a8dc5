import type { CompiledQuery, QueryExecutorProvider } from "kysely";
import type { Db } from "./dialect";

type Value = string | number | null;
type Values = Record<string, Value | readonly Value[]>;

/** Statement that Kysely builds, or `sql` writes. */
type Statement<Row> = { compile(db: QueryExecutorProvider): CompiledQuery<Row> };

/** Of one statement. */
const SHAPES_KEPT = 100;

/** Holds the place of a value while a statement is built; whoever looks at it or counts with it is told not to. */
class Placeholder {
  constructor(
    readonly name: string,
    /** Place in a list; -1 for a value that is none. */
    readonly at = -1,
  ) {}
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is only known when the statement is run`);
  }
}

/**
 * A statement that is run all the time. Building it and turning it into SQL costs Kysely as much as the database
 * needs to answer, so that is done once for each `choice` and for each length of the lists among the values (of so many;
 * beyond, each time). `build` gets stand-ins for the values and may only put them into the statement; what the statement
 * looks like depends on `choice` alone.
 */
export function compiledQuery<V extends Values, Choice extends readonly Value[], Row>(
  build: (db: Db, values: V, ...choice: Choice) => Statement<Row>,
): (db: Db, values: V, ...choice: Choice) => Promise<Row[]> {
  /** By the adapter: one for each database that is open, the same in its transactions. */
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values, ...choice) => {
    const { adapter } = db.getExecutor();
    const statements = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, statements);
    const shape = [...choice, ...lengthsOf(values)].join();
    const statement = statements.get(shape) ?? build(db, placeholdersFor(values), ...choice).compile(db);
    if (statements.size < SHAPES_KEPT) statements.set(shape, statement);
    const parameters = statement.parameters.map((one) => (one instanceof Placeholder ? realValue(values, one) : one));
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
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
