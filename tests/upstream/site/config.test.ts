import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { classificationApi } from "#app/contract/content/classification";
import type { CallInput, Endpoint } from "#app/contract/endpoint";
import { configApi } from "#app/contract/site/config";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { isUniqueViolation } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { createClassification } from "#upstream/modules/classification/write";
import { type Setting, type SettingKey, setSetting } from "#upstream/modules/config/settings";
import { prepareSiteText, setSiteTexts, type TextFields } from "#upstream/modules/config/site-texts";
import { setUserFollow } from "#upstream/modules/follow/write";
import { updateUser } from "#upstream/modules/user/write";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

const set = <K extends SettingKey>(key: K, value: Setting<K>) =>
  transact(upstream.services.db, (trx) => setSetting(trx, key, value));

async function setText(...texts: TextFields[]): Promise<void> {
  const prepared = await Promise.all(texts.map((text) => prepareSiteText(upstream.services, text)));
  await transact(upstream.services.db, (trx) => setSiteTexts(trx, prepared));
}

/** Statements of the second of two equal calls; SQLite reads versions without a counted statement. */
async function warmCost<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<number> {
  await upstream.call(endpoint, input);
  const { statements } = await upstream.measure(endpoint, input);
  return upstream.services.connection.kind === "sqlite" ? statements : 0;
}

describe("settings", () => {
  test("an empty site has empty settings and a name", async () => {
    expect(await upstream.call(configApi.banner, {})).toEqual([]);
    expect(await upstream.call(configApi.footer, {})).toEqual({ groups: [], icp: "", police: "", copyright: "" });
    expect((await upstream.call(configApi.logo, {})).name).not.toBe("");
  });

  test("are shown as set, at once, and take no statement when cached", async () => {
    const banners = [{ id: 1, title: "把问题问清楚", subtitle: "", href: "/question", image: null }];
    await set("banner", banners);
    await set("poster", []);
    expect(await upstream.call(configApi.banner, {})).toEqual(banners);
    expect(await warmCost(configApi.banner, {})).toBe(0);
    await set("banner", []);
    expect(await upstream.call(configApi.banner, {})).toEqual([]);
    const { dependsOn } = await upstream.measure(configApi.footer, {});
    expect(dependsOn).toEqual(["config"]);
  });

  test("a value of the wrong shape is refused", async () => {
    await expect(set("logo", { name: 1 } as unknown as Setting<"logo">)).rejects.toThrow("expected string");
  });
});

describe("texts", () => {
  test("short texts are plain, pages are rendered, and unknown keys are omitted", async () => {
    await setText(
      { key: "siteName", content: "社区", kind: "short" },
      { key: "about", title: "关于我们", content: "## 从哪里来\n\n一个念头。", kind: "page" },
    );
    const texts = await upstream.call(configApi.text, { query: { keys: "siteName, about,nothing,__proto__" } });
    expect(Object.keys(texts).sort()).toEqual(["about", "siteName"]);
    expect(texts.siteName).toMatchObject({ content: "社区", contentHtml: null });
    expect(texts.about?.contentHtml).toContain("从哪里来</h2>");
    expect(await warmCost(configApi.text, { query: { keys: "about" } })).toBe(0);
  });

  test("setting a text again replaces it", async () => {
    await setText({ key: "siteName", content: "新名", kind: "short" });
    expect((await upstream.call(configApi.text, { query: { keys: "siteName" } })).siteName?.content).toBe("新名");
  });
});

describe("recommended authors", () => {
  test("are in the order set, with current profiles, without deleted ones", async () => {
    const [first, second] = [await upstream.addUser("周以宁"), await upstream.addUser("韩墨")];
    await set("recommend-author", [second, 999_999, first]);
    const { data, dependsOn } = await upstream.measure(configApi.recommendAuthor, {});
    expect(data.map((one) => one.nickname)).toEqual(["韩墨", "周以宁"]);
    expect(dependsOn).toEqual(expect.arrayContaining(["config", `user/${first}`, `card/user/${second}`]));
    expect(await warmCost(configApi.recommendAuthor, {})).toBe(0);
    const blank = { avatar: "", headline: "", bio: "", company: "", city: "", collectionsPrivate: false };
    await transact(upstream.services.db, (trx) => updateUser(trx, first, { ...blank, nickname: "改名" }));
    expect((await upstream.call(configApi.recommendAuthor, {}))[1]?.nickname).toBe("改名");
  });

  test("include whom the viewer follows, and who is the viewer", async () => {
    const [me, other] = [await upstream.addUser("我"), await upstream.addUser("别人")];
    await set("recommend-author", [me, other]);
    const follow = { followerId: me, followedId: other, on: true };
    await transact(upstream.services.db, (trx) => setUserFollow(trx, upstream.services, follow));
    const seen = async (as?: number) =>
      (await upstream.call(configApi.recommendAuthor, {}, { as })).map(({ viewer }) => viewer);
    expect(await seen(me)).toEqual([
      { followed: false, me: true },
      { followed: true, me: false },
    ]);
    expect(await seen()).toEqual(Array(2).fill({ followed: false, me: false }));
  });
});

describe("classifications", () => {
  test("are in the order of the editors and take no statement when cached", async () => {
    const add = (slug: string, name: string, position: number) =>
      transact(upstream.services.db, (trx) => createClassification(trx, { kind: "article", slug, name, position }));
    await add("career", "职场", 2);
    await add("product", "产品", 1);
    const list = await upstream.call(classificationApi.articleList, {});
    expect(list.map(({ slug, name, total }) => [slug, name, total])).toEqual([
      ["product", "产品", 0],
      ["career", "职场", 0],
    ]);
    expect(await warmCost(classificationApi.articleList, {})).toBe(0);
    expect(await upstream.call(classificationApi.caseList, {})).toEqual([]);
    expect(await add("career", "又一个", 3).catch(isUniqueViolation)).toBe(true);
  });
});
