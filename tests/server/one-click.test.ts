import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { createWorld, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let served: Served;
const wanted = async () =>
  (await world.upstream.call(notificationSettingsApi.get, {}, { as: world.seed.alice })).outside.mail;
const path = () => `/unsubscribe/${world.seed.unsubscribe}`;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

/** A mail provider's POST for its unsubscribe button (RFC 8058): without a page or cookies. */
const press = (to: string) =>
  fetch(served.url + to, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });

test("a program that follows the unsubscribe link ends nothing; a mail provider's POST ends the letters without a redirect", async () => {
  const body = { wanted: [], outside: { mail: ["answer", "system"] } } as never;
  await world.upstream.call(notificationSettingsApi.put, { body }, { as: world.seed.alice });
  for (const method of ["GET", "HEAD"]) {
    const looked = await fetch(served.url + path(), { method });
    expect(looked.status).toBe(200);
    expect(looked.headers.get("cache-control")).toContain("no-store");
    if (method === "GET") expect(await looked.text()).toMatch(/<button[^>]*type="submit"[^>]*>退订/);
  }
  expect(await wanted()).toEqual(["answer", "system"]);
  const pressed = await press(path());
  expect(pressed.status).toBe(200);
  expect(await pressed.text()).toContain("已经退订");
  expect(await wanted()).toEqual([]);
  expect((await press(path())).status, "once more").toBe(200);
  expect((await press("/unsubscribe/1.mail.forged")).status).toBe(404);
});
