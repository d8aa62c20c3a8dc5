import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, loadBuild, ORIGIN, type Reader, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";
import { EVERY_ACTION } from "./every-action";
import { type Served, serveWorld } from "./serve-world";

/** In the format of a token, but unknown. */
const DEAD = "x".repeat(43);
const BACK = "/article/x";

/**
 * A form's result if the session has ended: `asks` redirects to the login and back without scripts, and lets scripts
 * open the login; `stays` returns the input; a path redirects there; `open` needs no session.
 */
const ACTIONS: Record<string, "asks" | "stays" | "open" | `/${string}`> = {
  "routes/login": "open",
  "routes/complete-registration": "stays",
  "routes/policy/agree": "stays",
  "routes/welcome": "/login?next=",
  "routes/form": "open",
  "routes/case/detail": "/login?next=",
  "routes/wxlogin": "open",
  "routes/account/profile": "/",
  "routes/account/secure": "/",
  "routes/account/notifications": "/",
  "routes/write/article": "stays",
  "routes/write/question": "stays",
  "routes/write/answer": "stays",
  "routes/write/comment": "stays",
  "routes/write/correction": "stays",
  "routes/write/delete": "/login?next=",
  "routes/write/drafts": "asks",
  "routes/write/trash": "/login?next=",
  "routes/history": "/login?next=",
  "routes/report": "stays",
  "routes/write/proposal": "stays",
  "routes/proposal": "stays",
  "routes/favorite/put": "/login?next=",
  "routes/favorite/folder": "stays",
  "routes/appeal": "stays",
  "routes/appeal-ban": "open",
  "routes/admin/system/handover": "open",
  "routes/write/submit": "stays",
  "routes/write/draft": "stays",
  "routes/write/held": "/login?next=",
  "routes/write/preview": "stays",
  "routes/write/upload": "stays",
  "routes/zhiku/profile": "/zhiku",
  "routes/zhiku/rights": "/zhiku",
  "routes/zhiku/orders": "/zhiku",
  "routes/zhiku/order": "/zhiku",
  "routes/zhiku/search": "/zhiku",
  "routes/zhiku/article": "/zhiku",
  "routes/zhiku/original": "/zhiku",
  "routes/zhiku/journey": "stays",
  "routes/zhiku/history": "/zhiku",
  "routes/dev/pay": "open",
  "routes/dev/inbox": "open",
  "routes/actions/mark-read": "asks",
  "routes/actions/captcha": "open",
  "routes/actions/sms-code": "open",
  "routes/actions/wechat-page": "open",
  "routes/passkey-options": "open",
  "routes/actions/delete-comment": "asks",
  "routes/actions/reaction": "asks",
  "routes/actions/accept": "asks",
  // Logs out again, and says so.
  "routes/actions/logout": BACK,
  "routes/admin/system/setup": "open",
};

/** Pages that return input which scripts store anyway; scripts only show a message. */
const WITHOUT_SCRIPTS: Record<string, "stays" | "/zhiku"> = {
  "routes/zhiku/profile": "stays",
  "routes/zhiku/orders": "stays",
  "routes/zhiku/journey": "/zhiku",
};

/** Loaders that need no session. */
const OPEN =
  /^(?:redirect:|feed:|icon:|(?:routes\/)?machines\/|routes\/(?:search-suggestions|wxlogin|wechat-author|login-wechat|login-wechat-frame|u\/card)$)/;
const QUERY: Record<string, string> = {
  "routes/write/draft": "/write/draft/article",
  "routes/write/similar": "/write/similar?title=分页应该用游标还是页码",
  "routes/write/mentions": "/write/mentions?q=a",
  "routes/write/tags": "/write/tags?q=a",
};

