import { beforeEach, expect, test, vi } from "vitest";
import type { siteOf as SiteOf } from "#app/server/site/site.server";

type ZhikuProfile = typeof import("#app/server/zhiku-profile.server");
let siteOf: typeof SiteOf;
let zhiku: ZhikuProfile;

beforeEach(async () => {
  vi.resetModules();
  vi.stubEnv("UPSTREAM_API_URL", "");
  ({ siteOf } = await import("#app/server/site/site.server"));
  zhiku = await import("#app/server/zhiku-profile.server");
});

/** Arguments of a member's page whose upstream replies with these data or, for a text, refuses with that code. */
function page(replies: Record<string, unknown>) {
  const answer = (path: string) => {
    const reply = replies[path];
    return typeof reply === "string"
      ? { code: reply, message: "", data: null }
      : { code: "SUCCESS", message: "", data: reply };
  };
  const upstream = { fetch: async (asked: Request) => Response.json(answer(new URL(asked.url).pathname)) };
  const headers = { cookie: `token=${"t".repeat(43)}` };
  return { request: new Request("http://site.test/zhiku/profile", { headers }), context: { upstream } };
}

const LOGO = { name: "外站", url: null, urlDark: null, off: ["case"] };
const FOOTER = { groups: [], icp: "备案", police: null, copyright: "版权" };
const text = {
  key: "siteSlogan",
  title: "",
  content: "口号",
  contentHtml: null,
  updatedAt: "2026-11-22T02:00:00.000Z",
};
const CONFIG = { "/api/config/logo": LOGO, "/api/config/footer": FOOTER, "/api/config/text": { siteSlogan: text } };

test.each([
  ["/api/config/footer", { name: "外站", slogan: "口号", off: ["case"], footer: { icp: "" } }],
  [
    "/api/config/text",
    { name: "外站", slogan: "", off: ["case"], footer: { icp: "备案", police: "" }, policies: true },
  ],
  ["/api/config/logo", { name: "社区", slogan: "口号", footer: { icp: "备案" } }],
])("without %s a site keeps the rest of its identity", async (refused, site) => {
  expect(await siteOf(page({ ...CONFIG, [refused]: "NOT_FOUND" }))).toMatchObject(site);
});

test("somebody to whom a profile is refused as incomplete may fill it in", async () => {
  const empty = { name: "", phone: "", rejected: 0, rights: [] };
  expect(await zhiku.loadZhikuProfile(page({ "/api/pro/user": "USER_INFO_INCOMPLETE" }))).toMatchObject(empty);
  const refused = zhiku.zhikuProfileOf(page({ "/api/pro/user": "FORBIDDEN" }));
  await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
});
