import { randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { addRefused } from "#tests/upstream/support/refused-text";
import type { Db } from "#upstream/db/dialect";
import { hashToken } from "#upstream/db/token-hash";
import { hashPassword } from "#upstream/services/password/hash-password";
import { demoDatabase } from "./demo-database";

const DAY = 24 * 60 * 60 * 1000;

export type Member = {
  userId: number;
  nickname: string;
  /** A mainland number of 11 digits. */
  phone: string;
  token: string;
};

/** Password of members who have one. */
export const PASSWORD = "一个很长的密码-2026";
/** Memory for hashing in KiB: the minimum, which tests the same, since a hash contains its own parameters. */
const MEMORY = 16;

/** Creates a new member with a phone, independent of other tests. */
export async function newMember({ password = false }: { password?: boolean } = {}): Promise<Member> {
  const { db } = await demoDatabase();
  const token = randomBytes(32).toString("base64url");
  const nickname = `写作者${randomBytes(4).toString("hex")}`;
  const phone = `19${String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, "0")}`;
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
      phone: `86${phone}`,
      password_hash: password ? await hashPassword(PASSWORD, MEMORY) : null,
      created_at: new Date(now).toISOString(),
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertSession(db, id, token, "Chrome · Windows");
  return { userId: id, nickname, phone, token };
}

/** A comment of theirs that staff have refused; returns its id. */
export async function refusedText({ userId }: Member): Promise<number> {
  const { db } = await demoDatabase();
  const id = await addRefused(db, userId);
  return id;
}

/** Creates another session of the same member. */
export async function onAnotherDevice(member: Member, device: string): Promise<Member> {
  const { db } = await demoDatabase();
  const token = randomBytes(32).toString("base64url");
  await insertSession(db, member.userId, token, device);
  return { ...member, token };
}

async function insertSession(db: Db, userId: number, token: string, device: string): Promise<void> {
  const now = Date.now();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      device,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + DAY).toISOString(),
    })
    .execute();
}

/** Logs a browser in as this member. */
export const logIn = (context: BrowserContext, { token }: Member, url: string | undefined): Promise<void> =>
  context.addCookies([{ name: "token", value: token, url: url ?? "" }]);

/** Verifies all sessions of a staff member for dangerous actions, as after entering the password. */
export async function proveAgain({ userId }: Member): Promise<void> {
  const { db } = await demoDatabase();
  await db
    .updateTable("sessions")
    .set({ sudo_until: "2999-01-01T00:00:00.000Z" })
    .where("user_id", "=", userId)
    .execute();
}
