import type { Image } from "#app/contract/common";
import { type ZhikuConfigImage, zhikuConfigApi } from "#app/contract/zhiku/config";
import type { Services } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { fromJson } from "#upstream/db/schema/columns";
import { readSiteTexts } from "#upstream/modules/config/site-texts";

/** Keys of zhiku's texts among the site's. */
const TEXT_KEYS = /^zhiku[A-Z]/;

export const zhikuConfig = implement(zhikuConfigApi, {
  async image({ query }, call) {
    return (await images(call)).find(({ key }) => key === query.key) ?? null;
  },

  async imageList({ query }, call) {
    const wanted = keysOf(query.keys);
    const all = await images(call);
    return wanted ? all.filter(({ key }) => wanted.includes(key)) : all;
  },

  async text({ query: { key } }, call) {
    return TEXT_KEYS.test(key) ? ((await readSiteTexts(call, [key]))[key] ?? null) : null;
  },

  async textList({ query }, call) {
    const texts = await readSiteTexts(call, keysOf(query.keys));
    return Object.fromEntries(Object.entries(texts).filter(([key]) => TEXT_KEYS.test(key)));
  },
});

const keysOf = (keys: string | undefined): string[] | undefined =>
  keys
    ?.split(",")
    .map((key) => key.trim())
    .filter(Boolean);

function images(services: Services): Promise<ZhikuConfigImage[]> {
  return services.cached("zhiku/images", ["config"], async () => {
    const rows = await services.db
      .selectFrom("zhiku_images")
      .select(["key", "title", "href", "image"])
      .orderBy("key")
      .orderBy("position")
      .execute();
    return rows.map((row) => ({ ...row, image: fromJson<Image>(row.image) }));
  });
}
