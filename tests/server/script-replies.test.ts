import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, loadBuild, ORIGIN, type World } from "#tests/world/world";
import { EVERY_ACTION } from "./every-action";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let served: Served;
beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const build = await loadBuild();
/** Routes without a page, for which Remix returns the action's response directly. */
const withoutPage = Object.values(build.routes)
  .filter((route) => route?.module.action && !route.module.default)
  .map((route) => route?.id ?? "")
  .filter((id) => id in EVERY_ACTION);

/** As our scripts send it, but without Remix's client. */
async function post(id: string, fields: Record<string, string>, cookie = "") {
  const answer = await fetch(served.url + EVERY_ACTION[id]?.path(world.seed), {
    method: "POST",
    redirect: "manual",
    headers: { origin: ORIGIN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", accept: "*/*", cookie },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, text: await answer.text() };
}

test.each(withoutPage)("%s: a refusal has no status 200 when requested directly", async (id) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (const fields of [EVERY_ACTION[id]?.fields(world.seed) ?? {}, {}, { intent: "send-code:login", phone: "1" }]) {
    const { status, text } = await post(id, fields);
    if (status === 200) expect(text).not.toMatch(/"status":"refused"/);
    else expect(status === 302 || status >= 400, `${status}`).toBe(true);
  }
  // Remix's own warning, for each request whose status it drops.
  expect(warn).not.toHaveBeenCalledWith(expect.stringContaining("resource routes"));
  warn.mockRestore();
});

test.each([
  ["routes/actions/accept", 401],
  ["routes/actions/delete-comment", 401],
  ["routes/actions/mark-read", 401],
  ["routes/actions/reaction", 401],
])("%s refuses an anonymous caller with %i", async (id, status) => {
  expect(withoutPage).toContain(id);
  const answer = await post(id, EVERY_ACTION[id]?.fields(world.seed) ?? {});
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ status: "refused", code: "NOT_LOGIN" });
});
