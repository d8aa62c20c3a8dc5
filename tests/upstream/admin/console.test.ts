import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminAnnouncementApi } from "#app/contract/admin/content/announcement";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi, setupApi } from "#app/contract/admin/system/console";
import { staffApi } from "#app/contract/admin/system/staff";
import { announcementApi } from "#app/contract/content/announcement";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { readUpstreamConfig } from "#upstream/config";
import { printSetupLink, setupLink } from "#upstream/modules/admin/setup/claim";
import { findBrokenLink, lockAuditLog } from "#upstream/policy/audit-log";

const PASSWORD = "很长很长的一个密码-2026";
const MINUTE = 60_000;

let now: Date;
let upstream: TestUpstream;

const production = {
  mode: "production" as const,
  secretKey: "k".repeat(43),
  sms: { kind: "off" as const },
};

beforeEach(async () => {
  now = new Date("2026-11-20T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now, config: production });
});
afterEach(() => upstream.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
const tokenIn = (link: string) => link.split("#")[1] ?? "";
const claim = (token: string, more = {}) =>
  upstream.call(setupApi.claim, {
    body: { token, phone: "13900000001", nickname: "站长大人", password: PASSWORD, ...more },
  });

describe("the first owner", () => {
  test("claims the site by the one-time link, which works once", async () => {
    expect(await upstream.call(setupApi.state, {})).toEqual({ unowned: true, preparing: true });
    const token = tokenIn(await setupLink(upstream.services));
    const { token: session } = await claim(token);
    expect(await upstream.call(setupApi.state, {})).toEqual({ unowned: false, preparing: false });
    const me = await upstream.call(consoleApi.me, {}, { token: session });
    expect(me).toMatchObject({ roles: ["owner"], factor: "none", verified: false });
    expect(await codeOf(claim(token))).toBe("FORBIDDEN");
  });

  test("can't claim the site without the link, by an older or day-old link, or once there is an owner", async () => {
    expect(await codeOf(claim("x".repeat(43)))).toBe("FORBIDDEN");
    const first = tokenIn(await setupLink(upstream.services));
    const second = tokenIn(await setupLink(upstream.services));
    expect(await codeOf(claim(first))).toBe("FORBIDDEN");
    later(24 * 60 + 1);
    expect(await codeOf(claim(second))).toBe("FORBIDDEN");
    const third = tokenIn(await setupLink(upstream.services));
    await addStaff(upstream, "owner");
    expect(await codeOf(claim(third))).toBe("FORBIDDEN");
    expect(await upstream.services.db.selectFrom("staff").selectAll().execute()).toHaveLength(1);
  });

  test("can use the link again after a field was wrong", async () => {
    const token = tokenIn(await setupLink(upstream.services));
    expect(await codeOf(claim(token, { password: "12345678" }))).toBe("INVALID_PARAMS");
    expect(await codeOf(claim(token))).toBe("SUCCESS");
  });

  test("is only one of two who use the link at once", async () => {
    const token = tokenIn(await setupLink(upstream.services));
    const codes = await Promise.all([codeOf(claim(token)), codeOf(claim(token, { phone: "13900000002" }))]);
    expect(codes.sort()).toEqual(["FORBIDDEN", "SUCCESS"]);
    expect(await upstream.services.db.selectFrom("staff").selectAll().execute()).toHaveLength(1);
  });

  test.skipIf(!PG_SERVER)(
    "waits for another writer of the log without holding the link, which that one may need",
    async () => {
      const token = tokenIn(await setupLink(upstream.services));
      const { db } = upstream.services;
      const { claimed } = await db.transaction().execute(async (trx) => {
        await lockAuditLog(trx);
        const claimed = codeOf(claim(token));
        const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 20_000 }).toBe(1);
        await sql`select 1 from one_time_tokens for update nowait`.execute(trx);
        return { claimed };
      });
      expect(await claimed).toBe("SUCCESS");
    },
  );

  test("gets one valid link, even if several processes start together", async () => {
    const printed: string[] = [];
    const start = () => printSetupLink(upstream.services, (line) => printed.push(line));
    await Promise.all([start(), start(), start()]);
    const links = printed.filter((line) => line.includes("#"));
    expect(links).toHaveLength(1);
    expect(await codeOf(claim(tokenIn(links[0] ?? "")))).toBe("SUCCESS");
  });

  test("is missing in a new site with members, which stays open to readers", async () => {
    await upstream.addUser("早就在的人");
    expect(await upstream.call(setupApi.state, {})).toEqual({ unowned: true, preparing: false });
  });
});

