import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountApi } from "#app/contract/people/account";
import { userApi } from "#app/contract/people/user";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { captchaPass, sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter } from "#tests/upstream/support/writer";
import { exportPerson } from "#upstream/modules/account/export";

const HOUR = 3_600_000;
let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
let numbers = 0;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const newPhone = () => `139${String(++numbers).padStart(8, "0")}`;
const login = async (phone: string, options: { ip?: string; device?: string } = {}) => {
  wait(48 * HOUR);
  const body = { phone, code: await sentCode(upstream, phone) };
  return upstream.call(userApi.loginOrRegisterByPhone, { body }, options);
};
const alive = async (token: string) =>
  (await codeOf(upstream.call(userApi.tokenQueryClientUser, {}, { token }))) === "SUCCESS";
const PROFILE = {
  nickname: "周以宁",
  avatar: "",
  headline: "产品经理",
  bio: "写需求",
  company: "远山",
  city: "上海",
  collectionsPrivate: true,
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(async () => {
  const { db } = upstream.services;
  await db.deleteFrom("rate_limits").execute();
  // Each test creates a person with this name.
  await db.updateTable("users").set({ name_key: null }).execute();
});
afterAll(() => upstream.close());

describe("the profile", () => {
  const update = (token: string, change: Partial<typeof PROFILE>) =>
    upstream.call(userApi.update, { body: { ...PROFILE, ...change } }, { token });

  test("can be changed by its owner, and the change shows everywhere", async () => {
    const { token, userId } = await login(newPhone());
    expect(await update(token, {})).toMatchObject({ nickname: "周以宁", headline: "产品经理" });
    expect(await upstream.call(userApi.editor, {}, { token })).toMatchObject(PROFILE);
    const seen = await upstream.call(userApi.baseInfo, { query: { userId } });
    expect(seen).toMatchObject({ nickname: "周以宁", company: "远山", collectionsPrivate: true });
    expect(await codeOf(upstream.call(userApi.update, { body: PROFILE }))).toBe("NOT_LOGIN");
  });

  test("removes invisible characters from names, except joiners within emoji", async () => {
    const { token } = await login(newPhone());
    expect(await update(token, { nickname: "\u202e周\u200b以\u0000宁  二" })).toMatchObject({ nickname: "周以宁 二" });
    // Families and couples stay what they are; joiners anywhere else are taken out.
    for (const emoji of ["👨\u200d👩\u200d👧", "👩🏽\u200d💻", "❤\uFE0F\u200d🔥", "🏃\u200d♂\uFE0F"])
      expect(await update(token, { nickname: `周${emoji}` })).toMatchObject({ nickname: `周${emoji}` });
    expect(await update(token, { nickname: "\u200d周\u200d以🌊\u200d宁\u200d👧\u200d" })).toMatchObject({
      nickname: "周以🌊宁👧",
    });
    await expect(update(token, { nickname: "\u200b\u2060" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  });

  test("accepts as avatar only a picture that its owner uploaded", async () => {
    const { token, userId } = await login(newPhone());
    const add = async (key: string, row: { owner_id: number; confirmed?: 0 | 1; width?: number }) => {
      const whole = { confirmed: 1 as const, width: 100, height: 100, ...row };
      const rest = { file_name: "a.png", content_type: "image/png", bytes: 10, created_at: now.toISOString() };
      await upstream.services.db
        .insertInto("objects")
        .values({ key, ...rest, ...whole })
        .execute();
      return upstream.services.objects.publicUrl(key);
    };
    const stranger = await upstream.addUser("别人");
    const mine = await add("avatar/202603/mine.png", { owner_id: userId });
    for (const refused of [
      await add("avatar/202603/theirs.png", { owner_id: stranger }),
      await add("avatar/202603/unconfirmed.png", { owner_id: userId, confirmed: 0 }),
      await add("avatar/202603/no-picture.png", { owner_id: userId, width: 0 }),
      "https://evil.example/a.png",
      "//evil.example/a.png",
      "javascript:alert(1)",
      "/oss/avatar/202603/none.png",
      "/api/user/logout",
    ]) {
      await expect(update(token, { avatar: refused }), refused).rejects.toMatchObject({
        code: "INVALID_PARAMS",
        data: { fields: { avatar: expect.any(String) } },
      });
    }
    expect(await update(token, { avatar: mine })).toMatchObject({ avatar: mine });
    expect(await update(token, { avatar: mine, bio: "别的" })).toMatchObject({ avatar: mine });
    expect(await update(token, { avatar: "" })).toMatchObject({ avatar: "" });
  });

  test("limits the number of changes", async () => {
    const { token } = await login(newPhone());
    for (let index = 0; index < 30; index += 1) await update(token, {});
    expect(await codeOf(update(token, {}))).toBe("RATE_LIMITED");
    wait(HOUR);
    expect(await codeOf(update(token, {}))).toBe("SUCCESS");
  });
});

describe("logins", () => {
  test("are listed with device, address and time, and ended one by one or all others at once", async () => {
    const phone = newPhone();
    const laptop = await login(phone, { device: "os=macOS; browser=Safari", ip: "192.0.2.1" });
    const mobile = await login(phone, { device: "os=Android; browser=WeChat", ip: "2001:db8::1" });
    const tablet = await login(phone, { device: "x".repeat(500) });
    const list = await upstream.call(accountApi.sessions, {}, { token: mobile.token });
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ device: "Android · WeChat", address: "2001:db8::1", current: true });
    expect(list.map((one) => one.current)).toEqual([true, false, false]);
    expect(list.find((one) => one.device.startsWith("x"))?.device).toHaveLength(100);
    expect(JSON.stringify(list)).not.toContain(mobile.token);
    const first = list.find((one) => one.device === "macOS · Safari");
    const end = (id: string, token: string) =>
      codeOf(upstream.call(accountApi.endSession, { body: { id } }, { token }));
    const { token: stranger } = await login(newPhone());
    expect(await end(first?.id ?? "", stranger)).toBe("NOT_FOUND");
    expect(await end(first?.id ?? "", mobile.token)).toBe("SUCCESS");
    expect(await end(first?.id ?? "", mobile.token)).toBe("NOT_FOUND");
    expect([await alive(laptop.token), await alive(mobile.token), await alive(tablet.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await upstream.call(accountApi.endOtherSessions, {}, { token: mobile.token })).toEqual({ ended: 1 });
    expect([await alive(mobile.token), await alive(tablet.token), await alive(stranger)]).toEqual([true, false, true]);
  });
});

describe("the phone number", () => {
  test("is changed with a code to the old and to the new number", async () => {
    const [phone, fresh] = [newPhone(), newPhone()];
    const { token, userId } = await login(phone);
    const change = (body: { currentCode?: string; phone: string; code: string }) =>
      upstream.call(accountApi.changePhone, { body }, { token });
    wait(HOUR);
    const currentCode = await sentCode(upstream, phone, "current-phone", userId);
    const code = await sentCode(upstream, fresh, "change-phone", userId);
    const bad = code === "000000" ? "111111" : "000000";
    await expect(change({ phone: fresh, code })).rejects.toMatchObject({
      data: { fields: { currentCode: expect.any(String) } },
    });
    await expect(change({ currentCode, phone: fresh, code: bad })).rejects.toMatchObject({
      code: "SMS_CODE_WRONG",
      data: { fields: { code: expect.any(String) } },
    });
    expect(await codeOf(change({ currentCode, phone, code }))).toBe("INVALID_PARAMS");
    expect(await change({ currentCode, phone: fresh, code })).toMatchObject({
      phone: `${fresh.slice(0, 3)}****${fresh.slice(-4)}`,
    });
    expect((await login(fresh)).userId).toBe(userId);
    expect((await login(phone)).userId).not.toBe(userId);
  });

  test("of another member is refused, which only somebody with the code for it learns", async () => {
    const [phone, taken] = [newPhone(), newPhone()];
    const owner = await login(taken);
    const { token, userId } = await login(phone);
    const currentCode = await sentCode(upstream, phone, "current-phone", userId);
    const code = await sentCode(upstream, taken, "change-phone", userId);
    const changed = upstream.call(accountApi.changePhone, { body: { currentCode, phone: taken, code } }, { token });
    await expect(changed).rejects.toMatchObject({ data: { fields: { phone: "这个手机号已绑定其他账号" } } });
    expect((await upstream.call(userApi.tokenQueryClientUser, {}, { token: owner.token })).userId).toBe(owner.userId);
    // The form still holds the code to the old number.
    const free = newPhone();
    const freeCode = await sentCode(upstream, free, "change-phone", userId);
    await upstream.call(accountApi.changePhone, { body: { currentCode, phone: free, code: freeCode } }, { token });
    const again = upstream.call(accountApi.changePhone, { body: { currentCode, phone, code: freeCode } }, { token });
    expect(await codeOf(again)).toBe("SMS_CODE_WRONG");
    expect((await login(taken)).userId).toBe(owner.userId);
  });

  test("that is the first needs only its own code, and there is no code to a current number", async () => {
    const userId = await upstream.addUser("没有手机号");
    const body = { purpose: "current-phone" as const, captchaVerification: await captchaPass(upstream) };
    expect(await codeOf(upstream.call(accountApi.smsCode, { body }, { as: userId }))).toBe("PHONE_REQUIRED");
    const phone = newPhone();
    const code = await sentCode(upstream, phone, "change-phone", userId);
    await upstream.call(accountApi.changePhone, { body: { phone, code } }, { as: userId });
    expect((await login(phone)).userId).toBe(userId);
  });
});

describe("the export", () => {
  test("has every text, however many, with others answered in between", async () => {
    const { token, userId } = await login(newPhone());
    const write = createWriter(upstream);
    const targetId = await write.article({ authorId: userId, title: "评论很多的文章" });
    for (let index = 0; index < 201; index += 1)
      await write.comment({ authorId: userId, targetKind: "article", targetId, text: `第 ${index} 条` });
    const all = await exportOf(upstream, { token });
    const texts = (all.comments as { text: string }[]).map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 201 }, (_, index) => `第 ${index} 条`));
  });

  test("is written in batches, since all of it, or one kind, may be too much for memory", async () => {
    const { userId } = await login(newPhone());
    const { db } = upstream.services;
    const LONG = JSON.stringify({ content: "长".repeat(20_000) });
    const written = { kind: "article" as const, author_id: userId, written_at: now.toISOString(), withheld: null };
    for (let version = 1; version <= 100; version += 1)
      await db
        .insertInto("text_versions")
        .values({ ...written, item_id: 900_000 + (version % 2), version, fields: LONG, reason: String(version) })
        .execute();
    const pieces: Uint8Array[] = [];
    for await (const piece of exportPerson(db, userId, now.toISOString())) pieces.push(piece);
    const whole = Buffer.concat(pieces).toString("utf8");
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(Buffer.byteLength(whole) / 4);
    const { versions } = JSON.parse(whole) as { versions: { reason: string }[] };
    const numbers = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
    expect(versions.map(({ reason }) => Number(reason))).toEqual([...numbers.map((one) => one + 1), ...numbers]);
    expect(whole).toBe(JSON.stringify(JSON.parse(whole), null, 2));
  });

  test("has all of one's own data, no one else's, and no secrets", async () => {
    const { token, userId } = await login(newPhone());
    await upstream.call(userApi.complete, { body: { nickname: "要导出的人", password: "清晨的雾 horse" } }, { token });
    const other = await upstream.addUser("别人");
    const followed = { created_at: now.toISOString() };
    await upstream.services.db
      .insertInto("user_follows")
      .values([
        { follower_id: userId, followed_id: other, ...followed },
        { follower_id: other, followed_id: userId, ...followed },
      ])
      .execute();
    const all = await exportOf(upstream, { token });
    expect(all).toMatchObject({ exportedAt: now.toISOString(), account: { nickname: "要导出的人" } });
    expect(all.following).toEqual([{ follower_id: userId, followed_id: other, ...followed, targetName: "别人" }]);
    expect(all.sessions).toHaveLength(1);
    expect(JSON.stringify(all)).not.toMatch(/_hash|scrypt/);
    expect(await codeOf(exportOf(upstream))).toBe("NOT_LOGIN");
  });

  test("includes the name of a favorite, voted or followed thing, unless it was deleted", async () => {
    const { token, userId } = await login(newPhone());
    const { db } = upstream.services;
    const write = createWriter(upstream);
    const authorId = await upstream.addUser("写收藏的人");
    const [article, gone] = [
      await write.article({ authorId, title: "收藏了的文章" }),
      await write.article({ authorId, title: "后来删掉的文章" }),
    ];
    const questionId = await write.question({ authorId, title: "关注了的问题" });
    const answer = await write.answer({ authorId, questionId, content: "赞同过的回答" });
    const own = { user_id: userId, created_at: now.toISOString() };
    const favorites = [article, gone].map((id) => ({ ...own, target_kind: "article" as const, target_id: id }));
    await db.insertInto("favorites").values(favorites).execute();
    await db
      .insertInto("question_follows")
      .values({ ...own, question_id: questionId })
      .execute();
    await db
      .insertInto("votes")
      .values({ ...own, answer_id: answer, value: 1 })
      .execute();
    await db.updateTable("articles").set({ deleted_at: now.toISOString() }).where("id", "=", gone).execute();
    const all = await exportOf(upstream, { token });
    const named = (rows: unknown) => (rows as { targetName?: string }[]).map(({ targetName }) => targetName);
    expect(named(all.favorites)).toEqual(["收藏了的文章", undefined]);
    expect(named(all.followedQuestions)).toEqual(["关注了的问题"]);
    expect(named(all.votes)).toEqual(["赞同过的回答"]);
  });

  test("covers every table with an owner column", async () => {
    const { token } = await login(newPhone());
    const kinds = Object.keys(await exportOf(upstream, { token }));
    const tables = await upstream.services.db.introspection.getTables();
    const OWNERS = ["user_id", "author_id", "owner_id", "follower_id", "reporter_id"];
    const owned = tables.filter((table) => table.columns.some((column) => OWNERS.includes(column.name)));
    // Credentials are not exported.
    const SECRETS = ["second_factors", "recovery_codes", "handovers", "mail_codes"];
    // Derived from the others.
    const left = owned.filter(
      (table) => !["feed_entries", "search_documents", "own_list_anchors", ...SECRETS].includes(table.name),
    );
    expect(kinds.length - 2, left.map((table) => table.name).join(" ")).toBe(left.length);
  });
});

describe("closing the account", () => {
  test("requires a code, ends every session, frees the number and deletes what identifies the person", async () => {
    const phone = newPhone();
    const first = await login(phone);
    const { token, userId } = await login(phone);
    const close = (code: string) => codeOf(upstream.call(accountApi.close, { body: { code } }, { token }));
    expect(await close("000000")).toBe("SMS_CODE_WRONG");
    // A known password is not enough on a site with SMS.
    const byPassword = upstream.call(accountApi.close, { body: { password: "correct horse" } }, { token });
    expect(await codeOf(byPassword)).toBe("INVALID_PARAMS");
    wait(HOUR);
    const code = await sentCode(upstream, phone, "close-account", userId);
    expect(await close(code)).toBe("SUCCESS");
    expect([await alive(first.token), await alive(token)]).toEqual([false, false]);
    expect(await codeOf(upstream.call(userApi.baseInfo, { query: { userId } }))).toBe("NOT_FOUND");
    const row = await upstream.services.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(phone);
    expect(await login(phone)).toMatchObject({ isNew: true });
    expect((await login(phone)).userId).not.toBe(userId);
  });
});
