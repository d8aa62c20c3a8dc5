import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import type { Chance } from "#upstream/demo/chance";
import { inParallel, putPicture } from "#upstream/demo/demo-objects";
import type { People } from "#upstream/demo/people";
import { drawCover } from "#upstream/demo/pictures";
import { prepareSiteText, setSiteTexts } from "#upstream/modules/config/site-texts";
import { createCategory, prepareRightsText, setRightsTexts } from "#upstream/modules/zhiku/category/write";
import { setZhikuImages } from "#upstream/modules/zhiku/config/write";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { writeDocuments } from "./zhiku-documents";
import { createReaders } from "./zhiku-readers";

type Picture = { topic: string; seed: string };
type Named = { slug: string; name: string; description: string };
type Description = {
  categories: (Named & { picture: Picture; children: Named[] })[];
  offers: { name: string; description: string; category: string | null; price: number; days: number }[];
  rightsTexts: { category: string | null; title: string; content: string }[];
  texts: Record<string, string>;
  images: { key: string; title: string; href?: string; document?: string; picture: Picture }[];
};
type DemoTopic = { categoryId: number; topic: string };

const FOLDER = "upstream/demo/zhiku/content";
const AT_ONCE = 4;
/** Pages with headings and paragraphs; the others are one line per entry. */
const PAGES = new Set(["zhikuHelp"]);

/** Fills the knowledge base of an empty database: categories, documents with files, offers, readers in each state. */
export async function fillZhiku(services: Services, people: People, chance: Chance): Promise<{ documents: number }> {
  const described = parse(await readFile(`${FOLDER}/zhiku.yaml`, "utf8")) as Description;
  const places = await createCategories(services, described);
  await placeTexts(services, described, places);
  await transact(services.db, async (trx) => {
    for (const [position, { category, ...offer }] of described.offers.entries()) {
      const categoryId = category === null ? null : idOf(places, category);
      await createOffer(trx, { ...offer, categoryId, position, onSale: true });
    }
  });
  const ids = await writeDocuments(services, FOLDER, places, chance);
  await placeImages(services, described);
  await createReaders(services, people, { documents: ids, category: (slug) => idOf(places, slug), chance });
  return { documents: ids.length };
}

async function createCategories(services: Services, { categories }: Description): Promise<Map<string, DemoTopic>> {
  const covers = await inParallel(categories, AT_ONCE, ({ slug, name, picture }) =>
    draw(services, `cover-${slug}`, picture, name),
  );
  const places = new Map<string, DemoTopic>();
  await transact(services.db, async (trx) => {
    for (const [position, { children, picture, ...top }] of categories.entries()) {
      const cover = covers[position] as Image;
      const { id } = await createCategory(trx, { ...top, parentId: null, cover, banner: cover, position });
      places.set(top.slug, { categoryId: id, topic: picture.topic });
      for (const [at, child] of children.entries()) {
        const below = await createCategory(trx, { ...child, parentId: id, cover, banner: null, position: at });
        places.set(child.slug, { categoryId: below.id, topic: picture.topic });
      }
    }
  });
  return places;
}

async function placeTexts(services: Services, described: Description, places: Map<string, DemoTopic>): Promise<void> {
  const texts = await Promise.all(
    Object.entries(described.texts).map(([key, content]) =>
      prepareSiteText(services, { key, content, kind: PAGES.has(key) ? "page" : "short" }),
    ),
  );
  const rights = await Promise.all(
    described.rightsTexts.map(({ category, ...text }) =>
      prepareRightsText(services, { ...text, categoryId: category === null ? null : idOf(places, category) }),
    ),
  );
  await transact(services.db, async (trx) => {
    await setSiteTexts(trx, texts);
    await setRightsTexts(trx, rights);
  });
}

async function placeImages(services: Services, { images }: Description): Promise<void> {
  const { db } = services;
  const rows = await db.selectFrom("zhiku_contents").select(["id", "title"]).execute();
  const documents = new Map(rows.map(({ id, title }) => [title, id]));
  const placed = await inParallel(images, AT_ONCE, async ({ key, title, href = "", document, picture }) => {
    if (document && !documents.has(document)) throw new Error(`no document ${document}`);
    return {
      key,
      title,
      href: document ? `/zhiku/article/${documents.get(document)}` : href,
      image: await draw(services, picture.seed, picture, title),
    };
  });
  await transact(db, (trx) => setZhikuImages(trx, placed));
}

const draw = async (services: Services, name: string, { topic, seed }: Picture, alt: string): Promise<Image> =>
  putPicture(services, `demo/zhiku/${name}.webp`, await drawCover(seed, topic), alt);

/** @throws Error for a category that is not in the settings */
function idOf(places: ReadonlyMap<string, DemoTopic>, slug: string): number {
  const place = places.get(slug);
  if (!place) throw new Error(`no category ${slug}`);
  return place.categoryId;
}
