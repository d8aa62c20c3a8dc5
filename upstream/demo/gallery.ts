import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Chance } from "./chance";
import { inParallel, putPicture } from "./demo-objects";
import { drawCover, drawPicture } from "./pictures";
import type { ScriptItem } from "./script";

const COVERS_A_TOPIC = 3;
const AT_ONCE = 4;

/** The pictures of the demo world, drawn before the texts that show them are rendered. */
export type Gallery = {
  /** A Markdown text with its `demo:name` pictures pointing at the drawn ones. */
  fillIn(markdown: string): string;
  cover(topic: string, alt: string, chance: Chance): Image | null;
};

/** Draws every picture that the items name, and some covers for each of their topics. */
export async function drawGallery(services: Services, items: readonly ScriptItem[]): Promise<Gallery> {
  const names = new Set<string>();
  const topics = new Set<string>(["activity"]);
  const look = (item: ScriptItem) => {
    for (const [, name = ""] of item.body.matchAll(/\(demo:([\w-]+)\)/g)) names.add(name);
    if (item.fields.class) topics.add(item.fields.class);
    item.answers.forEach(look);
  };
  items.forEach(look);
  const drawn = await inParallel([...names], AT_ONCE, async (name) => {
    const image = await putPicture(services, `demo/content/${name}.webp`, await drawPicture(name), name);
    return [name, image] as const;
  });
  const wanted = [...topics].flatMap((topic) => Array.from({ length: COVERS_A_TOPIC }, (_, n) => ({ topic, n })));
  const coverList = await inParallel(wanted, AT_ONCE, async ({ topic, n }) => ({
    topic,
    image: await putPicture(services, `demo/cover/${topic}-${n}.webp`, await drawCover(`${topic}-${n}`, topic), ""),
  }));
  const pictures = new Map(drawn);
  return {
    fillIn: (markdown) =>
      markdown.replace(/\(demo:([\w-]+)\)/g, (whole, name: string) => {
        const picture = pictures.get(name);
        return picture ? `(${picture.url})` : whole;
      }),
    cover(topic, alt, chance) {
      const fitting = coverList.filter((one) => one.topic === topic);
      return fitting.length ? { ...chance.pick(fitting).image, alt } : null;
    },
  };
}