describe("the second factor", () => {
  const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
  const enrol = async () => {
    const userId = await addStaff(upstream, "owner");
    const token = await upstream.tokenOf(userId);
    const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
    const app = appOf(secret);
    const current = () => app.generate({ timestamp: now.getTime() });
    const { recoveryCodes } = await upstream.call(consoleApi.confirmFactor, { body: { code: current() } }, { token });
    return { userId, token, current, recoveryCodes };
  };

  test("is required of staff in production before they see anything but their own account", async () => {
    const token = await upstream.tokenOf(await addStaff(upstream, "owner"));
    expect(await codeOf(upstream.call(consoleApi.me, {}, { token }))).toBe("SUCCESS");
    expect(await codeOf(upstream.call(consoleApi.overview, {}, { token }))).toBe("STAFF_UNVERIFIED");
    expect(await codeOf(upstream.call(adminAnnouncementApi.list, { query: {} }, { token }))).toBe("STAFF_UNVERIFIED");
  });

  test("keeps the same secret until its first correct code, which opens the console", async () => {
    const token = await upstream.tokenOf(await addStaff(upstream, "owner"));
    const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
    expect(await codeOf(upstream.call(consoleApi.confirmFactor, { body: { code: "000000" } }, { token }))).toBe(
      "INVALID_PARAMS",
    );
    expect((await upstream.call(consoleApi.beginFactor, {}, { token })).secret).toBe(secret);
    const code = appOf(secret).generate({ timestamp: now.getTime() });
    await upstream.call(consoleApi.confirmFactor, { body: { code } }, { token });
    expect(await codeOf(upstream.call(consoleApi.overview, {}, { token }))).toBe("SUCCESS");
    expect(await codeOf(upstream.call(consoleApi.beginFactor, {}, { token }))).toBe("CONFLICT");
    const [row] = await upstream.services.db.selectFrom("second_factors").selectAll().execute();
    expect(row?.secret).not.toContain(secret);
  });

  test("lasts twelve hours for a further login, and each code is accepted once", async () => {
    const { userId, current } = await enrol();
    const token = await upstream.tokenOf(userId);
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code: current() } }, { token }))).toBe(
      "INVALID_PARAMS",
    );
    later(1);
    const code = current();
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code } }, { token }))).toBe("SUCCESS");
    const third = await upstream.tokenOf(userId);
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code } }, { token: third }))).toBe("INVALID_PARAMS");
    later(12 * 60 - 1);
    expect(await codeOf(upstream.call(consoleApi.overview, {}, { token }))).toBe("SUCCESS");
    later(2);
    expect(await codeOf(upstream.call(consoleApi.overview, {}, { token }))).toBe("STAFF_UNVERIFIED");
  });

  test("that is lost is replaced by a recovery code, each of which works once", async () => {
    const { userId, recoveryCodes } = await enrol();
    expect(new Set(recoveryCodes).size).toBe(10);
    const token = await upstream.tokenOf(userId);
    const [code = ""] = recoveryCodes;
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code: code.toUpperCase() } }, { token }))).toBe(
      "SUCCESS",
    );
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code } }, { token }))).toBe("INVALID_PARAMS");
  });

  test("can't be guessed: the eleventh attempt is refused, right or wrong", async () => {
    const { userId, current } = await enrol();
    const token = await upstream.tokenOf(userId);
    for (let guess = 0; guess < 9; guess += 1) {
      await codeOf(upstream.call(consoleApi.verify, { body: { code: "000000" } }, { token }));
    }
    later(1);
    expect(await codeOf(upstream.call(consoleApi.verify, { body: { code: current() } }, { token }))).toBe(
      "RATE_LIMITED",
    );
  });

  test("is asked for again before dangerous actions, then trusted for fifteen minutes", async () => {
    const { token, userId, current } = await enrol();
    expect(await codeOf(upstream.call(staffApi.list, {}, { token }))).toBe("SUDO_REQUIRED");
    expect(await codeOf(upstream.call(consoleApi.sudo, { body: { password: "", code: "" } }, { token }))).toBe(
      "INVALID_PARAMS",
    );
    later(1);
    await upstream.call(consoleApi.sudo, { body: { code: current() } }, { token });
    expect(await codeOf(upstream.call(staffApi.list, {}, { token }))).toBe("SUCCESS");
    const other = await upstream.tokenOf(userId);
    expect(await codeOf(upstream.call(staffApi.list, {}, { token: other }))).toBe("STAFF_UNVERIFIED");
    later(15);
    expect(await codeOf(upstream.call(staffApi.list, {}, { token }))).toBe("SUDO_REQUIRED");
  });
});

