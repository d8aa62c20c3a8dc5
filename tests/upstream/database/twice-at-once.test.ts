import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import type { CallInput, Endpoint } from "#app/contract/endpoint";
import { accountApi } from "#app/contract/people/account";
import { userApi } from "#app/contract/people/user";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { ACCESS } from "#tests/contract/access";
import { type AccessWorld, createAccessWorld, SECRETS } from "#tests/contract/access-world";
import { sampleInput } from "#tests/contract/sample-input";
import { CONTENT_SAMPLES } from "#tests/upstream/admin/undo-samples/content-samples";
import { PEOPLE_SAMPLES } from "#tests/upstream/admin/undo-samples/people-samples";
import { SITE_SAMPLES } from "#tests/upstream/admin/undo-samples/site-samples";
import { createUndoWorld, type UndoSample } from "#tests/upstream/admin/undo-samples/undo-world";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import type { TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { PG_SERVER } from "#tests/upstream/support/pg-server";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { endpointRows } from "#upstream/endpoint-table";
import { LIMITS } from "#upstream/policy/limits";

/** Way in which the same call is sent twice. */
type Way = "one after the other" | "at once";
/** Result of two calls: their codes, and the number of added rows per table. */
type Outcome = { codes: string[]; rows: Record<string, number> };

async function twice({ services }: TestUpstream, way: Way, send: () => Promise<unknown>): Promise<Outcome> {
  const before = await countRows(services);
  const code = () => codeOf(send());
  const codes = way === "at once" ? await Promise.all([code(), code()]) : [await code(), await code()];
  const after = await countRows(services);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  return { codes, rows: Object.fromEntries(changed.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])) };
}

async function countRows({ db }: TestUpstream["services"]): Promise<Record<string, number>> {
  const state = Object.entries(await databaseState(db));
  return Object.fromEntries(state.map(([table, rows]) => [table, (JSON.parse(rows) as unknown[]).length]));
}

/**
 * Compares the results of all calls in both ways; which of two comes first, and therefore the other's reply, is left
 * open.
 */
async function compare(run: (way: Way) => Promise<Map<string, Outcome>>): Promise<void> {
  const wanted = await run("one after the other");
  const found = await run("at once");
  expect(found.size).toBe(wanted.size);
  for (const [name, { codes, rows }] of found) {
    expect.soft(rows, name).toEqual(wanted.get(name)?.rows);
    for (const code of codes) expect.soft(code, name).not.toMatch(/^HTTP/);
    expect.soft(codes.includes("SUCCESS"), `${name}: ${codes}`).toBe(wanted.get(name)?.codes.includes("SUCCESS"));
  }
}

type Sent<E extends Endpoint> = { endpoint: E; input: (world: AccessWorld) => Promise<CallInput<E>> };
const sent = <E extends Endpoint>(endpoint: E, input: Sent<E>["input"]) =>
  ({ endpoint, input }) as unknown as Sent<Endpoint>;
const ownCode = async (world: AccessWorld, purpose: Parameters<typeof sentCode>[2]) =>
  sentCode(world.upstream, SECRETS.phone, purpose, { token: (await world.tokenOf("owner")) ?? "" });

/** Members' calls with a refused sample, in a valid form; closing the account is the last. */
const PROVED: Record<string, Sent<Endpoint>> = {
  favorite: sent(zhikuFavoritesApi.add, async ({ seed }) => ({ body: { contentId: seed.zhikuContent } })),
  order: sent(zhikuOrderApi.create, async ({ seed }) => ({
    body: { channel: "native" as const, offerId: seed.offer, requestId: randomUUID() },
  })),
  proof: sent(accountApi.prove, async (world) => ({ body: { code: await ownCode(world, "change-weixin") } })),
  password: sent(userApi.updatePwd, async (world) => ({
    body: { code: await ownCode(world, "change-password"), newPassword: "很长的一个密码-2026" },
  })),
  close: sent(accountApi.close, async (world) => ({ body: { code: await ownCode(world, "close-account") } })),
};

test("a call sent twice concurrently has the same effect as sent twice in a row", { timeout: 120_000 }, async () => {
  const calls: [name: string, Sent<Endpoint>][] = endpointRows()
    .filter(
      ({ name, method, auth, implemented }) => method !== "GET" && auth !== "staff" && implemented && ACCESS[name],
    )
    .map(({ name, endpoint }) => {
      const input = async (world: AccessWorld) => ({
        ...sampleInput(endpoint),
        ...(await ACCESS[name]?.input?.(world)),
      });
      return [name, { endpoint, input } as Sent<Endpoint>];
    });
  await compare(async (way) => {
    const world = await createAccessWorld();
    const outcomes = new Map<string, Outcome>();
    for (const [name, { endpoint, input }] of [...calls, ...Object.entries(PROVED)]) {
      await world.forgetLimits();
      const prepared = await input(world);
      const token = await world.tokenOf("owner");
      outcomes.set(name, await twice(world.upstream, way, () => world.upstream.call(endpoint, prepared, { token })));
    }
    for (const name of Object.keys(PROVED)) expect(outcomes.get(name)?.codes, name).toContain("SUCCESS");
    await world.close();
    return outcomes;
  });
});

// On SQLite they are sequential anyway.
test.skipIf(!PG_SERVER)(
  "two identical concurrent staff writes have the effect of one after the other",
  { timeout: 240_000 },
  async () => {
    const samples: Record<string, UndoSample> = { ...SITE_SAMPLES, ...CONTENT_SAMPLES, ...PEOPLE_SAMPLES };
    // The published version is pending, which blocks others; the withdrawn one does not.
    const last = "agreement.publish";
    const actions = [
      ...Object.keys(samples)
        .filter((action) => action !== last)
        .sort(),
      last,
    ];
    await compare(async (way) => {
      const world = await createUndoWorld();
      const outcomes = new Map<string, Outcome>();
      for (const action of actions) {
        await world.pass();
        const write = (await samples[action]?.prepare(world)) ?? (async () => {});
        await world.pass();
        outcomes.set(action, await twice(world.upstream, way, write));
      }
      await expectConsistent(world.upstream.services.db);
      await world.close();
      return outcomes;
    });
  },
);

describe("limits", () => {
  test("apply to many concurrent calls", async () => {
    const world = await createAccessWorld();
    const token = await world.tokenOf("owner");
    const body = { targetKind: "article", targetId: world.seed.article, text: "说得好" } as const;
    const comments = Array.from({ length: 50 }, () => codeOf(world.upstream.call(commentApi.add, { body }, { token })));
    const passed = (await Promise.all(comments)).filter((code) => code !== "RATE_LIMITED");
    expect(passed).toEqual(Array.from({ length: LIMITS.commentMinute.max }, () => "SUCCESS"));
    await world.close();
  });
});
