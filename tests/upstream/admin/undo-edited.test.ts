import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementApi } from "#app/contract/admin/content/announcement";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminFormApi } from "#app/contract/admin/content/form";
import { auditApi } from "#app/contract/admin/system/audit";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { hideDue } from "#upstream/modules/admin/edited-content/hide-due";

let now: number;
let upstream: TestUpstream;
let token: string;
let colleague: string;

beforeEach(async () => {
  now = Date.parse("2026-03-10T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
  colleague = await staffToken(upstream, await addStaff(upstream, "editor"));
});
afterEach(() => upstream.close());

const WORDS = { title: "今晚维护", content: "**二十三点**开始。" };
const TIMES = { city: "杭州", startsAt: "2199-03-01T11:00:00Z", endsAt: "2199-03-01T14:00:00Z" };
const NAME = { label: "姓名", type: "text", rules: [] };

const KINDS = [
  { kind: "announcement", api: adminAnnouncementApi, fields: WORDS },
  { kind: "activity", api: adminActivityApi, fields: { ...WORDS, ...TIMES } },
  { kind: "case", api: adminCaseApi, fields: WORDS },
  { kind: "form", api: adminFormApi, fields: { title: "内测申请", fields: [NAME] } },
] as const;

/** Calls of one kind; their bodies differ by kind. */
function callsOf({ kind, api: calls, fields }: (typeof KINDS)[number]) {
  const api = calls as typeof adminCaseApi;
  const body = (more: object) => ({ ...fields, ...more }) as never;
  const logged = async (action: string) => {
    const { list } = await upstream.call(auditApi.list, { query: { action: `${kind}.${action}` } }, { token });
    return list[0]?.id ?? 0;
  };
  return {
    add: async (more: object = {}) => (await upstream.call(api.add, { body: body(more) }, { token })).id,
    /** A colleague changes the title. */
    put: async (id: number) => {
      const { fields: built } = (await upstream.call(api.get, { params: { id } }, { token })) as { fields?: unknown };
      const more = { id, version: 1, title: "同事改过的", ...(built ? { fields: built } : {}) };
      return upstream.call(api.put, { body: body(more) }, { token: colleague });
    },
    /** Removals are told apart by their time. */
    remove: (id: number, as = token) => {
      now += 1_000;
      return upstream.call(api.remove, { body: { id, reason: "不要了" } }, { token: as });
    },
    restore: (id: number, as = token) => upstream.call(api.restore, { body: { id } }, { token: as }),
    removedAt: async (id: number) =>
      ((await upstream.call(api.get, { params: { id } }, { token })) as { removedAt: string | null }).removedAt,
    logged,
    undo: async (id: number) => outcomeOf(upstream.call(auditApi.undo, { body: { id } }, { token })),
  };
}

describe.each(KINDS)("the undo for one $kind", (kind) => {
  test("of adding it is refused once a colleague changed it, until that is undone, and once it is off the site", async () => {
    const calls = callsOf(kind);
    const id = await calls.add();
    const added = await calls.logged("add");
    await calls.put(id);
    expect(await calls.undo(added)).toBe("CONFLICT");
    expect(await calls.removedAt(id)).toBeNull();
    expect(await calls.undo(await calls.logged("put"))).toBe("SUCCESS");
    await calls.remove(id, colleague);
    expect(await calls.undo(added)).toBe("CONFLICT");
    await calls.restore(id, colleague);
    expect(await calls.undo(added)).toBe("SUCCESS");
    expect(await calls.removedAt(id)).not.toBeNull();
  });

  test("of restoring it is refused once a colleague changed it", async () => {
    const calls = callsOf(kind);
    const id = await calls.add();
    await calls.remove(id);
    await calls.restore(id);
    await calls.put(id);
    expect(await calls.undo(await calls.logged("restore"))).toBe("CONFLICT");
    expect(await calls.removedAt(id)).toBeNull();
  });

  test("of removing it is refused once a colleague restored and removed it again", async () => {
    const calls = callsOf(kind);
    const id = await calls.add();
    await calls.remove(id);
    const removed = await calls.logged("remove");
    await calls.restore(id, colleague);
    await calls.remove(id, colleague);
    expect(await calls.undo(removed)).toBe("CONFLICT");
    expect(await calls.removedAt(id)).not.toBeNull();
    expect(await calls.undo(await calls.logged("remove"))).toBe("SUCCESS");
    expect(await calls.removedAt(id)).toBeNull();
  });
});

test.each(KINDS.slice(0, 3))(
  "the undo of hiding a $kind on time is refused once it was removed later",
  async (kind) => {
    const calls = callsOf(kind);
    const hideAt = "2026-03-11T00:00:00Z";
    const id = await calls.add({ hideAt });
    now = Date.parse(hideAt);
    expect(await hideDue(upstream.services)).toBe(1);
    const hidden = await calls.logged("remove");
    await calls.restore(id, colleague);
    await calls.remove(id, colleague);
    expect(await calls.undo(hidden)).toBe("CONFLICT");
    expect(await calls.removedAt(id)).not.toBeNull();
  },
);