describe("roles", () => {
  test("are given and taken by an owner, and each change is logged", async () => {
    const owner = await addStaff(upstream, "owner");
    const token = await staffToken(upstream, owner);
    const member = await upstream.addUser("新来的编辑");
    await upstream.call(staffApi.grant, { body: { userId: member, role: "editor" } }, { token });
    await upstream.call(staffApi.grant, { body: { userId: member, role: "editor" } }, { token });
    await upstream.call(staffApi.revoke, { body: { userId: member, role: "editor" } }, { token });
    const { list } = await upstream.call(auditApi.list, { query: {} }, { token });
    expect(list.map(({ action }) => action)).toEqual(["staff.revoke", "staff.grant"]);
  });

  test("always leave one owner: the last can't be demoted or close their account", async () => {
    const owner = await addStaff(upstream, "owner");
    const token = await staffToken(upstream, owner);
    expect(await codeOf(upstream.call(staffApi.revoke, { body: { userId: owner, role: "owner" } }, { token }))).toBe(
      "CONFLICT",
    );
    const second = await addStaff(upstream, "owner");
    const both = await Promise.all([
      codeOf(upstream.call(staffApi.revoke, { body: { userId: owner, role: "owner" } }, { token })),
      codeOf(
        upstream.call(
          staffApi.revoke,
          { body: { userId: second, role: "owner" } },
          { token: await staffToken(upstream, second) },
        ),
      ),
    ]);
    expect(both).toContain("SUCCESS");
    expect(
      await upstream.services.db.selectFrom("staff").selectAll().where("role", "=", "owner").execute(),
    ).toHaveLength(1);
  });

  test("leave one of two owners who close their accounts at once", async () => {
    const { transact } = await import("#upstream/db/transact");
    const { refuseLastOwner } = await import("#upstream/policy/staff-roles");
    const { deleteUser } = await import("#upstream/modules/user/delete-user");
    const { db } = upstream.services;
    const owners = [await addStaff(upstream, "owner"), await addStaff(upstream, "owner")];
    const close = (userId: number) =>
      transact(db, async (trx) => {
        await refuseLastOwner(trx, userId);
        await deleteUser(trx, upstream.services, userId);
      });
    expect((await Promise.all(owners.map((id) => codeOf(close(id))))).sort()).toEqual(["CONFLICT", "SUCCESS"]);
    expect(await db.selectFrom("staff").selectAll().where("role", "=", "owner").execute()).toHaveLength(1);
  });

  test("are lost when the account is closed", async () => {
    await addStaff(upstream, "owner");
    const leaving = await addStaff(upstream, "editor");
    const { deleteUser } = await import("#upstream/modules/user/delete-user");
    await upstream.services.db.transaction().execute((trx) => deleteUser(trx, upstream.services, leaving));
    const rows = await upstream.services.db.selectFrom("staff").selectAll().where("user_id", "=", leaving).execute();
    expect(rows).toEqual([]);
  });
});

