import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

cleanUp();

const ADMIN = ["dist/admin.js"];
const LINK = /http:\/\/127\.0\.0\.1:\d+\/setup#([\w-]{43})/;
const PASSWORD = "很长很长的一个密码-2026";

/** A browser without scripts: it stores cookies, and follows redirects of forms. */
function browser(url: string) {
  const jar = new Map<string, string>();
  const ask = async (
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; path: string; text: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url + path, {
      redirect: "manual",
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
        origin: "http://127.0.0.1:3000",
      },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    const to = response.headers.get("location");
    if (to) return ask(to);
    return { status: response.status, path, text: await response.text() };
  };
  return ask;
}

test("an empty production site is set up by its first owner, without scripts", async () => {
  const settings = production(newFolder());
  const program = start(["dist/server.js"], settings);
  const url = await program.ready();
  const [, token = ""] = LINK.exec(program.output()) ?? [];
  expect(token).not.toBe("");
  const site = { ...settings, PUBLIC_ORIGIN: url };
  const ask = browser(url);

  const closed = await ask("/");
  expect(closed.status).toBe(503);
  expect(closed.text).toContain("<title>网站正在筹备 - ");
  expect(closed.text).toContain("站长请打开启动时打印的链接");
  expect(closed.text).not.toContain("回到首页");
  expect((await fetch(url)).headers.get("x-robots-tag")).toBe("noindex");
  for (const file of ["/feed.xml", "/feed/article.xml", "/sitemap.xml", "/sitemap/page/0.xml", "/llms.txt"]) {
    const { status, headers } = await fetch(url + file);
    expect([file, status, headers.get("x-robots-tag")]).toEqual([file, 503, "noindex"]);
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await ask("/admin")).path).toMatch(/^\/login/);

  const owner = { token: `${url}/setup#${token}`, phone: "13900000001", nickname: "站长大人", password: PASSWORD };
  const refused = await ask("/setup", { ...owner, password: "1" });
  expect(refused.text).toContain("密码至少");
  expect(refused.text).toContain("站长大人");
  const enrolling = await ask("/setup", owner);
  expect(enrolling.path).toBe("/admin/verify");
  expect((await ask("/admin")).path, "nothing before the second factor").toMatch(/^\/admin\/verify/);
  const spent = await ask("/setup");
  expect(spent.status).toBe(404);
  expect(spent.text).toContain("成为站长的链接只能用一次");
  // Like someone who submitted twice, and lost the first response.
  const again = await browser(url)("/setup", owner);
  expect(again.path).toMatch(/^\/login\?next=%2Fadmin%2Fverify&tab=password/);
  expect(again.text).toContain("本站已经有站长了");

  const [, secret = ""] = /class="admin-secret">([A-Z2-7]+)</.exec(enrolling.text) ?? [];
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const codes = await ask("/admin/verify", { intent: "confirm", code });
  expect(codes.text.match(/<code>[0-9a-z]{5}-[0-9a-z]{5}<\/code>/g)).toHaveLength(10);
  expect((await ask("/admin")).text).toContain("工作台");

  expect((await ask("/admin/zhiku/content/new")).text).toContain("资料放在分类里，现在还没有分类。");
  const announced = await ask("/admin/announcement/new", {
    title: "开张大吉",
    content: "今天**开张**。",
    intent: "save",
  });
  expect(announced.path).toMatch(/^\/admin\/announcement\/\d+$/);
  const reader = await (await fetch(`${url}/announcement`)).text();
  expect(reader).toContain("开张大吉");
  // What nobody has written yet is neither listed nor linked.
  const [, ...listed] = (await (await fetch(`${url}/sitemap/page/0.xml`)).text()).split("<loc>http://127.0.0.1:3000");
  expect(listed.length).toBeGreaterThan(5);
  for (const entry of listed) expect((await fetch(url + entry.split("<")[0])).status, entry).toBe(200);
  expect(await (await fetch(`${url}/policy/rules`)).text()).not.toMatch(/href="\/policy\/(?:terms|privacy)/);
  expect(await (await fetch(`${url}/case`)).text()).not.toContain('class="filters"');

  const verified = await run([...ADMIN, "audit", "verify"], site);
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining("日志完好") });
  expect((await run([...ADMIN, "setup-link"], site)).code).toBe(1);
  const granted = await run([...ADMIN, "staff", "grant", "--phone", "13900000001", "--role", "nobody"], site);
  expect(granted).toMatchObject({ code: 2, output: expect.stringContaining("--role") });
  expect((await run([...ADMIN, "--help"], site)).output).toContain("announcement add");
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
  // Readers before the site was open did not count as failures.
  const figures = (await run([...ADMIN, "figures", "--csv"], site)).output.trim().split("\n");
  const [names = [], ...days] = figures.map((line) => line.split(","));
  expect(new Set(days.map((day) => day[names.indexOf('"出错的页面（5xx）"')]))).toEqual(new Set(['"0"']));
  const restarted = start(["dist/server.js"], settings);
  await restarted.ready();
  expect(restarted.output()).not.toMatch(/setup/);
});
