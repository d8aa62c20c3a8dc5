import { expect, test } from "vitest";
import type { UserRight } from "#app/contract/zhiku/rights";
import { endingRight } from "#app/features/zhiku/rights/ending-right.server";
import type { ServerArgs } from "#app/server/server-args.server";

const NOW = new Date("2026-03-01T00:00:00.000Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();
const right = (category: number | null, from: number, until: number): UserRight => ({
  id: 1,
  category: category === null ? null : { id: category, name: `分类${category}` },
  from: inDays(from),
  until: inDays(until),
  state: from > 0 ? "upcoming" : until > 0 ? "active" : "expired",
  source: "order",
});

/** The notice for these rights, and for how many days a page with it is valid. */
function told(...rights: UserRight[]) {
  const context: ServerArgs["context"] = { now: NOW };
  const found = endingRight({ context } as ServerArgs, rights, []);
  const until = context.until === undefined ? null : (context.until - NOW.getTime()) / 86_400_000;
  return { name: found?.name ?? null, until };
}

test.each([
  ["no right", [], { name: null, until: null }],
  ["one that lasts", [right(null, -1, 30)], { name: null, until: 23 }],
  ["one that ends in exactly a week", [right(null, -1, 7)], { name: "全部分类", until: 7 }],
  ["one that ends tomorrow", [right(2, -1, 1)], { name: "分类2", until: 1 }],
  ["one that goes on", [right(null, -1, 3), right(null, 3, 30)], { name: null, until: 23 }],
  ["a part of a whole that lasts", [right(2, -1, 3), right(null, -1, 30)], { name: null, until: 23 }],
  ["one that is over", [right(null, -9, -1)], { name: null, until: null }],
  ["two, the next first", [right(3, -1, 5), right(2, -1, 4)], { name: "分类2", until: 4 }],
])("a page tells of rights that end soon, until when it is valid: %s", (_, rights, expected) => {
  expect(told(...rights)).toEqual(expected);
});
