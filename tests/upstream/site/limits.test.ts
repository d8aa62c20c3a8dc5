import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { BusinessError } from "#upstream/call/errors";
import { consumeLimits, LIMITS, type LimitName, type LimitUse, networkOf, resetLimits } from "#upstream/policy/limits";

let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
/** Result of a use: null if it is allowed, else the seconds to wait. */
async function use(...uses: LimitUse[]): Promise<number | null> {
  try {
    await consumeLimits(upstream.services.db, upstream.services, uses);
    return null;
  } catch (error) {
    expect((error as BusinessError).code).toBe("RATE_LIMITED");
    return ((error as BusinessError).data as { retryAfter: number }).retryAfter;
  }
}
/** For a large limit, marks all but the last few uses as consumed. @returns their number */
async function skip(limit: LimitName, max: number): Promise<number> {
  if (max <= 20 || "rolling" in LIMITS[limit]) return 0;
  expect(await use({ limit, subject: "甲" })).toBeNull();
  const hits = max - 3;
  await upstream.services.db.updateTable("rate_limits").set({ hits }).where("key", "=", `${limit}:甲`).execute();
  return hits;
}
const kept = () => upstream.services.db.selectFrom("rate_limits").selectAll().orderBy("key").execute();

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(() => upstream.close());

test.each(Object.keys(LIMITS) as LimitName[])(
  "%s allows n, refuses n + 1, and allows n again after its window",
  async (limit) => {
    const { max, window } = LIMITS[limit];
    for (let round = 0; round < 2; round += 1) {
      for (let index = await skip(limit, max); index < max; index += 1) {
        expect(await use({ limit, subject: "甲" })).toBeNull();
      }
      expect(await use({ limit, subject: "甲" })).toBe(window / 1000);
      expect(await use({ limit, subject: "乙" }), "somebody else is not touched").toBeNull();
      wait(window - 1);
      expect(await use({ limit, subject: "甲" })).toBe(1);
      wait(1);
    }
  },
);

test("a use that counts several times is refused when fewer are left, and counts none then", async () => {
  const max = LIMITS.preview.max;
  const times = max / 2 - 1;
  const one: LimitUse = { limit: "preview", subject: "several" };
  expect(await use({ ...one, times })).toBeNull();
  expect(await use({ ...one, times })).toBeNull();
  expect(await use({ ...one, times })).toBeGreaterThan(0);
  expect([await use(one), await use(one)]).toEqual([null, null]);
  expect(await use(one)).toBeGreaterThan(0);
  wait(LIMITS.preview.window);
  expect(await use({ ...one, times: max })).toBeNull();
  expect(await use(one)).toBeGreaterThan(0);
});

test.each(["smsPhoneHour", "smsPhoneDay", "smsAddressHour", "loginAccount", "loginAddress"] as const)(
  "%s does not allow twice as many around the end of a window",
  async (limit) => {
    const { max, window } = LIMITS[limit];
    const one: LimitUse = { limit, subject: `${limit} edge` };
    expect(await use(one)).toBeNull();
    wait(window - 1000);
    for (let index = 1; index < max; index += 1) expect(await use(one)).toBeNull();
    wait(1000);
    expect(await use(one), "the first use has left the window").toBeNull();
    expect(await use(one), "those of a second ago have not").toBe(window / 1000 - 1);
  },
);

test.each(["commentMinute", "publishDay", "loginAccount", "redeemPerson"] as const)(
  "%s counted by a clock an hour ahead blocks nobody once the clock is set back",
  async (limit) => {
    const { max, window } = LIMITS[limit];
    const one: LimitUse = { limit, subject: `${limit} ahead` };
    wait(HOUR);
    for (let index = 0; index < max; index += 1) expect(await use(one)).toBeNull();
    expect(await use(one)).toBe(window / 1000);
    wait(-HOUR);
    for (let index = 0; index < max; index += 1) expect(await use(one)).toBeNull();
    expect(await use(one), "and is a limit still").toBe(window / 1000);
  },
);

test.each(["commentMinute", "publishDay", "loginAccount", "smsPause"] as const)(
  "%s counts concurrent calls together, whichever of them read the clock first",
  async (limit) => {
    const { max, window } = LIMITS[limit];
    const one: LimitUse = { limit, subject: `${limit} at once` };
    for (let index = 0; index < max; index += 1) {
      expect(await use(one)).toBeNull();
      wait(-1);
    }
    expect(await use(one)).toBeGreaterThanOrEqual(window / 1000);
  },
);

describe("several limits at once", () => {
  test("are consumed together or not at all", async () => {
    const uses: LimitUse[] = [
      { limit: "smsPhoneHour", subject: "13811110000" },
      { limit: "smsPause", subject: "13811110000" },
    ];
    expect(await use(...uses)).toBeNull();
    const before = await kept();
    expect(await use(...uses)).toBe(60);
    expect(await kept()).toEqual(before);
  });

  test("report the longest wait", async () => {
    const subject = "13811110001";
    for (let index = 0; index < 5; index += 1) {
      expect(await use({ limit: "smsPhoneHour", subject }, { limit: "smsPause", subject })).toBeNull();
      wait(60_000);
    }
    expect(await use({ limit: "smsPhoneHour", subject }, { limit: "smsPause", subject })).toBe(3600 - 300);
  });

  test("never wait for each other, whatever their order", async () => {
    const uses: LimitUse[] = ["smsPhoneDay", "smsAddressHour", "captchaGet"].map((limit) => ({
      limit: limit as LimitName,
      subject: "many",
    }));
    const calls = Array.from({ length: 30 }, (_, index) => use(...(index % 2 ? uses : [...uses].reverse())));
    const let_through = (await Promise.all(calls)).filter((wait) => wait === null);
    expect(let_through).toHaveLength(LIMITS.smsPhoneDay.max);
  });
});

test("a transaction that is rolled back consumes nothing", async () => {
  const one: LimitUse = { limit: "smsPause", subject: "rolled back" };
  const failed = upstream.services.db.transaction().execute(async (trx) => {
    await consumeLimits(trx, upstream.services, [one]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await use(one)).toBeNull();
});

test("a limit can be refunded, and is taken from the configuration", async () => {
  const one: LimitUse = { limit: "smsPause", subject: "forgiven" };
  expect(await use(one)).toBeNull();
  await resetLimits(upstream.services.db, [one]);
  expect(await use(one)).toBeNull();
  expect(await use({ ...one, subject: "wide", max: 2 })).toBeNull();
  expect(await use({ ...one, subject: "wide", max: 2 })).toBeNull();
  expect(await use({ ...one, subject: "wide", max: 2 })).toBe(60);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the network of %s is %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
