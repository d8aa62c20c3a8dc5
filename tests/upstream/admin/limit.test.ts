import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminLimitApi, type LimitValues } from "#app/contract/admin/system/limit";
import { KEPT_LIMITS, keptLimits } from "#app/contract/admin/system/limit-names";
import { commentApi } from "#app/contract/content/comment";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { refreshLimits } from "#upstream/modules/limit/refresh";
import { consumeLimits, LIMITS, type LimitName } from "#upstream/policy/limits";
import { createKeptLimits } from "#upstream/services/limits/kept-limits";

let upstream: TestUpstream;
let token: string;
beforeEach(async () => {
  upstream = await createTestUpstream();
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const get = () => upstream.call(adminLimitApi.get, {}, { token });
const put = (limits: LimitValues, version: number) =>
  upstream.call(adminLimitApi.put, { body: { limits, version } }, { token });

describe("limits that staff keep", () => {
  test("include those that the product enforces, each with a default within its bounds", async () => {
    const { limits, version } = await get();
    expect(version).toBe(0);
    expect(limits.map(({ name }) => name)).toEqual(keptLimits);
    for (const { name, value, default: usual } of limits) {
      const { min, max } = KEPT_LIMITS[name];
      expect(value, name).toBeNull();
      expect(usual, name).toBeGreaterThanOrEqual(min);
      expect(usual, name).toBeLessThanOrEqual(max);
      if (name !== "uploadMegabytesDay") expect(Object.keys(LIMITS), name).toContain(name);
    }
  });

  test("take effect at once for everything that counts against them, and end when they are cleared", async () => {
    const member = await upstream.addUser("林知远", "8613800000001");
    const question = await createWriter(upstream).question({ authorId: member });
    const say = (text: string) =>
      codeOf(
        upstream.call(commentApi.add, { body: { targetKind: "question", targetId: question, text } }, { as: member }),
      );
    await put({ commentMinute: 2 }, 0);
    expect([await say("一"), await say("二"), await say("三")]).toEqual(["SUCCESS", "SUCCESS", "RATE_LIMITED"]);
    expect((await get()).limits.find(({ name }) => name === "commentMinute")?.value).toBe(2);
    await put({}, 1);
    expect(await say("四")).toBe("SUCCESS");
  });

  test.each(keptLimits.filter((name) => name !== "uploadMegabytesDay"))(
    "%s is refused from the configured number on",
    async (name) => {
      const { db, clock } = upstream.services;
      const { min } = KEPT_LIMITS[name];
      await put({ [name]: min } as LimitValues, 0);
      const limits = createKeptLimits();
      const other = { ...upstream.services, limits };
      await refreshLimits(other);
      const use = () =>
        codeOf(consumeLimits(db, { clock, limits }, [{ limit: name as LimitName, subject: "somebody", max: 999_999 }]));
      for (let n = 0; n < min; n += 1) expect(await use()).toBe("SUCCESS");
      expect(await use(), "in another process").toBe("RATE_LIMITED");
    },
  );

  test("are refused outside their bounds, beside the field, and if somebody else changed them first", async () => {
    for (const limits of [{ publishDay: 0 }, { publishDay: 1_001 }, { publishDay: 1.5 }] as LimitValues[]) {
      await expect(put(limits, 0)).rejects.toMatchObject({
        code: "INVALID_PARAMS",
        data: { fields: { "limits.publishDay": expect.stringMatching(/./) } },
      });
    }
    await put({ publishDay: 7 }, 0);
    expect(await codeOf(put({ publishDay: 8 }, 0))).toBe("CONFLICT");
  });

  test("are logged, and can be undone", async () => {
    await put({ publishDay: 7 }, 0);
    await put({ publishDay: 8 }, 1);
    const { list } = await upstream.call(auditApi.list, { query: { kind: "limit" } }, { token });
    expect(list.map(({ action, target }) => [action, target])).toEqual([
      ["limit.put", "limits"],
      ["limit.put", "limits"],
    ]);
    const [newest, older] = list;
    expect(await codeOf(upstream.call(auditApi.undo, { body: { id: older?.id ?? 0, reason: "" } }, { token }))).toBe(
      "CONFLICT",
    );
    await upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0, reason: "" } }, { token });
    await refreshLimits(upstream.services);
    expect(upstream.services.limits.maxOf("publishDay")).toBe(7);
  });
});
