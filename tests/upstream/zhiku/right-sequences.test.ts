import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { DAY } from "#runtime/time-units";
import type { CallError } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { transact } from "#upstream/db/transact";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { readTree } from "#upstream/modules/zhiku/category/tree";
import { endRightOfOrder, grantRight } from "#upstream/modules/zhiku/rights/grant";
import { createShop, type Shop } from "./order-world";

/** RIGHT_SEQUENCES=2000 for the full test. */
const SEQUENCES = Number(process.env.RIGHT_SEQUENCES ?? 60);
/** Timeout per sequence in milliseconds on a busy machine. */
const PATIENCE = 1_000;

let shop: Shop;
let owner: number;
beforeAll(async () => {
  shop = await createShop();
  owner = await addStaff(shop.upstream, "owner");
});
afterAll(() => shop.upstream.close());

const SCOPES = ["all", "growth", "retention", "finance"] as const;
type Event =
  | { kind: "buy" | "redeem" | "give" | "give-until"; scope: (typeof SCOPES)[number]; days: number }
  | { kind: "refund" | "revoke" | "undo"; which: number }
  | { kind: "wait"; days: number };

const scope = fc.constantFrom(...SCOPES);
const days = fc.integer({ min: 1, max: 60 });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("buy" as const, "redeem" as const), scope, days }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("give" as const, "give-until" as const), scope, days }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("refund" as const, "revoke" as const, "undo" as const),
      which: fc.nat(20),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 30 }) }) },
);

/** Token of the owner: the clock advances past the end of earlier ones. */
const verified = () => staffToken(shop.upstream, owner);

const rowsOf = (userId: number) =>
  shop.upstream.services.db
    .selectFrom("zhiku_rights")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("from_at")
    .orderBy("id")
    .execute();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const at = (time: string): number => Date.parse(time);
const now = (): number => shop.now().getTime();
/** Milliseconds that a right still has to run. */
const leftOf = (row: Row): number => Math.max(0, at(row.until_at) - Math.max(now(), at(row.from_at)));
const isUnended = (row: Row): boolean => leftOf(row) > 0;

/** Whether a call succeeds; if not, it was refused for this reason. */
const done = (call: Promise<unknown>, refusal: string): Promise<boolean> =>
  call.then(
    () => true,
    (error: CallError) => {
      expect(error.code).toBe(refusal);
      return false;
    },
  );

/** A member's paid and given days, as they should be. */
class Member {
  /** Milliseconds left of each right that has not been ended. */
  private readonly left = new Map<number, number>();
  private readonly log: number[] = [];
  private orders = 0;
  /** Milliseconds read with paid days. */
  private used = 0;

  constructor(readonly id: number) {}

