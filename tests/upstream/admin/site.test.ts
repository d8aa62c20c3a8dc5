import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { auditApi } from "#app/contract/admin/system/audit";
import { configApi } from "#app/contract/site/config";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { findSetting } from "#upstream/modules/config/settings";

let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const get = () => upstream.call(adminSiteApi.get, {}, { token });
const putFooter = (body: Partial<Parameters<typeof footerOf>[0]>) =>
  upstream.call(adminSiteApi.putFooter, { body: footerOf(body) }, { token });
const footerOf = (more: {
  version?: number;
  links?: { group: string; label: string; href: string }[];
  icp?: string;
}) => ({
  version: 0,
  links: [],
  icp: "",
  police: "",
  copyright: "",
  ...more,
});

async function addPicture(key: string): Promise<string> {
  const { db, objects } = upstream.services;
  await db
    .insertInto("objects")
    .values({
      key,
      owner_id: null,
      file_name: "a.png",
      content_type: "image/png",
      bytes: 9,
      width: 300,
      height: 200,
      confirmed: 1,
      created_at: "2026-01-01T00:00:00.000Z",
    })
    .execute();
  return objects.publicUrl(key);
}

describe("settings of the site", () => {
  test("apply to readers at once", async () => {
    const picture = await addPicture(`content/202601/${"a".repeat(32)}.png`);
    await upstream.call(adminSiteApi.putLogo, { body: { version: 0, name: "新社区", picture } }, { token });
    const links = [
      { group: "关于", label: "关于我们", href: "/about" },
      { group: "朋友", label: "友站", href: "https://a.example/" },
      { group: "关于", label: "加入", href: "/join" },
    ];
    await putFooter({ links, icp: "京ICP备1号" });
    const row = { title: "征文", subtitle: "", href: "/question", picture };
    await upstream.call(adminSiteApi.putBanner, { body: { version: 0, rows: [row] } }, { token });
    await upstream.call(adminSiteApi.putPoster, { body: { version: 0, rows: [{ ...row, picture: "" }] } }, { token });
    const first = await upstream.addUser("第一位");
    const second = await upstream.addUser("第二位");
    const people = [{ userId: second }, { userId: first }];
    await upstream.call(adminSiteApi.putAuthor, { body: { version: 0, people } }, { token });

    const looks = { name: "新社区", url: picture, urlDark: null, accent: "green", icon: null };
    expect(await upstream.call(configApi.logo, {})).toEqual(looks);

    expect(await upstream.call(configApi.footer, {})).toMatchObject({
      groups: [
        { title: "关于", links: [{ label: "关于我们" }, { label: "加入" }] },
        { title: "朋友", links: [{ label: "友站" }] },
      ],
      icp: "京ICP备1号",
    });
    const image = { url: picture, width: 300, height: 200, alt: "征文" };
    expect(await upstream.call(configApi.banner, {})).toEqual([
      { id: 1, title: "征文", subtitle: "", href: "/question", image },
    ]);
    expect((await upstream.call(configApi.poster, {}))[0]?.image).toBeNull();
    expect((await upstream.call(configApi.recommendAuthor, {})).map(({ userId }) => userId)).toEqual([second, first]);
    expect((await get()).footer.links.map(({ label }) => label)).toEqual(["关于我们", "加入", "友站"]);
    const { list } = await upstream.call(auditApi.list, { query: { kind: "site" } }, { token });
    expect(list.map(({ target }) => target)).toEqual(["recommend-author", "poster", "banner", "footer", "logo"]);
  });

  test("include the colour, the icon and the navigation", async () => {
    const icon = await addPicture(`content/202601/${"b".repeat(32)}.png`);
    const links = [{ label: "问答", href: "/question" }];
    await upstream.call(adminSiteApi.putNavigation, { body: { version: 0, links } }, { token });
    const looks = { version: 0, name: "新社区", accent: "violet" as const, icon };
    await upstream.call(adminSiteApi.putLogo, { body: looks }, { token });
    const read = () => upstream.call(configApi.logo, {});
    expect(await read()).toEqual({
      name: "新社区",
      url: null,
      urlDark: null,
      accent: "violet",
      icon,
      navigation: links,
    });
    expect(
      await outcomeOf(upstream.call(adminSiteApi.putLogo, { body: { ...looks, accent: "pink" as "red" } }, { token })),
    ).toEqual({
      accent: "请选择一种颜色",
    });
    await upstream.call(adminSiteApi.putNavigation, { body: { version: 1, links: [] } }, { token });
    expect(await read()).not.toHaveProperty("navigation");
    const { list } = await upstream.call(auditApi.list, { query: { kind: "site" } }, { token });
    await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
    expect(await read()).toMatchObject({ navigation: links });
  });

  test("give the second of two concurrent changes a conflict, from the first change on", async () => {
    const both = await Promise.all([1, 2].map((n) => outcomeOf(putFooter({ icp: `京ICP备${n}号` }))));
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
    const { version } = (await get()).footer;
    expect(await outcomeOf(putFooter({ version, icp: "京ICP备3号" }))).toBe("SUCCESS");
    expect(await outcomeOf(putFooter({ version, icp: "京ICP备4号" }))).toBe("CONFLICT");
    expect((await upstream.call(configApi.footer, {})).icp).toBe("京ICP备3号");
  });

  test("are restored from the log, unless another change came after", async () => {
    const before = await upstream.call(configApi.footer, {});
    await putFooter({ icp: "京ICP备1号" });
    const [first] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
    await upstream.call(auditApi.undo, { body: { id: first?.id ?? 0 } }, { token });
    expect(await upstream.call(configApi.footer, {})).toEqual(before);
    // As if it was never set, except for forms opened since.
    expect((await findSetting(upstream.services.db, "footer")).isSet).toBe(false);
    const { version, updatedAt } = (await get()).footer;
    expect({ version, updatedAt }).toEqual({ version: 2, updatedAt: null });
    for (const stale of [0, 1]) expect(await outcomeOf(putFooter({ version: stale }))).toBe("CONFLICT");
    await putFooter({ version, icp: "京ICP备2号" });
    await putFooter({ version: version + 1, icp: "京ICP备3号" });
    const [, second] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
    expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: second?.id ?? 0 } }, { token }))).toBe(
      "CONFLICT",
    );
  });

  test("refuse links that only look like a path or that run code, and say which row is wrong", async () => {
    const good = { group: "关于", label: "好", href: "/about" };
    for (const href of [
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "data:text/html,x",
      "https://a:b@evil.example/",
      "about",
      "/a b",
      "",
    ]) {
      const told = await outcomeOf(putFooter({ links: [good, { ...good, href }] }));
      expect(told, href).toEqual({ "links.1.href": expect.stringMatching(/^链接/) });
    }
    for (const href of ["/about", "https://a.example/?x=1", "mailto:a@a.example"]) {
      const { version } = (await get()).footer;
      expect(await outcomeOf(putFooter({ version, links: [{ ...good, href }] })), href).toBe("SUCCESS");
    }
  });

  test("refuse pictures and people that do not exist on this site", async () => {
    const row = { title: "征文", subtitle: "", href: "/question", picture: "https://evil.example/a.png" };
    expect(
      await outcomeOf(upstream.call(adminSiteApi.putBanner, { body: { version: 0, rows: [row] } }, { token })),
    ).toEqual({
      "rows.0.picture": "请上传一张图片",
    });
    const body = { version: 0, name: "社区", picture: "https://evil.example/a.png" };
    expect(await outcomeOf(upstream.call(adminSiteApi.putLogo, { body }, { token }))).toEqual({
      picture: "请上传一张图片",
    });
    const userId = await upstream.addUser("某人");
    const people = [{ userId }, { userId }, { userId: 999 }];
    expect(await outcomeOf(upstream.call(adminSiteApi.putAuthor, { body: { version: 0, people } }, { token }))).toEqual(
      {
        "people.1.userId": "这位用户已经在上面了",
        "people.2.userId": "没有这位用户，或账号已注销",
      },
    );
  });

  test("keep the pictures that they show from being deleted as unused", async () => {
    const key = `content/202601/${"b".repeat(32)}.png`;
    const picture = await addPicture(key);
    const { db } = upstream.services;
    await db.updateTable("objects").set({ unused_since: "2026-01-02T00:00:00.000Z" }).where("key", "=", key).execute();
    await upstream.call(adminSiteApi.putLogo, { body: { version: 0, name: "社区", picture } }, { token });
    const { unused_since } = await db
      .selectFrom("objects")
      .selectAll()
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    expect(unused_since).toBeNull();
  });
});
