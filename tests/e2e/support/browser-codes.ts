import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";
import { hashToken } from "#upstream/db/token-hash";

/** Data folder of the server under test; see playwright.config.ts. */
const DATA_DIR = process.env.E2E_DATA_DIR ?? ".cache/e2e-data";

/** An unused mainland number. */
export const freshPhone = (): string => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;

/** The code of the latest message to this number, from the demo's inbox. */
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

/** Resets the limits of this address, since tests send more than a person would in an hour. */
export function forgetLimits(): void {
  const database = openDatabase();
  database.prepare("delete from rate_limits").run();
  database.close();
}

/**
 * Solution of a captcha, from the server's memory. Other workers request captchas as well, so it is found by its token,
 * which is in `text`.
 */
export function answerIn<T>(text: string): T {
  const database = openDatabase();
  try {
    const find = database.prepare(
      "select payload from one_time_tokens where token_hash = ? and purpose like 'captcha/%'",
    );
    for (const [token] of text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)) {
      const row = find.get(hashToken(token)) as { payload: string } | undefined;
      if (row) return JSON.parse(row.payload) as T;
    }
    throw new Error("no captcha in there");
  } finally {
    database.close();
  }
}

/** Forgets a WeChat person, since they are few and shared by all runs. */
export function forgetWechat(nickname: string): void {
  const database = openDatabase();
  database.prepare("delete from identities where instr(nickname, ?) > 0").run(nickname);
  database.close();
}
