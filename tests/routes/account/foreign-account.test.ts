import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CAPABILITIES } from "#app/contract/capabilities";
import { createFaultUpstream, type FaultUpstream } from "#tests/server/fault-upstream";
import { createWorld, type Reader, type World } from "#tests/world/world";

const PROFILE = "/account/profile";
const LONG_AVATAR = `https://img.example.com/${"a".repeat(900)}`;
const TEXTS = { nickname: "外站的人", headline: "", bio: "", company: "", city: "" };

let world: World;
let faulty: FaultUpstream;
let member: Reader;
/** What the upstream has of the member that ours would not. */
let other: Record<string, unknown> = {};
/** Profiles that the upstream was sent. */
let saved: unknown[] = [];

/** The real upstream over HTTP, without our calls on accounts, and with the member as it has them. */
beforeAll(async () => {
  const success = (data: unknown) => Response.json({ code: "SUCCESS", message: "", data });
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    if (path === "/api/ext/capabilities") {
      return success({ capabilities: CAPABILITIES.filter((name) => name !== "account") });
    }
    if (path === "/api/user" && request.method === "PUT") {
      saved.push(await request.json());
      return success({ userId: world.seed.alice });
    }
    const response = await world.upstream.program.fetch(request);
    if (path !== "/api/user/editor" && path !== "/api/user/tokenQueryClientUser") return response;
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    return success(Object.assign(data, other));
  };
  faulty = await createFaultUpstream({ fetch });
  process.env.UPSTREAM_API_URL = faulty.url;
  world = await createWorld();
  member = await world.as(world.seed.alice);
});
afterAll(async () => {
  await faulty.close();
  await world.close();
});
beforeEach(() => {
  other = {};
  saved = [];
});

describe("WeChat at an upstream that has it, but not our calls on accounts", () => {
  test.each([
    ["no password", false],
    ["a password", true],
  ])(
    "is not offered to be bound to an account with %s, since nobody proves to be its owner",
    async (_, hasPassword) => {
      other = { hasPassword, weixinBound: false };
      const { status, text } = await member.get("/account/secure");
      expect(status).toBe(200);
      expect(text).not.toContain("绑定微信");
      expect(text.includes("没有可以修改的安全设置")).toBe(!hasPassword);
    },
  );

  test("can be unbound", async () => {
    other = { hasPassword: false, weixinBound: true };
    const { text } = await member.get("/account/secure");
    expect(text).toContain('value="unbind-weixin"');
    expect(text).not.toContain("没有可以修改的安全设置");
  });
});

describe("the profile at an upstream with other limits", () => {
  test("is saved beside a long picture URL, which stays", async () => {
    other = { avatar: LONG_AVATAR };
    const { status } = await member.submit(PROFILE, { intent: "save", ...TEXTS, shown: "{}" });
    expect(status).toBe(302);
    expect(saved).toMatchObject([{ nickname: TEXTS.nickname, avatar: LONG_AVATAR }]);
  });

  test("is saved without the picture, with all else as it is", async () => {
    other = { avatar: LONG_AVATAR, nickname: "外站的人", city: "北京", collectionsPrivate: true };
    const { status } = await member.submit(PROFILE, { intent: "remove-avatar" });
    expect(status).toBe(302);
    expect(saved).toMatchObject([{ nickname: "外站的人", avatar: "", city: "北京", collectionsPrivate: true }]);
  });

  test.each([
    ["no nickname", { nickname: "" }],
    ["a longer company than ours may have", { company: "长".repeat(80) }],
  ])("with %s, says beside the picture what has to be changed first", async (_, fields) => {
    other = { avatar: LONG_AVATAR, ...fields };
    const { status, text } = await member.submit(PROFILE, { intent: "remove-avatar" });
    expect(status).toBe(422);
    expect(text).toMatch(/class="avatar-form"(?:(?!<\/form>).)*field__error(?:(?!<\/p>).)*请先改好下面的资料并保存/su);
    expect(saved).toEqual([]);
  });
});
