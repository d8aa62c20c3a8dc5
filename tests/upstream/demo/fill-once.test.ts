import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { fillOnce } from "#upstream/jobs/fill-once";

let world: TestUpstream;
beforeEach(async () => {
  world = await createTestUpstream();
});
afterEach(() => world.close());

const names = async () =>
  (await world.services.db.selectFrom("users").select(["id", "nickname"]).orderBy("id").execute()).map(
    ({ id, nickname }) => `${id} ${nickname}`,
  );

describe.skipIf(!PG_SERVER)("an empty database on PostgreSQL", () => {
  test("is filled anew when the first fill was interrupted, and never again", async () => {
    const interrupted = fillOnce(world.services, async () => {
      await world.addUser("一半的人");
      throw new Error("the process ends here");
    });
    await expect(interrupted).rejects.toThrow("the process ends here");
    expect(await names()).toEqual(["1 一半的人"]);

    await fillOnce(world.services, async () => {
      await world.addUser("甲");
      await world.addUser("乙");
    });
    expect(await names()).toEqual(["1 甲", "2 乙"]);

    await fillOnce(world.services, () => Promise.reject(new Error("not needed")));
    expect(await names()).toEqual(["1 甲", "2 乙"]);
  });

  test("is filled by one of several processes that start at once; the others wait for it", async () => {
    let fills = 0;
    const fill = async () => {
      fills += 1;
      await world.addUser("只有一个");
    };
    await Promise.all([1, 2, 3].map(() => fillOnce(world.services, fill)));
    expect(fills).toBe(1);
    expect(await names()).toEqual(["1 只有一个"]);
  });

  test("with people in it is left as it is", async () => {
    await world.addUser("早就在的人");
    await fillOnce(world.services, () => Promise.reject(new Error("not needed")));
    expect(await names()).toEqual(["1 早就在的人"]);
  });
});
