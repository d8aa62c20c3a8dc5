import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let editor: Reader;

beforeAll(async () => {
  world = await createWorld();
  editor = await world.as(await addStaff(world.upstream, "editor"));
});
afterAll(() => world.close());

const NEW = "/admin/activity/new";

test("a number of places that can't be read is refused, not taken for an activity without a limit", async () => {
  const typed = { ...fieldsIn((await editor.get(NEW)).text), title: "读书会", content: "一起读书。", intent: "draft" };
  for (const capacity of ["三十", "1e2", "30 人"]) {
    const { status, text } = await editor.submit(NEW, { ...typed, capacity });
    expect(status, capacity).toBe(422);
    expect(text, capacity).toContain("请填人数");
  }
  const { location } = await editor.submit(NEW, { ...typed, capacity: "３０" });
  expect(fieldsIn((await editor.get(location ?? "")).text)).toMatchObject({ capacity: "30" });
});
