import type pg from "pg";
import { connectTo, newDatabase, type TestDatabase } from "./pg-server";

/**
 * Copying the template takes four fifths of the time of a small test on PostgreSQL. So a database is emptied after a
 * test, filled with the template's rows and reused by the process's next test, as long as its schema matches the
 * template's.
 */
const free: Kept[] = [];
let template: { schema: string; rows: Record<string, string>; sequences: Sequence[] } | undefined;

type Kept = TestDatabase & { client: pg.Client };
type Sequence = { name: string; last_value: string | null; start_value: string };

/** Lends a database that equals `name`, the template; `drop` returns it. */
export async function borrowDatabase(name: string): Promise<TestDatabase> {
  const kept = free.pop() ?? (await make(name));
  return { name: kept.name, url: kept.url, drop: () => giveBack(kept) };
}

async function make(name: string): Promise<Kept> {
  const database = await newDatabase(name);
  const client = await connectTo(database.url);
  // The server is deleted while databases are still held.
  client.on("error", () => {});
  template ??= {
    schema: await schemaOf(client),
    rows: await rowsOf(client),
    sequences: await sequencesOf(client),
  };
  return { ...database, client };
}

async function giveBack(kept: Kept): Promise<void> {
  try {
    await kept.client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    if (template && (await schemaOf(kept.client)) === template.schema) {
      await restore(kept.client, template);
      free.push(kept);
      return;
    }
  } catch {
    // If a test's changes can't be reverted, its database is dropped.
  }
  await kept.client.end().catch(() => {});
  await kept.drop();
}

/** Empties all tables that ever had a row, and restores the template's rows and sequences. */
async function restore(client: pg.Client, { rows, sequences }: NonNullable<typeof template>): Promise<void> {
  // Without foreign keys and triggers.
  await client.query("begin; set local session_replication_role = replica");
  await client.query(`do $$ declare one name; begin
    for one in select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 loop
      execute format('delete from public.%I', one);
    end loop; end $$`);
  for (const [table, kept] of Object.entries(rows)) {
    await client.query(
      `insert into public."${table}" overriding system value
      select * from json_populate_recordset(null::public."${table}", $1)`,
      [kept],
    );
  }
  for (const now of await sequencesOf(client)) {
    const then = sequences.find(({ name }) => name === now.name);
    if (!then || then.last_value === now.last_value) continue;
    await client.query("select setval($1, $2, $3)", [
      now.name,
      then.last_value ?? then.start_value,
      then.last_value !== null,
    ]);
  }
  await client.query("commit");
}

/** Rows of non-empty tables, as JSON. */
async function rowsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query("select tablename as name from pg_tables where schemaname = 'public'");
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows: found } = await client.query(`select json_agg(one)::text as all from public."${name}" one`);
    if (found[0].all) rows[name] = found[0].all;
  }
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query(
    "select format('%I.%I', schemaname, sequencename) as name, last_value, start_value from pg_sequences",
  );
  return rows;
}

/**
 * Everything a test may have changed in the schema: tables, columns, indexes, constraints, functions, triggers,
 * settings.
 */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`select md5(string_agg(one, ',' order by one)) as schema from (
    select format('%s %s %s', relname, relkind, reloptions) from pg_class where relnamespace = 'public'::regnamespace
    union all select format('%s.%s %s %s', attrelid::regclass, attname, atttypid, attnotnull) from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0
    union all select format('%s %s', conname, conrelid::regclass) from pg_constraint where connamespace = 'public'::regnamespace
    union all select format('%s %s', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('%s %s %s', tgname, tgrelid::regclass, tgenabled) from pg_trigger where not tgisinternal
    union all select format('%s', setconfig) from pg_db_role_setting
      join pg_database on pg_database.oid = setdatabase where datname = current_database()
    union all select nspname::text from pg_namespace where nspname !~ '^pg_'
  ) as parts (one)`);
  return rows[0].schema;
}
