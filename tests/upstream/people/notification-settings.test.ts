import { afterAll, beforeAll, expect, it } from "vitest";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let test: TestUpstream;
let alice: number;
let bob: number;
let article: number;

beforeAll(async () => {
  test = await createTestUpstream();
  alice = await test.addUser("林致远");
  bob = await test.addUser("周小雨");
  article = await createWriter(test).article({ authorId: alice });
});
afterAll(() => test.close());

const want = (wanted: readonly string[]) =>
  test.call(notificationSettingsApi.put, { body: { wanted: [...wanted] as never } }, { as: alice });
const told = async () =>
  (await test.services.db.selectFrom("news").select("verb").where("user_id", "=", alice).execute()).map(
    ({ verb }) => verb,
  );

it("everything is notified until the receiver turns it off, and again once they turn it on", async () => {
  const { wanted } = await test.call(notificationSettingsApi.get, {}, { as: alice });
  expect(wanted).toEqual(["comment", "answer", "mention", "like", "favorite", "follow"]);
  expect(await want(["comment", "follow"])).toMatchObject({ wanted: ["comment", "follow"] });
  await test.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: bob });
  await test.call(followApi.add, { body: { userId: alice } }, { as: bob });
  expect(await told()).toEqual(["follow"]);
  expect((await test.call(notificationSettingsApi.get, {}, { as: bob })).wanted).toEqual(wanted);
  await want(wanted);
  await test.call(likeApi.cancel, { body: { targetKind: "article", targetId: article } }, { as: bob });
  await test.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: bob });
  expect((await told()).sort()).toEqual(["follow", "like"]);
  await expect(want(["system"])).rejects.toThrow("INVALID_PARAMS");
});
