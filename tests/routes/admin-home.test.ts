import { afterAll, beforeAll, expect, test } from "vitest";
import { permissionsOf, type Role } from "#app/contract/permissions";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Visitor, type World } from "#tests/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function staff(role: Role): Promise<Visitor> {
  const visitor = await world.as(await addStaff(world.test, role));
  await holdForConsole(world.test, [...visitor.cookies.values()][0] ?? "");
  return visitor;
}

/**
 * Statements of the page once the site's settings are known. By name: who asks and with what rights (2), who that is, for the
 * site and for the console (2), their unread (2), the menu's counts; how far the site is set up: settings, agreements, what is
 * counted, the last backup; since when one has not looked, figures, what came, what was done.
 */
const MOST = 15;

test.skipIf(PG_SERVER)(
  "the console's first page costs at most fifteen statements, with all that it can show",
  async () => {
    const { connection } = world.test.services;
    const cost = async (role: Role) => {
      const visitor = await staff(role);
      await visitor.get("/admin");
      const before = connection.statements();
      const { status, text } = await visitor.get("/admin");
      expect([status, text.includes("开站清单")]).toEqual([200, permissionsOf([role]).has("system.manage")]);
      return connection.statements() - before;
    };
    expect(await cost("owner")).toBeLessThanOrEqual(MOST);
    expect(await cost("editor")).toBeLessThanOrEqual(MOST - 5);
  },
);
