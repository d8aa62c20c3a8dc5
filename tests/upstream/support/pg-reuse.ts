import type pg from "pg";
import { connectTo, newDatabase, type TestDatabase } from "./pg-server";

/**
 * To copy the template takes four fifths of the time of a small test on PostgreSQL. So a database that a test is done
 * with is emptied, filled with the template's rows and lent to the next test of the process, as long as its schema is
 * the template's.
 */
const free: Kept[] = [];
let template: { schema: string; rows: Record<string, string>; sequences: Sequence[] } | undefined;

type Kept = TestDatabase & { client: pg.Client };
type Sequence = { name: string; last_value: string | null; start_value: string };

/** Lends a database that equals `name`, the template; `drop` gives it back. */
export async function borrowDatabase(name: string): Promise<TestDatabase> {
  const kept = free.pop() ?? (await make(name));
  return { name: kept.name, url: kept.url, drop: () => giveBack(kept) };
}

async function make(name: string): Promise<Kept> {
  const database = await newDatabase(name);
  const client = await connectTo(database.url);
  // The server is thrown away while databases are still kept.
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
    // What a test left behind that can't be put right goes with its database.
  }
  await kept.client.end().catch(() => {});
  await kept.drop();
}

/** Empties all tables that ever had a row, and puts the template's rows and sequences back. */
async function restore(client: pg.Client, { rows, sequences }: NonNullable<typeof template>): Promise<void> {
  // Neither foreign keys nor triggers have a say.
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

/** Rows of the tables that have any, as JSON. */
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

/** Whatever a test may have changed in the schema: tables, columns, indexes, constraints, functions, triggers, settings. */
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
