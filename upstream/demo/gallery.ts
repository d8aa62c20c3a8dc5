import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { inParallel, putPicture } from "./demo-objects";
import { hashOf } from "./drawing/random";
import { drawCover, drawPicture } from "./pictures";
import type { ScriptItem } from "./script";

/** Number of articles out of ten with a cover. */
const COVERED_OF_TEN = 7;
/** Topics of covers for items without a classification. */
const TOPICS: Partial<Record<ScriptItem["kind"], string>> = { article: "product", case: "saas", activity: "activity" };
const AT_ONCE = 4;

/** Pictures of the demo data, drawn before the texts that show them are rendered. */
export type Gallery = {
  /** Returns a Markdown text with its `demo:name` pictures replaced by the drawn ones. */
  fillIn(markdown: string): string;
  /** The unique cover of an article, a case or an activity; null for items without one. */
  cover(item: ScriptItem): Image | null;
};

const isCovered = ({ kind, title }: ScriptItem) =>
  kind in TOPICS && (kind !== "article" || hashOf(title) % 10 < COVERED_OF_TEN);

/** Draws every picture that the items use, and their covers. */
export async function drawGallery(services: Services, items: readonly ScriptItem[]): Promise<Gallery> {
  const names = new Set<string>();
  const look = (item: ScriptItem) => {
    for (const [, name = ""] of item.body.matchAll(/\(demo:([\w-]+)\)/g)) names.add(name);
    item.answers.forEach(look);
  };
  items.forEach(look);
  const drawn = await inParallel([...names], AT_ONCE, async (name) => {
    const image = await putPicture(services, `demo/content/${name}.webp`, await drawPicture(name), name);
    return [name, image] as const;
  });
  const covers = new Map(
    await inParallel(items.filter(isCovered), AT_ONCE, async (item) => {
      const topic = item.kind === "activity" ? item.kind : (item.fields.class ?? TOPICS[item.kind] ?? item.kind);
      const name = `demo/cover/${item.kind}-${hashOf(item.title).toString(36)}.webp`;
      return [item, await putPicture(services, name, await drawCover(item.title, topic), item.title)] as const;
    }),
  );
  const pictures = new Map(drawn);
  return {
    fillIn: (markdown) =>
      markdown.replace(/\(demo:([\w-]+)\)/g, (whole, name: string) => {
        const picture = pictures.get(name);
        return picture ? `(${picture.url})` : whole;
      }),
    cover: (item) => covers.get(item) ?? null,
  };
}
