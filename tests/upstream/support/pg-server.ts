import { randomBytes } from "node:crypto";
import pg from "pg";

/** The PostgreSQL server on which databases may be made; undefined where tests run on SQLite. */
export const PG_SERVER = process.env.TEST_PG_URL;

/** Runs a statement on that server. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: PG_SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Makes a database: an empty one, or a copy of `template`. Gives its URL, and how to be rid of it. */
export async function newDatabase(template?: string): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `shequ_test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name}${template ? ` template ${template}` : ""}`);
  const url = new URL(PG_SERVER ?? "");
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(`drop database ${name} with (force)`) };
}
