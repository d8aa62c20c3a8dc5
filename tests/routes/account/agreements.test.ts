import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AGREEMENTS } from "#app/contract/people/agreements";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits, sentCode } from "#tests/routes/support/form-codes";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { insertAgreement, prepareAgreement } from "#upstream/modules/agreement/write";
import { hashPassword } from "#upstream/services/password/hash-password";

let world: World;
let newest = 1;

beforeAll(async () => {
  world = await createWorld();
  const password_hash = await hashPassword("correct horse", 16);
  await world.upstream.services.db.updateTable("users").set({ password_hash }).execute();
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

/** Publishes a version of the terms that members have to accept. */
async function askAgain(): Promise<number> {
  const { services } = world.upstream;
  const title = AGREEMENTS.terms.name;
  const ready = await prepareAgreement(services, {
    key: "terms",
    title,
    content: `第 ${newest + 1} 版的用户协议`,
    changes: "说清了怎样申诉",
    askAgain: true,
  });
  newest = await transact(services.db, (trx) => insertAgreement(trx, ready, newest));
  return newest;
}
const consentsOf = (userId: number) =>
  world.upstream.services.db
    .selectFrom("consents")
    .select(["key", "agreed_version"])
    .where("user_id", "=", userId)
    .orderBy("agreed_version")
    .orderBy("key")
    .execute();
const agreePath = (next: string) => `/policy/agree?next=${encodeURIComponent(next)}`;
const agree = (who: Reader, next: string, agreed = `terms.${newest}`) =>
  who.submit("/policy/agree", { next, ...(agreed ? { agreed } : {}) });

test("somebody who registers by code without ticking the box is told beside it; no input is lost, and no account is created", async () => {
  const reader = await world.as(null);
  const phone = "13912340001";
  const code = await sentCode(world, reader, { path: "/login", fields: { phone, method: "sms" }, purpose: "login" });
  const fields = { phone, code, intent: "login", method: "sms", next: "/about" };
  const refused = await reader.submit("/login", fields);
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/name="agreed"[^>]*aria-invalid="true"/);
  expect(refused.text).toContain("再勾选同意");
  expect(refused.text).toContain(`value="${code}"`);
  const { db } = world.upstream.services;
  const accounts = () => db.selectFrom("users").select("id").where("phone", "=", `86${phone}`).execute();
  expect(await accounts()).toEqual([]);
  expect((await reader.submit("/login", { ...fields, agreed: "1" })).status).toBe(302);
  const [account] = await accounts();
  expect(await consentsOf(account?.id ?? 0)).toEqual([
    { key: "privacy", agreed_version: 1 },
    { key: "terms", agreed_version: 1 },
  ]);
});

test("each version has a URL, and the page lists them once there are two", async () => {
  const stranger = await world.as(null);
  expect((await stranger.get("/policy/terms")).text).not.toContain("各个版本");
  const version = await askAgain();
  const { text } = await stranger.get("/policy/terms");
  expect(text).toContain(`第 ${version} 版的用户协议`);
  expect(text).toContain('href="/policy/terms/1"');
  const first = await stranger.get("/policy/terms/1");
  expect(first.text).toContain("用户协议正文");
  expect(first.text).toContain("已被新的版本取代");
  expect(first.text).toMatch(/<link rel="canonical" href="[^"]*\/policy\/terms"/);
  for (const none of ["/policy/terms/99", "/policy/terms/x", "/policy/other/1"]) {
    expect((await stranger.get(none)).status, none).toBe(404);
  }
});

describe("who has to agree to a new version", () => {
  const QUESTION = () => encodeId(world.seed.lonelyQuestion);
  const WRITING = {
    "a question": () => paths.write("question"),
    "an article": () => paths.write("article"),
    "a change": () => paths.write("article", encodeId(world.seed.article)),
    "an answer": () => serverPaths.writeAnswer(QUESTION()),
    "a comment": () => `/write/comment?on=article%3A${world.seed.article}`,
  };

  test.each(Object.keys(WRITING) as (keyof typeof WRITING)[])(
    "is asked before writing %s, as a page and as data, and continues there",
    async (name) => {
      await askAgain();
      const alice = await world.as(world.seed.alice);
      const path = WRITING[name]();
      const asked = await alice.get(path);
      expect([asked.status, asked.location]).toEqual([302, agreePath(path)]);
      const [pathname, query = ""] = path.split("?");
      const data = await alice.data(`${pathname}${query ? `?${query}` : ""}`);
      expect(JSON.stringify(data)).toContain("/policy/agree?next=");
      const page = await alice.get(asked.location ?? "");
      expect(page.text).toContain("说清了怎样申诉");
      const unticked = await agree(alice, path, "");
      expect(unticked.status).toBe(422);
      expect(unticked.text).toContain("请先阅读，再勾选同意");
      expect(unticked.text).toContain(`name="next" value="${path.replaceAll("&", "&amp;")}"`);
      const done = await agree(alice, path);
      expect([done.status, done.location]).toEqual([302, path]);
      expect((await alice.get(path)).status).toBe(200);
      const over = await alice.get(agreePath("/about"));
      expect([over.status, over.location]).toEqual([302, "/about"]);
    },
  );

  test("can read on, and is never asked there", async () => {
    await askAgain();
    const alice = await world.as(world.seed.alice);
    for (const path of [
      "/",
      `/article/${encodeId(world.seed.article)}`,
      `/question/${QUESTION()}`,
      "/account/profile",
    ]) {
      expect((await alice.get(path)).status, path).toBe(200);
    }
  });

  test("loses no input typed before it was published, and is led to it", async () => {
    const version = await askAgain();
    const bob = await world.as(world.seed.bob);
    const words = "这段话是在新版本公布之前写的";
    const comment = await bob.submit("/write/comment", { on: `article:${world.seed.article}`, text: words });
    const question = await bob.submit("/write/question", {
      title: "一个足够长的标题",
      content: words,
      tags: "",
      intent: "publish",
      similarShown: "1",
    });
    for (const { status, text } of [comment, question]) {
      expect(status).toBe(422);
      expect(text).toContain(words);
      expect(text).toMatch(/<a[^>]*href="\/policy\/agree"[^>]*>阅读并同意/);
    }
    await agree(bob, "/", `terms.${version}`);
    expect((await bob.submit("/write/comment", { on: `article:${world.seed.article}`, text: words })).status).toBe(302);
  });

  test("is asked after a login, then continues; a version replaced meanwhile can't be accepted", async () => {
    const version = await askAgain();
    const reader = await world.as(null);
    const fields = { phone: "13800000002", password: "correct horse", method: "password", intent: "login" };
    const entered = await reader.submit("/login", { ...fields, next: "/about" });
    expect(entered.location).toBe(agreePath("/about"));
    const replaced = await askAgain();
    const late = await agree(reader, "/about", `terms.${version}`);
    expect(late.status).toBe(409);
    expect(late.text).toContain(`value="terms.${replaced}"`);
    expect((await agree(reader, "/about")).location).toBe("/about");
    const again = await (await world.as(null)).submit("/login", { ...fields, next: "/about" });
    expect(again.location).toBe("/about");
  });

  test.each(["//evil.example", "https://evil.example/"])("can't be redirected elsewhere by %s", async (next) => {
    await askAgain();
    const alice = await world.as(world.seed.alice);
    expect((await agree(alice, next)).location).toBe("/");
    expect((await alice.get(agreePath(next))).location).toBe("/");
  });
});
