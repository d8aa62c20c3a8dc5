import { randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { connect } from "#upstream/db/dialect";
import { hashToken } from "#upstream/http/auth";

const DATABASE = ".cache/e2e-data/shequ.db";
const DAY = 24 * 60 * 60 * 1000;

export type Member = { userId: number; nickname: string; token: string };

/** A new member of the demo world, with a phone, so that nothing of theirs meets other tests. */
export async function newMember(): Promise<Member> {
  const { db, close } = await connect({ kind: "sqlite", file: DATABASE });
  const token = randomBytes(32).toString("base64url");
  const nickname = `写作者${randomBytes(4).toString("hex")}`;
  const now = Date.now();
  const { id } = await db
    .insertInto("users")
    .values({
      nickname,
      avatar: "",
      headline: "",
      bio: "",
      company: "",
      city: "",
      phone: `8619${String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, "0")}`,
      password_hash: null,
      created_at: new Date(now).toISOString(),
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: id,
      device: "test",
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + DAY).toISOString(),
    })
    .execute();
  await close();
  return { userId: id, nickname, token };
}

/** Lets a browser be this member's. */
export const logIn = (context: BrowserContext, { token }: Member, url: string | undefined): Promise<void> =>
  context.addCookies([{ name: "token", value: token, url: url ?? "" }]);
