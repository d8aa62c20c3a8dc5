import { randomBytes } from "node:crypto";
import pg from "pg";

/** The PostgreSQL server for test databases; undefined if tests run on SQLite. */
export const PG_SERVER = process.env.TEST_PG_URL;

/** A test's database: its URL, and how to drop it. */
export type TestDatabase = { name: string; url: string; drop(): Promise<void> };

/** Runs a statement on that server. */
export async function onServer(statement: string): Promise<void> {
  const client = await connectTo(PG_SERVER ?? "");
  await client.query(statement);
  await client.end();
}

/**
 * Creates a database: an empty one, or a copy of `template`. Its files are copied, which takes half the time of the log
 * that PostgreSQL has written by default since version 15.
 */
export async function newDatabase(template?: string): Promise<TestDatabase> {
  const name = `shequ_test_${randomBytes(6).toString("hex")}`;
  const how = template ? `template ${template}` : "template template0 locale 'C.UTF-8' encoding 'UTF8'";
  await onServer(`create database ${name} strategy file_copy ${how}`);
  return { name, url: urlOf(name), drop: () => onServer(`drop database ${name} with (force)`) };
}

/** Connects to a database of that server, by URL. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

function urlOf(name: string): string {
  const url = new URL(PG_SERVER ?? "");
  url.pathname = `/${name}`;
  return url.href;
}
