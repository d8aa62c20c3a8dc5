import { afterEach, beforeEach, expect, test } from "vitest";
import { adminPlacingApi } from "#app/contract/admin/content/placing";
import { adminClassificationApi } from "#app/contract/admin/site/classification";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

type Order = { ids: () => Promise<number[]>; order: (ids: number[]) => Promise<unknown> };

/** Three items of each kind that staff put in order. */
const ORDERS: Record<string, () => Promise<Order>> = {
  async "classification.order"() {
    const api = adminClassificationApi;
    for (const name of ["产品", "技术", "设计"])
      await upstream.call(api.add, { body: { kind: "article", name } }, { token });
    return {
      ids: async () => (await upstream.call(api.list, {}, { token })).map(({ id }) => id),
      order: (ids) => upstream.call(api.order, { body: { kind: "article", ids } }, { token }),
    };
  },
  async "zhiku-category.order"() {
    const api = adminZhikuCategoryApi;
    for (const name of ["产品", "技术", "设计"]) {
      const body = { name, slug: `c${name.codePointAt(0)}`, description: "", parentId: null, cover: "", banner: "" };
      await upstream.call(api.add, { body: body as never }, { token });
    }
    return {
      ids: async () => (await upstream.call(api.list, {}, { token })).map(({ id }) => id),
      order: (ids) => upstream.call(api.order, { body: { parentId: null, ids } }, { token }),
    };
  },
  async "pin.order"() {
    const authorId = await upstream.addUser("作者", "8613800000001");
    for (let count = 0; count < 3; count += 1) {
      const id = await createWriter(upstream).question({ authorId });
      await upstream.call(adminPlacingApi.put, { body: { kind: "question", id, list: { until: null } } }, { token });
    }
    return {
      ids: async () => (await upstream.call(adminPlacingApi.list, {}, { token })).pins.map(({ pin }) => pin),
      order: (pins) => upstream.call(adminPlacingApi.order, { body: { pins } }, { token }),
    };
  },
};

test.each(Object.entries(ORDERS))("%s is not undone once somebody has ordered them again", async (action, prepare) => {
  const { ids, order } = await prepare();
  const [one = 0, two = 0, three = 0] = await ids();
  const undo = async (id: number) => outcomeOf(upstream.call(auditApi.undo, { body: { id } }, { token }));
  await order([three, two, one]);
  await order([two, one, three]);
  const [second, first] = (await upstream.call(auditApi.list, { query: { action } }, { token })).list;
  expect(await undo(first?.id ?? 0)).toBe("CONFLICT");
  expect(await ids()).toEqual([two, one, three]);
  expect(await undo(second?.id ?? 0)).toBe("SUCCESS");
  expect(await undo(first?.id ?? 0)).toBe("SUCCESS");
  expect(await ids()).toEqual([one, two, three]);
});
