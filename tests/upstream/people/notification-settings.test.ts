import { afterAll, beforeAll, expect, it } from "vitest";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let upstream: TestUpstream;
let alice: number;
let bob: number;
let article: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  alice = await upstream.addUser("林致远");
  bob = await upstream.addUser("周小雨");
  article = await createWriter(upstream).article({ authorId: alice });
});
afterAll(() => upstream.close());

const want = (wanted: readonly string[]) =>
  upstream.call(notificationSettingsApi.put, { body: { wanted: [...wanted] as never } }, { as: alice });
const told = async () =>
  (
    await upstream.services.db.selectFrom("news").select("verb").where("user_id", "=", alice).orderBy("id").execute()
  ).map(({ verb }) => verb);

it("everything is notified until the receiver turns it off, and again once they turn it on", async () => {
  const { wanted } = await upstream.call(notificationSettingsApi.get, {}, { as: alice });
  expect(wanted).toEqual(["comment", "answer", "mention", "like", "favorite", "follow"]);
  expect(await want(["comment", "follow"])).toMatchObject({ wanted: ["comment", "follow"] });
  await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: bob });
  await upstream.call(followApi.add, { body: { userId: alice } }, { as: bob });
  expect(await told()).toEqual(["follow"]);
  expect((await upstream.call(notificationSettingsApi.get, {}, { as: bob })).wanted).toEqual(wanted);
  await want(wanted);
  await upstream.call(likeApi.cancel, { body: { targetKind: "article", targetId: article } }, { as: bob });
  await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: bob });
  expect((await told()).sort()).toEqual(["follow", "like"]);
  await expect(want(["system"])).rejects.toThrow("INVALID_PARAMS");
});

it("a comment that concerns somebody in several ways is notified once, as the first of these that they want", async () => {
  const write = createWriter(upstream);
  const place = { targetKind: "article", targetId: await write.article({ authorId: alice }) } as const;
  const own = await write.comment({ authorId: alice, ...place });
  const since = async () => (await told()).slice(before);
  const before = (await told()).length;
  const comment = () => write.comment({ authorId: bob, ...place, replyToId: own, text: "@林致远 这里请你看" });
  await want(["comment", "mention"]);
  await comment();
  expect(await since()).toEqual(["reply"]);
  await want(["mention"]);
  await comment();
  expect(await since()).toEqual(["reply", "mention"]);
  await write.comment({ authorId: bob, ...place, text: "@林致远 也请看这里" });
  expect(await since()).toEqual(["reply", "mention", "mention"]);
  await want(["follow"]);
  await comment();
  expect(await since()).toHaveLength(3);
});
