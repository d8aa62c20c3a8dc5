import { afterAll, beforeAll, expect, test } from "vitest";
import { roles } from "#app/contract/permissions";
import { DEMO_STAFF, DEMO_STAFF_PASSWORD } from "#app/contract/site/demo-staff";
import { createWorld, type World } from "#tests/world/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("the demo shows number and password of one member of staff per role", async () => {
  const { text } = await (await world.as(null)).get("/_dev");
  expect(DEMO_STAFF.map(({ role }) => role)).toEqual(roles);
  expect(text).toContain(DEMO_STAFF_PASSWORD);
  for (const { phone } of DEMO_STAFF) expect(text).toContain(phone);
});
