import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import Database from "better-sqlite3";
import { hashToken } from "#upstream/db/token-hash";

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

/**
 * The answer to a captcha, which the server keeps to itself: people see it, programs must not. Other workers ask for
 * captchas as well, so it is found by its token, which stands somewhere in `text`.
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

/** WeChat's people are few and known to all runs: this one has not been here yet. */
export function forgetWechat(nickname: string): void {
  const database = openDatabase();
  database.prepare("delete from identities where instr(nickname, ?) > 0").run(nickname);
  database.close();
}
