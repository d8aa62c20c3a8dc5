import { randomBytes } from "node:crypto";
import { figureKeys, storedKeysOf } from "#app/contract/admin/desk/figure-names";
import type { Upstream } from "#upstream/app";
import type { Services } from "#upstream/call/context";
import { hashToken } from "#upstream/db/token-hash";
import { createChance } from "#upstream/demo/chance";
import { addUp } from "#upstream/modules/figures/steps";
import { grantRole } from "#upstream/policy/staff-roles";

const SEED = 20261123;
const DAY = 24 * 3600 * 1000;
/** Days with figures: a year, and the year before for comparison. */
const DAYS = 731;
/** Articles per held text. */
const FOR_ONE_HELD = 25;
const AT_ONCE = 500;

/** Adds the console's data: held texts, and each figure of two years. */
export async function seedConsole({ db, clock }: Services, size: number): Promise<void> {
  const chance = createChance(SEED);
  const now = clock().getTime();
  const at = (ago: number) => new Date(now - ago * DAY).toISOString();
  const authors = await db.selectFrom("users").select("id").limit(200).execute();
  const held = Array.from({ length: Math.max(1, size / FOR_ONE_HELD) }, (_, index) => ({
    author_id: authors[index % authors.length]?.id ?? 1,
    kind: "article" as const,
    held_for: "word" as const,
    word: "加微信",
    created_at: at(index / 100),
    decided_at: null,
    target_id: null,
    published_id: null,
    fields: JSON.stringify({ title: `等着审核的第 ${index} 篇`, content: "想要资料的加微信。".repeat(200), tags: [] }),
  }));
  const keys = [...new Set(figureKeys.flatMap(storedKeysOf))];
  const figures = Array.from({ length: DAYS }, (_, ago) => at(ago).slice(0, 10)).flatMap((day) =>
    keys.map((key) => ({ day, key, value: chance.between(0, 5_000) })),
  );
  for (let start = 0; start < held.length; start += AT_ONCE)
    await db
      .insertInto("reviews")
      .values(held.slice(start, start + AT_ONCE))
      .execute();
  for (let start = 0; start < figures.length; start += AT_ONCE)
    await db
      .insertInto("metrics_daily")
      .values(figures.slice(start, start + AT_ONCE))
      .execute();
  await addUp(db, figures);
}

/** Creates a session of an owner. @returns the token */
export async function logInOwner({ services: { db, clock } }: Upstream): Promise<string> {
  const { id } = await db.selectFrom("users").select("id").limit(1).executeTakeFirstOrThrow();
  const now = clock().getTime();
  await grantRole(db, { userId: id, role: "owner", by: null, at: new Date(now).toISOString() });
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: id,
      device: "bench",
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + DAY).toISOString(),
    })
    .execute();
  return token;
}
