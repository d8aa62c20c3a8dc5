import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { Image } from "#app/contract/common";
import { zhikuContentType } from "#app/contract/zhiku/content";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import type { Chance } from "#upstream/demo/chance";
import { inParallel, putPicture } from "#upstream/demo/demo-objects";
import { daysAgo } from "#upstream/demo/demo-time";
import { drawCover } from "#upstream/demo/pictures";
import { reportPdf } from "#upstream/demo/report-pdf";
import { parseScript, type ScriptItem } from "#upstream/demo/script";
import type { ZhikuFileRow } from "#upstream/modules/zhiku/content/file-row";
import { insertContent, prepareContent } from "#upstream/modules/zhiku/content/write";
import { spreadsheet, tablesOf } from "./spreadsheet";

type DemoTopic = { categoryId: number; topic: string };
type Maker = (item: ScriptItem) => Promise<Omit<ZhikuFileRow, "key" | "bytes"> & { extension: string; data: Buffer }>;

const AT_ONCE = 4;
/** The first of this many documents of each category is recommended. */
const RECOMMENDED_EVERY = 5;

const MAKERS: Record<string, Maker> = {
  pdf: async (item) => ({
    fileName: `${item.title}.pdf`,
    contentType: "application/pdf",
    extension: "pdf",
    data: reportPdf({ title: item.title, paragraphs: [...item.body.replace(/^\|.*$/gm, "").split(/\n+/)] }),
  }),
  xlsx: async (item) => ({
    fileName: `${item.title}（数据）.xlsx`,
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    extension: "xlsx",
    data: spreadsheet(tablesOf(item.body)),
  }),
  png: async (item) => {
    const { default: sharp } = await import("sharp");
    const data = await sharp(await drawCover(item.title, "data"))
      .png()
      .toBuffer();
    return { fileName: `${item.title}（图）.png`, contentType: "image/png", extension: "png", data };
  },
};

/** Writes the documents of every `*.md` in the folder, oldest first; returns their ids. */
export async function writeDocuments(
  services: Services,
  folder: string,
  places: ReadonlyMap<string, DemoTopic>,
  chance: Chance,
): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).sort();
  const scripts = await Promise.all(
    names.map(async (name) => parseScript(await readFile(`${folder}/${name}`, "utf8"), `${folder}/${name}`)),
  );
  const items = scripts
    .flat()
    .sort((a, b) => Number(b.fields.days) - Number(a.fields.days) || (a.title < b.title ? -1 : 1));
  const now = services.clock();
  // Random values are drawn in the order of the items, because concurrent preparations end in any order.
  const times = new Map(items.map((item) => [item, daysAgo(now, Number(item.fields.days ?? 1), chance)]));
  const prepared = await inParallel(items, AT_ONCE, async (item) => {
    const place = places.get(item.fields.sub ?? "");
    if (!place) throw new Error(`${item.title}: no category ${item.fields.sub}`);
    const [, abstract = "", content = item.body] = /^摘要：(.*)\n([\s\S]*)$/.exec(item.body) ?? [];
    return prepareContent(services, {
      categoryId: place.categoryId,
      type: zhikuContentType.parse(item.fields.type),
      title: item.title,
      abstract,
      content: content.trim(),
      source: item.fields.source ?? "",
      cover: item.fields.type === "report" ? await coverOf(services, item.title, place.topic) : null,
      trial: item.fields.trial !== undefined,
      recommended: items.indexOf(item) % RECOMMENDED_EVERY === 0,
      document: item.fields.document ? await putFile(services, item, item.fields.document) : null,
      attachments: await Promise.all(kindsOf(item).map((kind) => putFile(services, item, kind))),
      createdAt: times.get(item) ?? now.toISOString(),
    });
  });
  const ids: number[] = [];
  for (const one of prepared) ids.push((await transact(services.db, (trx) => insertContent(trx, services, one))).id);
  return ids;
}

/** Reports have their own covers; other documents show their type. */
const coverOf = async (services: Services, title: string, topic: string): Promise<Image> =>
  putPicture(services, `demo/zhiku/${hashOf(title)}.webp`, await drawCover(title, topic), title);

/** Attachments of a document, without its original. */
const kindsOf = ({ fields: { files = "", document } }: ScriptItem): string[] =>
  files.split(",").filter((kind) => kind && kind !== document);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Creates a file from the document's own text and stores it privately. */
async function putFile({ objects }: Services, item: ScriptItem, kind: string): Promise<ZhikuFileRow> {
  const maker = MAKERS[kind];
  if (!maker) throw new Error(`${item.title}: no files of kind ${kind}`);
  const { extension, data, fileName, contentType } = await maker(item);
  const key = `zhiku/demo/${hashOf(`${kind} ${item.title}`)}.${extension}`;
  await objects.put(key, data, contentType);
  return { key, fileName, contentType, bytes: data.length };
}
