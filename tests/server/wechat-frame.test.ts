import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "#tests/world/page-kinds";
import { createWorld, type World } from "#tests/world/world";
import { observatoryScore } from "./observatory";
import { type Served, serveWorld } from "./serve-world";

const THEIRS = "https://open.weixin.qq.com";
let world: World;
let served: Served;

beforeAll(async () => {
  process.env.WECHAT_APP_ID = "wx0123456789abcdef";
  world = await createWorld();
  served = await serveWorld(world, { config: { secure: true } });
});
afterAll(async () => {
  await served.close();
  await world.close();
});

async function look(path: string) {
  const answer = await served.get(path);
  return { headers: answer.headers, html: await answer.text() };
}

test("only the login page with WeChat's code in a frame allows that frame", async () => {
  const { headers, html } = await look("/login?tab=weixin&next=%2Fabout");
  expect(html).toContain('title="微信扫码登录"');
  expect(headers.get("cross-origin-embedder-policy")).toBe("unsafe-none");
  expect(headers.get("content-security-policy")).toContain(`frame-src 'self' ${THEIRS}`);
  expect(observatoryScore(headers, html)).toBe(140);
  // Its link loads a document, with its own header.
  const tabs = [...(await look("/login")).html.matchAll(/<a [^>]*class="login-form__method"[^>]*>/g)].map(
    ([tag]) => tag,
  );
  expect(tabs.some((tag) => tag.includes("tab=weixin") && tag.includes('data-reload=""'))).toBe(true);
});

test("every other page has 150 points at Mozilla's Observatory, as without WeChat", async () => {
  const others = publicPages(world.seed).filter(([, path]) => !path.includes("tab=weixin"));
  const logins = ["/login", "/login?tab=password", "/about?tab=weixin"];
  for (const path of [...others.map(([, each]) => each), ...logins]) {
    const { headers, html } = await look(path);
    expect(headers.get("cross-origin-embedder-policy"), path).toBe("credentialless");
    expect(observatoryScore(headers, html), path).toBeGreaterThanOrEqual(150);
  }
});