const build = await loadBuild();
const chainOf = (id: string): string[] => {
  const parent = build.routes[id]?.parentId;
  return parent ? [...chainOf(parent), id] : [id];
};
/** Only takes forms: who opens it is led to another page, which checks the login. */
const isAbove = (id: string): boolean => {
  const { action, default: page } = build.routes[id]?.module ?? {};
  return action !== undefined && page === undefined && id !== "routes/write/draft";
};
const loaders = Object.values(build.routes).flatMap((route) => {
  if (
    !route?.module.loader ||
    isAbove(route.id) ||
    Object.values(build.routes).some((other) => other?.parentId === route.id)
  )
    return [];
  const path = chainOf(route.id).flatMap((id) => build.routes[id]?.path || []);
  const filled = `/${path.join("/").replace(/:\w+/g, "1").replace("*", "x")}`;
  return [{ id: route.id, path: QUERY[route.id] ?? filled, isPage: route.module.default !== undefined }];
});

let world: World;
let reader: Reader;
beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
});
afterAll(() => world.close());

const expired = () => {
  reader.cookies.clear();
  reader.cookies.set("token", DEAD);
  return reader;
};
/** Whether nothing remains of the session, and no message waits for the next page. */
const isForgotten = () => !reader.cookies.has("token") && !reader.cookies.has("flash");

test("every action has its row", () => {
  expect([...Object.keys(ACTIONS), ...Object.keys(CONSOLE_FORMS)].sort()).toEqual(Object.keys(EVERY_ACTION).sort());
});

describe.each(Object.entries(ACTIONS))("%s: %s", (id, meant) => {
  const row = EVERY_ACTION[id];
  if (!row) throw new Error(id);
  const headers = { referer: ORIGIN + BACK };

  test.skipIf(meant === "open")("without scripts", async () => {
    const means = WITHOUT_SCRIPTS[id] ?? meant;
    const answer = await expired().submit(row.path(world.seed), row.fields(world.seed), { headers });
    if (means === "stays") {
      expect(answer.status).toBe(401);
      expect(answer.text).toContain(Object.values(row.fields(world.seed))[0] === "a.png" ? "NOT_LOGIN" : "登录");
    } else if (means === "asks") {
      expect([answer.status, answer.location?.split("%")[0]]).toEqual([302, "/login?next="]);
    } else {
      expect([answer.status, answer.location?.startsWith(means)]).toEqual([302, true]);
      if (means === "/zhiku") expect(answer.headers.get("x-remix-replace")).toBe("true");
    }
    expect(reader.cookies.has("token")).toBe(false);
    // 已退出登录 is the expected message.
    if (id !== "routes/actions/logout") expect(isForgotten()).toBe(true);
  });

  test.skipIf(meant === "open")("with scripts", async () => {
    const answer = await expired().send(row.path(world.seed), row.fields(world.seed), { headers });
    expect(answer.status).toBe(meant === "stays" || meant === "asks" ? 401 : 202);
    if (meant === "/zhiku") expect(answer.headers.get("x-remix-replace")).toBe("true");
    if (id !== "routes/actions/logout") expect(isForgotten()).toBe(true);
  });

  test.runIf(meant === "open")("asks for no login", async () => {
    const answer = await expired().submit(row.path(world.seed), row.fields(world.seed), { headers });
    expect(answer.text).not.toContain("NOT_LOGIN");
    expect(answer.status).not.toBe(401);
  });
});