  async run(happening: Event): Promise<void> {
    const { upstream } = shop;
    if (happening.kind === "wait") return this.wait(happening.days);
    const before = (await rowsOf(this.id)).filter(isUnended);
    switch (happening.kind) {
      case "buy":
      case "redeem": {
        this.orders += 1;
        const bought = {
          userId: this.id,
          categoryId: categoryOf(happening.scope),
          days: happening.days,
          source: happening.kind === "buy" ? ("order" as const) : ("redeem" as const),
          orderId: this.id * 1000 + this.orders,
        };
        const { id } = await transact(upstream.services.db, (trx) => grantRight(trx, upstream.services, bought));
        this.left.set(id, happening.days * DAY);
        break;
      }
      case "give":
      case "give-until": {
        const ending = new Date(now() + happening.days * DAY).toISOString().slice(0, 10);
        const until = happening.kind === "give-until" ? ending : null;
        const body = {
          people: String(this.id),
          categoryId: categoryOf(happening.scope),
          days: until ? null : happening.days,
          until,
          reason: "送的",
        };
        const token = await verified();
        if (await done(upstream.call(adminRightApi.grant, { body }, { token }), "INVALID_PARAMS"))
          await this.noteLogged();
        break;
      }
      case "refund": {
        const bought = before.filter(({ source, order_id }) => source === "order" && order_id !== null);
        const row = bought[happening.which % Math.max(1, bought.length)];
        if (!row) return;
        await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, row.order_id ?? 0));
        this.left.delete(row.id);
        break;
      }
      case "revoke": {
        const row = before[happening.which % Math.max(1, before.length)];
        if (!row) return;
        const body = { ids: [row.id], reason: "发错了人" };
        await upstream.call(adminRightApi.revoke, { body }, { token: await verified() });
        this.left.delete(row.id);
        await this.noteLogged();
        break;
      }
      case "undo": {
        const id = this.log[happening.which % Math.max(1, this.log.length)];
        if (id === undefined) return;
        const token = await verified();
        if (!(await done(upstream.call(auditApi.undo, { body: { id } }, { token }), "CONFLICT"))) return;
        // What a revocation took is back, with the time that has passed meanwhile.
        const unended = (await rowsOf(this.id)).filter(isUnended);
        for (const row of unended) if (row.source !== "operator") this.left.set(row.id, leftOf(row));
        break;
      }
    }
  }

  private async wait(days: number): Promise<void> {
    const from = now();
    shop.wait(days * DAY);
    for (const row of await rowsOf(this.id)) {
      const ran = Math.min(now(), at(row.until_at)) - Math.max(from, at(row.from_at));
      const left = this.left.get(row.id);
      if (left === undefined || ran <= 0) continue;
      this.left.set(row.id, left - ran);
      this.used += ran;
    }
  }

  private async noteLogged(): Promise<void> {
    const { list } = await shop.upstream.call(auditApi.list, { query: {} }, { token: await verified() });
    this.log.push(list[0]?.id ?? 0);
  }

  async check(story: string): Promise<void> {
    const rows = await rowsOf(this.id);
    const opensAll = (await readTree(shop.upstream.services.db)).opensAll;
    const shown = rows.map((row) => [row.id, row.category_id, row.source, row.from_at, row.until_at].join(" "));
    const context = `${story}\nnow ${shop.now().toISOString()}\n${shown.join("\n")}`;
    for (const row of rows) {
      const left = this.left.get(row.id);
      if (left !== undefined) expect(leftOf(row), `days left of ${row.id}: ${context}`).toBe(left);
    }
    const unended = rows.filter(isUnended);
    for (const row of unended) {
      const opening = unended.filter((one) => one.id !== row.id && opensAll(one.category_id, row.category_id));
      if (row.source !== "operator") {
        const beside = opening.filter((one) => one.from_at < row.until_at && one.until_at > row.from_at);
        expect(
          beside.map(({ id }) => id),
          `run beside ${row.id}: ${context}`,
        ).toEqual([]);
      }
      // Nobody waits for nothing.
      if (at(row.from_at) > now())
        expect(
          opening.some((one) => one.until_at === row.from_at),
          `before ${row.id}: ${context}`,
        ).toBe(true);
    }
  }

  /** Takes over another member's rights, as when two accounts of one person are merged. */
  async absorb(other: Member): Promise<void> {
    const paid = (await rowsOf(other.id)).filter((row) => isUnended(row) && other.left.has(row.id));
    await transact(shop.upstream.services.db, (trx) =>
      mergePeople(trx, shop.upstream.services, { from: other.id, into: this.id }),
    );
    for (const row of paid) this.left.set(row.id, leftOf(row));
  }

  /** Checks that time read with paid days stays in the member's list. */
  async checkHistory(story: string): Promise<void> {
    const rows = (await rowsOf(this.id)).filter(({ source }) => source !== "operator");
    const ran = rows.map((row) => Math.max(0, Math.min(now(), at(row.until_at)) - at(row.from_at)));
    expect(
      ran.reduce((sum, one) => sum + one, 0),
      story,
    ).toBe(this.used);
  }
}

const categoryOf = (scope: (typeof SCOPES)[number]): number | null => (scope === "all" ? null : shop.categories[scope]);

test(
  `${SEQUENCES} sequences of purchases, codes, gifts, refunds, revocations, undos and merges lose and win no paid days`,
  async () => {
    const sequence = fc.array(event, { minLength: 4, maxLength: 12 });
    let former: Member | undefined;
    for (const [index, happenings] of fc.sample(sequence, { numRuns: SEQUENCES, seed: 7 }).entries()) {
      await shop.upstream.services.db.deleteFrom("rate_limits").execute();
      const member = new Member(await shop.upstream.addUser(`第${index}人`));
      let story = "";
      let undone = false;
      for (const happening of happenings) {
        story += ` ${JSON.stringify(happening)}`;
        await member.run(happening);
        await member.check(story);
        undone ||= happening.kind === "undo";
      }
      if (!undone) await member.checkHistory(story);
      if (former) await member.absorb(former);
      await member.check(`${story} and a merge`);
      former = index % 2 === 0 ? member : undefined;
    }
  },
  30_000 + SEQUENCES * PATIENCE,
);
