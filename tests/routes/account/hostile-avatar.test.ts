import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hostileFiles, PAYLOAD } from "#tests/fixtures/hostile-files";
import { createWorld, type Reader, type World } from "#tests/world/world";

const PROFILE = "/account/profile";
/** Except those with a false length, which a form can't send. */
const FILES = (await hostileFiles()).filter(({ bytes, announced }) => bytes.length > 0 && announced === undefined);
/** Browsers' forms convert the type to lower case. */
const IS_PICTURE = /^image\/[a-z]+$/i;

let world: World;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());
beforeEach(() => world.upstream.services.db.deleteFrom("rate_limits").execute());

const avatar = async () =>
  (
    await world.upstream.services.db
      .selectFrom("users")
      .select("avatar")
      .where("id", "=", world.seed.alice)
      .executeTakeFirstOrThrow()
  ).avatar;

async function send(bytes: Uint8Array<ArrayBuffer>, contentType: string, fileName: string) {
  const form = new FormData();
  form.set("intent", "avatar");
  form.set("avatar", new File([bytes], fileName, { type: contentType }));
  return member.submit(PROFILE, form);
}

describe.each(FILES.map((file) => [file.name, file] as const))("%s, sent as a picture of oneself", (name, file) => {
  const kept = IS_PICTURE.test(file.contentType) && (file.end === "kept" || name === "a type in capitals");
  test(kept ? "is kept as what is seen of it" : "is refused at its field", async () => {
    const before = await avatar();
    const answer = await send(new Uint8Array(file.bytes), file.contentType, file.fileName ?? "我.png");
    const after = await avatar();
    if (!kept) {
      expect(answer.status).toBe(422);
      expect(answer.text).toMatch(
        /class="avatar-form"(?:(?!<\/form>).)*field__error[^>]*>.{0,400}?[\p{Script=Han}]{4}/su,
      );
      expect(answer.text).not.toContain(PAYLOAD);
      return expect(after).toBe(before);
    }
    expect(answer.location).toBe(PROFILE);
    expect(after).not.toBe(before);
    const shown = await world.upstream.program.fetch(new Request(new URL(after, "http://upstream.test")));
    expect(shown.headers.get("content-type")).toMatch(/^image\/(?:png|jpeg|webp|gif)$/);
    const bytes = Buffer.from(await shown.arrayBuffer());
    for (const words of [PAYLOAD, "payload-7f3a", "Exif", "xmpmeta"]) expect(bytes.includes(words), words).toBe(false);
  });
});
