import { afterAll, beforeAll, expect, test } from "vitest";
import { permissionsOf, type Role } from "#app/contract/permissions";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function staff(role: Role): Promise<Reader> {
  const reader = await world.as(await addStaff(world.upstream, role));
  await holdForConsole(world.upstream, [...reader.cookies.values()][0] ?? "");
  return reader;
}

/**
 * Statements of the page once the site's settings are cached: session and permissions (2), member data for the site and
 * for the console (2), unread counts (2), the menu's counts; setup state: settings, agreements, counts, whether it was
 * restored, the last backup; last visit, figures, events, actions.
 */
const MOST = 16;

test.skipIf(PG_SERVER)(
  "the console's home page takes at most sixteen statements with everything that it can show",
  async () => {
    const { connection } = world.upstream.services;
    const cost = async (role: Role) => {
      const reader = await staff(role);
      await reader.get("/admin");
      const before = connection.statements();
      const { status, text } = await reader.get("/admin");
      expect([status, text.includes("开站清单")]).toEqual([200, permissionsOf([role]).has("system.manage")]);
      return connection.statements() - before;
    };
    expect(await cost("owner")).toBeLessThanOrEqual(MOST);
    expect(await cost("editor")).toBeLessThanOrEqual(MOST - 6);
  },
);

test("a missing page below /admin keeps the console's frame, for staff only", async () => {
  const wrong = "/admin/nothing/here";
  const { status, text } = await (await staff("editor")).get(wrong);
  expect([status, text.includes("回到工作台"), text.includes("全部内容")]).toEqual([404, true, true]);
  const toMember = await (await world.as(world.seed.alice)).get(wrong);
  expect([toMember.status, toMember.text.includes("工作台")]).toEqual([404, false]);
  const { location } = await (await world.as(null)).get(wrong);
  expect(location).toBe(`/login?next=${encodeURIComponent(wrong)}`);
});

test("if the setup checklist can't be loaded it says so, instead of appearing complete, also below a refused trial", async () => {
  const owner = await staff("owner");
  expect((await owner.get("/admin/start")).text).toMatch(/还有 \d+ 项没有完成/);
  await world.upstream.services.db.deleteFrom("sessions").execute();
  const refused = await owner.submit("/admin/start", { what: "mail" });
  expect(refused.status).toBe(401);
  expect(refused.text).toContain("现在读不到做到了哪里");
  expect(refused.text).not.toContain("这里能查的都完成了");
});
