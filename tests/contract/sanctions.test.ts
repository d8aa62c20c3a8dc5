import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { CallError } from "#tests/upstream/support/harness";
import { endpointRows } from "#upstream/endpoint-table";
import { ACCESS } from "./access";
import { type AccessWorld, createAccessWorld } from "./access-world";
import { MUTED_CALLS } from "./muted-calls";
import { sampleInput } from "./sample-input";

const writes = endpointRows().filter(
  ({ method, auth, implemented }) => method !== "GET" && auth !== "staff" && implemented,
);

/** Further calls blocked for a read-only member. */
const DEEDS = [
  ...["site.answer.remove", "site.article.remove", "site.comment.remove", "site.question.remove"],
  ...["site.favorites.add", "site.favorites.remove", "site.follow.add", "site.follow.cancel", "site.form.submit"],
  ...["site.like.add", "site.like.cancel", "site.question.follow", "site.question.unfollow", "site.vote.set"],
  ...["ext.favorite-folder.put", "ext.favorite-folder.remove"],
  ...["ext.accept.set", "ext.report.add", "ext.review.withdraw", "ext.review.remove"],
];
const KEPT_FROM: Record<Exclude<SanctionKind, "ban">, readonly string[]> = {
  mute: MUTED_CALLS,
  "read-only": [...MUTED_CALLS, ...DEEDS],
};

let world: AccessWorld;
beforeEach(async () => {
  world = await createAccessWorld();
});
afterEach(() => world.close());

/** Sanctions the owner permanently. */
async function impose(kind: SanctionKind): Promise<void> {
  const at = world.upstream.services.clock().toISOString();
  await world.upstream.services.db
    .insertInto("sanctions")
    .values({
      user_id: world.people.owner,
      kind,
      reason: "到处发广告",
      from_at: at,
      until_at: null,
      imposed_by: world.people.other,
      lifted_at: null,
      lifted_by: null,
    })
    .execute();
}

/** All texts by members that others can read. */
async function shownWords(): Promise<Set<string>> {
  const { db } = world.upstream.services;
  const texts = async (table: "questions" | "answers" | "articles" | "comments" | "users") => {
    const rows = await db.selectFrom(table).selectAll().where("deleted_at", "is", null).execute();
    const columns = ["id", "title", "content", "text", "nickname", "headline", "bio", "company", "city", "avatar"];
    return rows.map((row) => `${table} ${columns.map((name) => (row as Record<string, unknown>)[name]).join("|")}`);
  };
  const all = [texts("questions"), texts("answers"), texts("articles"), texts("comments"), texts("users")];
  return new Set((await Promise.all(all)).flat());
}

/** Effects of a member's actions that others can see. */
async function deeds(): Promise<string> {
  const state = await world.state();
  const tables = [
    "likes",
    "votes",
    "favorites",
    "favorite_folders",
    "favorite_places",
    "user_follows",
    "question_follows",
    "reports",
    "form_submissions",
  ];
  return JSON.stringify([...tables, "reviews"].map((name) => state[name]));
}

const isKept = (error: unknown): boolean =>
  error instanceof CallError && /^FORBIDDEN: 你的账号已被/.test(error.message);

describe.each(["mute", "read-only"] as const)("who is under %s", (kind) => {
  test("is refused every call that shows others something of theirs, and no other call", async () => {
    const inputs = new Map<string, Awaited<ReturnType<typeof inputOf>>>();
    for (const { name, endpoint } of writes) inputs.set(name, await inputOf(name, endpoint));
    await impose(kind);
    const kept: string[] = [];
    for (const { name, endpoint } of writes) {
      await world.forgetLimits();
      const token = (await world.tokenOf("owner")) ?? "";
      const [words, done] = [await shownWords(), await deeds()];
      await world.upstream.call(endpoint, (inputs.get(name) ?? {}) as never, { token }).catch((error: unknown) => {
        if (isKept(error)) kept.push(name);
        else if (!(error instanceof CallError)) throw error;
      });
      const fresh = [...(await shownWords())].filter((one) => !words.has(one));
      // Logging in with an unused number creates a new member.
      if (!/\.user\.(?:loginOrRegister|register)|login/.test(name)) expect(fresh, name).toEqual([]);
      if (kind === "read-only") expect(await deeds(), name).toBe(done);
    }
    expect(kept.sort()).toEqual([...KEPT_FROM[kind]].sort());
  });
});

type Row = (typeof writes)[number];
async function inputOf(name: string, endpoint: Row["endpoint"]) {
  return { ...sampleInput(endpoint), ...(await ACCESS[name]?.input?.(world)) };
}

test("a banned member counts as anonymous in every call, and can't log in", async () => {
  await impose("ban");
  const token = (await world.tokenOf("owner")) ?? "";
  for (const { name, endpoint, auth } of endpointRows()) {
    if (auth === "anyone") continue;
    const code = await world.upstream
      .call(endpoint, sampleInput(endpoint) as never, { token })
      .catch((error) => error.code);
    expect(code, name).toBe("NOT_LOGIN");
  }
});
