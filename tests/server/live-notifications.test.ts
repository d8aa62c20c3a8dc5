import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { notificationApi } from "#app/contract/notification/notification";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { createLiveTabs } from "#server/live-tabs";
import { createWorld, type World } from "#tests/world/world";
import { hashToken } from "#upstream/db/token-hash";
import { type Served, serveWorld } from "./serve-world";

const PATH = "/live/notifications";
let world: World;
let served: Served;
let memberId: number;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
  memberId = world.seed.alice;
  token = await world.upstream.tokenOf(memberId);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const listen = (cookie: string | null) => served.get(PATH, cookie === null ? {} : { cookie: `token=${cookie}` });

describe("the stream of notifications admits", () => {
  test.each([
    ["a visitor", null],
    ["somebody with an old token", "x".repeat(43)],
  ])("not %s, whose browser then stops trying", async (_, cookie) => {
    const answer = await listen(cookie);
    expect(answer.status).toBe(204);
  });

  test("a member, who is told at once how many there are", async () => {
    const answer = await listen(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 5000\ndata: \{"total":\d+\}\n\n$/);
    await reader?.cancel();
  });

  test("not more than eight tabs of one person", async () => {
    const tabs = await Promise.all(Array.from({ length: 8 }, () => listen(token)));
    expect(tabs.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await listen(token)).status).toBe(503);
    await Promise.all(tabs.map(({ body }) => body?.cancel()));
  });
});

/** Reads events until one has this `total`. */
async function heard(answer: Response, total: number): Promise<boolean> {
  const reader = answer.body?.getReader();
  for (let text = ""; reader; ) {
    const { value, done } = await reader.read();
    if (done) return false;
    text += new TextDecoder().decode(value);
    if (text.includes(`data: {"total":${total}}\n\n`)) {
      await reader.cancel();
      return true;
    }
  }
  return false;
}

describe("an open tab", () => {
  const unread = async () => (await world.upstream.call(notificationApi.unreadCount, {}, { as: memberId })).total;

  test("is told of a comment, and when everything was read", async () => {
    const before = await unread();
    const tab = await listen(token);
    const place = { targetKind: "article" as const, targetId: world.seed.article };
    await world.write.comment({ authorId: world.seed.bob, ...place, text: "请看这里" });
    expect(await heard(tab, before + 1)).toBe(true);
    const another = await listen(token);
    await world.upstream.call(notificationApi.readAll, { body: {} }, { as: memberId });
    expect(await heard(another, 0)).toBe(true);
  });

  test("polls where event streams are unavailable", async () => {
    const answer = await served.get(PATH, { cookie: `token=${token}`, accept: "application/json" });
    expect(await answer.json()).toEqual({ total: await unread() });
  });

  test("of somebody who logged out elsewhere is closed", async () => {
    const other = await world.upstream.tokenOf(memberId);
    const tab = await listen(other);
    await world.upstream.services.db.deleteFrom("sessions").where("token_hash", "=", hashToken(other)).execute();
    const place = { targetKind: "article" as const, targetId: world.seed.article };
    await world.write.comment({ authorId: world.seed.bob, ...place, text: "再看这里" });
    expect(await heard(tab, -1)).toBe(false);
  });
});

describe("a tab whose browser reads nothing, so that its connection does not close", () => {
  /** Opens a tab on a connection without a browser. */
  function openTab(ask: () => Promise<{ total: number; nextAt: null }>) {
    const tabs = createLiveTabs(() => null);
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const failed = vi.fn();
    tabs.add({ userId: 1, response, ask, total: 0, seen: 0, nextAt: null });
    response.on("error", failed);
    return { tabs, response, failed };
  }
  const ended = async () => {
    throw new UpstreamError("NOT_LOGIN", "请先登录", null, "GET");
  };

  test("is sent nothing after its login has ended, nor after the process has begun to leave", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const out = openTab(ended);
    let answer: (unread: { total: number; nextAt: null }) => void = () => {};
    const left = openTab(() => new Promise((resolve) => (answer = resolve)));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([out.response.writableEnded, out.tabs.count()]).toEqual([true, 0]);
    left.tabs.leave();
    answer({ total: 1, nextAt: null });
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(out.failed).not.toHaveBeenCalled();
    expect(left.failed).not.toHaveBeenCalled();
  });

  test("ends nothing else with an error of its connection", () => {
    const { tabs, response } = openTab(ended);
    expect(response.listenerCount("error")).toBe(2);
    response.destroy(new Error("EPIPE"));
    response.emit("error", new Error("EPIPE"));
    expect(tabs.count()).toBe(0);
    tabs.leave();
  });
});
