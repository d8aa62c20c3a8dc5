import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { hashPassword } from "#upstream/services/password/hash-password";

let world: World;
let reader: Reader;
beforeAll(async () => {
  world = await createWorld();
  reader = await world.as(null);
  const password_hash = await hashPassword("correct horse", 16);
  await world.upstream.services.db.updateTable("users").set({ password_hash }).execute();
});
afterAll(() => world.close());

describe("a session cookie that no login sets", () => {
  test.each(["short", "", "with%20spaces%20in%20it"])("%j is removed by whatever comes next", async (token) => {
    for (const path of ["/", "/article/nothing", "/account/profile", "/search-suggestions?q=a", "/nowhere"]) {
      for (const ask of ["get", "data"] as const) {
        reader.cookies.set("token", token);
        const { headers } = await reader[ask](path);
        expect([path, headers.getSetCookie().join()]).toEqual([path, expect.stringContaining("token=; Max-Age=0")]);
        expect(reader.cookies.has("token")).toBe(false);
      }
    }
  });

  test("gives way to that of a login", async () => {
    reader.cookies.set("token", "short");
    const fields = { intent: "login", method: "password", phone: "13800000002", password: "correct horse" };
    const { headers } = await reader.submit("/login", fields);
    expect(headers.getSetCookie().filter((line) => line.startsWith("token="))).toHaveLength(1);
    expect(reader.cookies.get("token")).toMatch(/^.{43}$/);
  });
});

test("a login with a token that no cookie could hold fails, and says so", async () => {
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = (async (name, request) => {
    const reply = await ask(name, request);
    if (name !== "POST /api/user/login") return reply;
    return { ...reply, data: { ...(reply.data as object), token: "a token; with spaces" }, valid: false };
  }) as typeof ask;
  const fields = { intent: "login", method: "password", phone: "13800000002", password: "correct horse" };
  const { status, text, headers } = await reader.submit("/login", fields);
  program.call = ask;
  expect(status).toBe(503);
  expect(text).toContain("网络出了点问题");
  expect(headers.getSetCookie().join()).not.toContain("a%20token");
});
