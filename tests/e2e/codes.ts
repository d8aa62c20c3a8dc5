import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";

/** Of the server under test; see playwright.config.ts. */
const DATA_DIR = process.env.E2E_DATA_DIR ?? ".cache/e2e-data";

/** A mainland number that nobody has. */
export const freshPhone = (): string => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;

/** The code of the newest message to this number, from the page where the demo shows what it would have sent. */
export async function codeInInbox(request: APIRequestContext, phone: string): Promise<string> {
  const page = await (await request.get("/_dev/inbox")).text();
  const [, code] = new RegExp(`${phone}(?:(?!</li>).)*?>(\\d{6})<`, "s").exec(page) ?? [];
  if (!code) throw new Error(`no message to ${phone}`);
  return code;
}

function openDatabase(): Database.Database {
  const file = readdirSync(DATA_DIR).find((name) => name.endsWith(".db"));
  return new Database(join(DATA_DIR, file ?? ""));
}

/** Lets this address send again: a run sends more than a person would in an hour. */
export function forgetLimits(): void {
  const database = openDatabase();
  database.prepare("delete from rate_limits").run();
  database.close();
}

/** The answer to the newest question of this kind, which the server keeps to itself: people see it, programs must not. */
export function newestAnswer<T>(kind: "text" | "blockPuzzle"): T {
  const database = openDatabase();
  try {
    const row = database
      .prepare("select payload from one_time_tokens where purpose = ? order by expires_at desc limit 1")
      .get(`captcha/${kind}`) as { payload: string };
    return JSON.parse(row.payload) as T;
  } finally {
    database.close();
  }
}
