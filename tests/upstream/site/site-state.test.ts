import { afterAll, beforeAll, expect, test } from "vitest";
import { siteStateApi } from "#app/contract/site/site-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("capabilities name what this upstream has beyond the specification", async () => {
  expect((await upstream.call(siteStateApi.capabilities, {})).capabilities).toEqual(
    expect.arrayContaining(["sitemap", "tags", "feed", "preview", "accept"]),
  );
});
