import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import type { CallInput, Endpoint } from "#app/contract/endpoint";
import { sampleInput } from "#tests/contract/sample-input";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { endpointRows } from "#upstream/endpoint-table";

let shop: Shop;
let token: string;

beforeAll(async () => {
  shop = await createShop();
  token = await staffToken(shop.upstream, await addStaff(shop.upstream, "owner"));
  // Samples ask for what has number 1.
  const fields = [{ label: "姓名", type: "text", rules: [] }];
  await shop.upstream.call(adminFormApi.add, { body: { title: "报名", fields } as never }, { token });
  const batch = { offerId: await shop.addOffer(), count: 1, expiresAt: null };
  await shop.upstream.call(adminCodeApi.add, { body: batch }, { token });
});
afterAll(() => shop.upstream.close());

const hasCursor = ({ query }: Endpoint): boolean => {
  const schema = query && z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return schema?.properties?.cursor !== undefined;
};

type Row = { name: string; endpoint: Endpoint; query?: Record<string, string> };
const LISTS: Row[] = [
  ...endpointRows().filter(({ endpoint }) => endpoint.auth === "staff" && hasCursor(endpoint)),
  { name: "members who agreed to nothing", endpoint: adminAgreementApi.consents, query: { state: "missing" } },
];

test("the console has such lists", () => {
  expect(LISTS.length).toBeGreaterThan(9);
});

test.each(LISTS)("$name refuses a position that is none", async ({ endpoint, query }) => {
  const sample = sampleInput(endpoint);
  const list = (cursor?: string) => {
    const input = { ...sample, query: { ...sample.query, ...query, cursor } } as CallInput<Endpoint>;
    return outcomeOf(shop.upstream.call(endpoint, input, { token }));
  };
  expect(await list()).toBe("SUCCESS");
  for (const cursor of ["", "x", "-1", "1' or '1", "~", "9".repeat(20), "2~", "１"]) {
    expect(await list(cursor), cursor).toEqual({ cursor: "分页位置无效，请从头查看" });
  }
});
