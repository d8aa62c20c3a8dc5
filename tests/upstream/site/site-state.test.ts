import { afterAll, beforeAll, expect, test } from "vitest";
import { siteStateApi } from "#app/contract/site/site-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";

let world: TestUpstream;
beforeAll(async () => {
  world = await createTestUpstream();
});
afterAll(() => world.close());

test("capabilities name what this upstream has beyond the specification", async () => {
  expect((await world.call(siteStateApi.capabilities, {})).capabilities).toEqual(
    expect.arrayContaining(["sitemap", "tags", "feed", "preview", "accept"]),
  );
});
