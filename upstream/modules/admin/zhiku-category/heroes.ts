import type { z } from "zod";
import type { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import type { Image } from "#app/contract/common";
import type { ZhikuConfigImage } from "#app/contract/zhiku/config";
import type { StaffCall } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { type Undos, undo } from "#upstream/call/undo";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { refuseStale, stateVersion } from "#upstream/modules/admin/state-version";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";
import { setZhikuImagesOf } from "#upstream/modules/zhiku/config/write";
import { changedSince } from "#upstream/policy/changed-since";
import { staffWrite } from "#upstream/policy/staff-write";

/** Key of the pictures of zhiku's home page. */
const HERO = "home-hero";

type Body = z.output<typeof adminZhikuCategoryApi.putHeroes.body>;

async function storedHeroes(db: Db): Promise<ZhikuConfigImage[]> {
  const rows = await db
    .selectFrom("zhiku_images")
    .select(["key", "title", "href", "image"])
    .where("key", "=", HERO)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({ ...row, image: fromJson<Image>(row.image) }));
}

/** Pictures of zhiku's home page. */
export async function heroesOf(db: Db) {
  const heroes = await storedHeroes(db);
  return {
    heroes: heroes.map(({ title, href, image }) => ({ title, href, picture: image.url })),
    version: stateVersion(heroes),
  };
}

/** Changes them. @throws BusinessError CONFLICT if they were changed since, INVALID_PARAMS by field */
export async function changeHeroes(call: StaffCall, { heroes: wanted, version }: Body): Promise<{ version: string }> {
  const held = (await storedHeroes(call.db)).map(({ image }) => image);
  const heroes: ZhikuConfigImage[] = [];
  for (const [at, { title, href, picture }] of wanted.entries()) {
    const image = await chosenPicture(call, picture, { held, field: `heroes.${at}.picture`, alt: title });
    if (!image) throw invalid({ [`heroes.${at}.picture`]: "请选择一张图片" });
    heroes.push({ key: HERO, title, href, image });
  }
  return staffWrite(call, async (trx, note) => {
    const before = await storedHeroes(trx);
    refuseStale(before, version);
    await setZhikuImagesOf(trx, HERO, heroes);
    note({ action: "zhiku-hero.put", kind: "zhiku-hero", target: HERO, before, after: heroes });
    return { version: stateVersion(heroes) };
  });
}

/** Undos of changes of these pictures. */
export const HERO_UNDOS: Undos = {
  "zhiku-hero.put": undo<ZhikuConfigImage[], ZhikuConfigImage[]>(async (trx, _, { before, after }) => {
    if (stateVersion(await storedHeroes(trx)) !== stateVersion(after)) {
      throw changedSince();
    }
    await setZhikuImagesOf(trx, HERO, before);
  }),
};
