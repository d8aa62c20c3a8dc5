import { describe, expect, test } from "vitest";
import type { ZhikuCategory } from "#app/contract/zhiku/category";
import type { RightsOffer, UserRight } from "#app/contract/zhiku/rights";
import { coveredUntil, leadOf, openedBy, savingOf } from "#app/features/zhiku/rights/lead-offer";
import { dayPrice } from "#app/features/zhiku/rights/price-line";

const category = (id: number, parentId: number | null, total: number): ZhikuCategory => ({
  id,
  parentId,
  total,
  name: `分类${id}`,
  description: "",
  cover: null,
});
const TREE = [category(1, null, 12), category(2, 1, 5), category(3, null, 30)];
const offer = (id: number, of: number | null, price: number, days = 365): RightsOffer => ({
  id,
  price,
  days,
  name: `权益${id}`,
  description: "",
  category: of === null ? null : { id: of, name: `分类${of}` },
});
const OFFERS = [offer(1, null, 40000), offer(2, null, 9800, 30), offer(3, 1, 19800), offer(4, 3, 23800)];

describe("the offer that is recommended", () => {
  test("costs least per day and opens what is wanted", () => {
    expect(leadOf(OFFERS, { everything: true })?.id).toBe(1);
    expect(leadOf([OFFERS[0], OFFERS[1], OFFERS[2]] as RightsOffer[], { everything: false })?.id).toBe(3);
  });

  test("does not exist if nothing opens everything", () => {
    expect(leadOf([offer(3, 1, 1)], { everything: true })).toBeNull();
    expect(leadOf([], { everything: false })).toBeNull();
  });

  test("never states a lower price per day than it costs", () => {
    expect([dayPrice({ price: 14800, days: 365 }), dayPrice({ price: 3000, days: 30 })]).toEqual(["0.41", "1.00"]);
    expect(dayPrice({ price: 1, days: 365 })).toBe("0.01");
  });
});

describe("what is saved", () => {
  test("is computed against one offer for each category for the same time", () => {
    expect(savingOf(OFFERS[0] as RightsOffer, OFFERS, TREE)).toBe(3600);
    expect(savingOf(OFFERS[1] as RightsOffer, OFFERS, TREE), "no other lasts 30 days").toBe(0);
    expect(savingOf(OFFERS[0] as RightsOffer, OFFERS.slice(0, 3), TREE), "a category is not sold").toBe(0);
    expect(savingOf(offer(1, null, 90000), OFFERS, TREE), "it costs more").toBe(0);
    expect(savingOf(OFFERS[2] as RightsOffer, OFFERS, TREE)).toBe(0);
  });
});

test("documents are counted by category, once below the top", () => {
  expect(OFFERS.map((one) => openedBy(one, TREE))).toEqual([42, 42, 12, 30]);
  expect(openedBy(OFFERS[0] as RightsOffer, [])).toBeNull();
});

describe("what somebody has already", () => {
  const right = (of: number | null, state: UserRight["state"], until: string): UserRight => ({
    id: 1,
    from: "2026-01-01T00:00:00.000Z",
    until,
    state,
    source: "order",
    category: of === null ? null : { id: of, name: "" },
  });
  const covered = (of: number | null, rights: UserRight[]) =>
    coveredUntil({ category: of === null ? null : { id: of } }, rights, TREE);

  test("covers what the right opens, and nothing wider", () => {
    const own = [right(1, "active", "2027-01-01")];
    expect([covered(1, own), covered(2, own), covered(3, own), covered(null, own)]).toEqual([
      "2027-01-01",
      "2027-01-01",
      null,
      null,
    ]);
    expect(covered(3, [right(null, "active", "2027-02-01")])).toBe("2027-02-01");
  });

  test("lasts until the end of the last following right, and not once it has ended", () => {
    expect(covered(1, [right(1, "active", "2027-01-01"), right(1, "upcoming", "2028-01-01")])).toBe("2028-01-01");
    expect(covered(1, [right(1, "expired", "2026-01-01")])).toBeNull();
    expect(covered(1, [right(1, "upcoming", "2028-01-01")])).toBeNull();
  });
});