describe("announcements of the console", () => {
  const fields = { title: "停机维护通知", content: "今晚**十点**起维护一小时。" };

  test("are published, changed, removed and restored; readers see each change at once, and it is logged", async () => {
    const token = await staffToken(upstream, await addStaff(upstream, "editor"));
    const owner = await staffToken(upstream, await addStaff(upstream, "owner"));
    const { id } = await upstream.call(adminAnnouncementApi.add, { body: fields }, { token });
    expect((await upstream.call(announcementApi.list, { query: {} })).list.map((one) => one.id)).toEqual([id]);
    const changed = { ...fields, title: "停机维护改期" };
    await upstream.call(adminAnnouncementApi.put, { body: { id, version: 1, ...changed } }, { token });
    expect((await upstream.call(announcementApi.get, { params: { id } })).title).toBe("停机维护改期");
    expect(
      await codeOf(upstream.call(adminAnnouncementApi.put, { body: { id, version: 1, ...fields } }, { token })),
    ).toBe("CONFLICT");
    await upstream.call(adminAnnouncementApi.remove, { body: { id, reason: "改期了" } }, { token });
    expect(await codeOf(upstream.call(announcementApi.get, { params: { id } }))).toBe("NOT_FOUND");
    await upstream.call(adminAnnouncementApi.restore, { body: { id } }, { token });
    expect(await codeOf(upstream.call(announcementApi.get, { params: { id } }))).toBe("SUCCESS");
    const { list } = await upstream.call(
      auditApi.list,
      { query: { kind: "announcement", target: String(id) } },
      { token: owner },
    );
    expect(list.map(({ action }) => action)).toEqual([
      "announcement.restore",
      "announcement.remove",
      "announcement.put",
      "announcement.add",
    ]);
    expect(list[1]?.reason).toBe("改期了");
  });

  test("can have a change undone from the log, once, unless another change came after it", async () => {
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const { id } = await upstream.call(adminAnnouncementApi.add, { body: fields }, { token });
    await upstream.call(
      adminAnnouncementApi.put,
      { body: { id, version: 1, ...fields, title: "第二个标题" } },
      { token },
    );
    await upstream.call(
      adminAnnouncementApi.put,
      { body: { id, version: 2, ...fields, title: "第三个标题" } },
      { token },
    );
    const rows = async () => (await upstream.call(auditApi.list, { query: {} }, { token })).list;
    const [third, second] = await rows();
    expect(await codeOf(upstream.call(auditApi.undo, { body: { id: second?.id ?? 0 } }, { token }))).toBe("CONFLICT");
    await upstream.call(auditApi.undo, { body: { id: third?.id ?? 0, reason: "写错了" } }, { token });
    expect((await upstream.call(announcementApi.get, { params: { id } })).title).toBe("第二个标题");
    expect(await codeOf(upstream.call(auditApi.undo, { body: { id: third?.id ?? 0 } }, { token }))).toBe("CONFLICT");
    const [undo] = await rows();
    expect(undo).toMatchObject({ action: "announcement.put.undo", undoOf: third?.id, reason: "写错了" });
  });

  test("stay unchanged by a dry run, which says what would be done", async () => {
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const { asStaff } = await import("#upstream/command-line/as-staff");
    const [owner] = await upstream.services.db.selectFrom("staff").selectAll().execute();
    const made = await asStaff(upstream.program, { userId: owner?.user_id ?? 0, dryRun: true }, (caller) =>
      caller(adminAnnouncementApi.add, { body: fields }),
    );
    expect(made).toEqual({ id: expect.any(Number) });
    expect((await upstream.call(adminAnnouncementApi.list, { query: {} }, { token })).total).toBe(0);
    expect((await upstream.call(auditApi.list, { query: {} }, { token })).total).toBe(0);
    expect(
      await upstream.services.db.selectFrom("sessions").select("device").where("device", "=", "命令行").execute(),
    ).toEqual([]);
  });
});

describe("the log", () => {
  const write = async (times: number) => {
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const add = (n: number) =>
      upstream.call(adminAnnouncementApi.add, { body: { title: `公告第${n}号`, content: "正文" } }, { token });
    await Promise.all(Array.from({ length: times }, (_, n) => add(n)));
    return token;
  };

  test("is a valid hash chain, also when many write at once", async () => {
    const token = await write(8);
    expect(await upstream.call(auditApi.verify, {}, { token })).toEqual({ broken: null });
  });

  test("reports a row that was changed, removed, or cut off at the end", async () => {
    await write(5);
    const { db } = upstream.services;
    const rows = await db.selectFrom("audit_log").selectAll().orderBy("id").execute();
    const ids = rows.map(({ id }) => id);
    await db
      .updateTable("audit_log")
      .set({ reason: "没有的事" })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    expect(await findBrokenLink(db)).toBe(ids[1]);
    await db
      .updateTable("audit_log")
      .set({ reason: "" })
      .where("id", "=", ids[1] ?? 0)
      .execute();
    expect(await findBrokenLink(db)).toBe(null);
    await db
      .deleteFrom("audit_log")
      .where("id", "=", ids[4] ?? 0)
      .execute();
    expect(await findBrokenLink(db)).toBe((ids[3] ?? 0) + 1);
    await db
      .deleteFrom("audit_log")
      .where("id", "=", ids[2] ?? 0)
      .execute();
    expect(await findBrokenLink(db)).toBe(ids[3]);
  });
});

test("production requires a real secret key, which encrypts the second factors", () => {
  expect(() => readUpstreamConfig({ APP_MODE: "production", PUBLIC_ORIGIN: "https://a.example" })).toThrow(
    /SECRET_KEY/,
  );
});

test("an account that is not staff can't reach the console", async () => {
  const token = await upstream.tokenOf(await upstream.addUser("普通会员"));
  for (const endpoint of [consoleApi.me, consoleApi.beginFactor]) {
    expect(await codeOf(upstream.call(endpoint, {}, { token }))).toBe("FORBIDDEN");
  }
});