/** Filled-in forms of routes whose row above has no input; what is returned, and what is not. */
const FILLED_IN: Record<string, { id: string; fields: Record<string, string>; back: string[]; gone: string[] }> = {
  "another phone number": {
    id: "routes/account/secure",
    fields: { intent: "change-phone", phone: "13800009999", currentCode: "909091", code: "909092" },
    back: ["13800009999", 'name="currentCode"'],
    gone: ["909091", "909092"],
  },
  "a code to another phone number": {
    id: "routes/account/secure",
    fields: { intent: "send-code:change-phone", phone: "13800009999", captchaToken: "x", captchaAnswer: "AB3DE" },
    back: ["13800009999"],
    gone: ["AB3DE", 'name="captchaToken"'],
  },
  "another password": {
    id: "routes/account/secure",
    fields: {
      intent: "change-password",
      proof: "password",
      oldPassword: "旧的秘密",
      newPassword: "新的秘密",
      code: "",
    },
    back: ['name="oldPassword"'],
    gone: ["旧的秘密", "新的秘密"],
  },
  "WeChat taken off": {
    id: "routes/account/secure",
    fields: { intent: "unbind-weixin", proof: "code", code: "909093" },
    back: ['value="unbind-weixin"'],
    gone: ["909093"],
  },
  "the end of an account": {
    id: "routes/account/secure",
    fields: { intent: "close-account", sure: "yes", code: "909094" },
    back: ['value="close-account"'],
    gone: ["909094"],
  },
  "a suggested change": {
    id: "routes/write/proposal",
    fields: { content: "改到一半的正文", reason: "写到一半的理由", version: "3" },
    back: ["改到一半的正文", "写到一半的理由", 'name="version" value="3"'],
    gone: [],
  },
  "an answer to a suggested change": {
    id: "routes/proposal",
    fields: { intent: "decline", answer: "写到一半的答复", createdAt: "2026-05-01T00:00:00.000Z" },
    back: ["写到一半的答复", 'name="createdAt" value="2026-05-01T00:00:00.000Z"'],
    gone: [],
  },
  "a folder of favourites": {
    id: "routes/favorite/folder",
    fields: { intent: "save", name: "写到一半的名称", shown: "yes" },
    back: ["写到一半的名称"],
    gone: [],
  },
  "an appeal": {
    id: "routes/appeal",
    fields: { words: "写到一半的申诉" },
    back: ["写到一半的申诉"],
    gone: [],
  },
  "a held comment": {
    id: "routes/write/held",
    fields: { intent: "change", text: "改到一半的评论", version: "3" },
    back: ["改到一半的评论", 'name="version" value="3"'],
    gone: [],
  },
};

describe.each(Object.entries(FILLED_IN))("%s", (_, { id, fields, back, gone }) => {
  const path = () => EVERY_ACTION[id]?.path(world.seed) ?? "";

  test("comes back without scripts, in its form and without secrets", async () => {
    const { status, text } = await expired().submit(path(), fields);
    expect(status).toBe(401);
    expect(text).toContain("登录已失效");
    expect(text).toContain("在新窗口登录");
    for (const kept of back) expect(text).toContain(kept);
    for (const secret of gone) expect(text).not.toContain(secret);
    expect(isForgotten()).toBe(true);
  });

  test("is returned to scripts, which stay on the page", async () => {
    const { status, redirect } = await expired().send(path(), fields);
    expect([status, redirect]).toEqual([401, null]);
    expect(isForgotten()).toBe(true);
  });
});

describe.each(loaders.filter(({ id }) => !OPEN.test(id)))("$id", ({ path, isPage }) => {
  test("as a document", async () => {
    await expired().get(path);
    expect(isForgotten()).toBe(true);
  });

  test.runIf(isPage)("as data", async () => {
    await expired().data(path);
    expect(isForgotten()).toBe(true);
  });
});

describe("the web server", () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveWorld(world);
  });
  afterAll(() => served.close());

  test("says so on the stream of notifications as well", async () => {
    const answer = await served.get("/live/notifications", { cookie: `token=${DEAD}` });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringContaining("token=; Max-Age=0"),
    ]);
  });

  test("sets a new token in place of a refused one, and removes no valid one", async () => {
    const token = await world.upstream.tokenOf(world.seed.alice);
    const answer = await served.get("/account/profile", { cookie: `token=${token}` });
    expect([answer.status, answer.headers.has("set-cookie")]).toEqual([200, false]);
  });
});

test("zhiku's own refusals redirect to their pages, from forms and from scripts, without a message", async () => {
  // Without a professional profile: the document's own paywall asks for it.
  const member = await world.as(world.seed.bob);
  const path = EVERY_ACTION["routes/zhiku/original"]?.path(world.seed) ?? "";
  for (const answer of [await member.submit(path, {}), await member.send(path, {})]) {
    expect(answer.location).toBe(path.replace("/original", "#zhiku-wall"));
    expect(answer.headers.has("x-remix-replace")).toBe(false);
  }
  const gone = { reaction: "favorite:zhiku:999999:on" };
  expect((await member.submit("/actions/reaction", gone)).location).toBe("/zhiku/error/404");
  expect((await member.send("/actions/reaction", gone)).location).toBe("/zhiku/error/404");
  expect(member.cookies.has("flash")).toBe(false);
});
