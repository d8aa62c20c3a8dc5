import { sql } from "kysely";
import { createShortIds } from "#runtime/short-ids";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { STORED, storedAs } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { rewriteLinks } from "#upstream/text/link-marks";
import {
  IMPORTED_KINDS,
  type ImportedKind,
  type ImportedText,
  importedName,
  importedTexts,
  prefixOf,
} from "./imported-texts";
import { decodePart } from "./link-by-name";
import { fileHash, LINK_TO_FILE } from "./linked-files";
import type { FileNote } from "./read-sources";

type ShowingText = { kind: ImportedKind; id: number };
type Imported = ShowingText | { kind: "comment"; id: number };
/** Target of a link: the hash of a file, and a heading in it. */
type Part = { file: string; heading: string };

const LINK = new RegExp(`${LINK_TO_FILE}([\\w-]{22})(?:#([^\\s"'()<>]*))?`, "g");
const HTML_LINK = new RegExp(`<a href="(${LINK_TO_FILE}[^"]*)"([^>]*)>([\\s\\S]*?)</a>`, "g");

/**
 * Completes the links between the texts of a folder at the end of an import: each points to the page of the imported
 * text, and to the heading. Texts with open links are found by their links, so that an interrupted import continues.
 * @param from name of the folder
 */
export async function pointLinks(services: Services, from: string): Promise<FileNote[]> {
  const told: FileNote[] = [];
  let places: Map<string, Imported> | null = null;
  for (const kind of IMPORTED_KINDS) {
    for (let after = 0; ; ) {
      const texts = await importedTexts(services, { from, kind, after, words: LINK_TO_FILE });
      const last = texts.at(-1);
      if (!last) break;
      after = last.id;
      places ??= await placesOf(services.db, from);
      const addresses = await addressesIn(services, texts, places);
      await transact(services.db, async (trx) => {
        for (const text of texts) {
          const { dead, ...changed } = pointed(text, addresses);
          if (await rewrite(trx, kind, text, changed)) {
            if (dead > 0)
              told.push({ file: importedName(from, text), reason: `链接的文件没有导入，只留下文字：${dead} 处` });
          }
        }
      });
    }
  }
  return told;
}

/** Imported texts and comments of a folder, by the hash of their file. */
async function placesOf(db: Db, from: string): Promise<Map<string, Imported>> {
  const prefix = prefixOf(from);
  const rows = await db
    .selectFrom("imports")
    .select(["source", "kind", "item_id"])
    .where(sql<boolean>`substr(source, 1, ${prefix.length}) = ${prefix}`)
    .execute();
  return new Map(rows.map(({ source, kind, item_id }) => [fileHash(source), { kind, id: item_id } as Imported]));
}

type Linked = { file: string; imported: Imported };

/** Texts on whose pages linked items are shown, by file: each text itself, and for a comment the text that it is below. */
async function textsShowing(db: Db, linked: readonly Linked[]): Promise<Map<string, ShowingText>> {
  const ids = linked.flatMap(({ imported: { kind, id } }) => (kind === "comment" ? [id] : []));
  const rows = ids.length === 0 ? [] : await commentsById(db, ids);
  const targets = new Map(rows.map(({ id, target_kind, target_id }) => [id, { kind: target_kind, id: target_id }]));
  const texts = new Map<string, ShowingText>();
  for (const { file, imported } of linked) {
    const text = imported.kind === "comment" ? targets.get(imported.id) : imported;
    if (text) texts.set(file, text as ShowingText);
  }
  return texts;
}

const commentsById = (db: Db, ids: readonly number[]) =>
  db.selectFrom("comments").select(["id", "target_kind", "target_id"]).where("id", "in", ids).execute();

/** Returns a function for the URL that a link in one of these texts leads to; null if its target does not exist. */
async function addressesIn(
  { db, config }: Services,
  texts: readonly ImportedText[],
  places: ReadonlyMap<string, Imported>,
): Promise<(part: Part) => string | null> {
  const { encode } = createShortIds(config.shortIdSalt);
  const known = new Map<string, { path: string; headings: { id: string; text: string }[] }>();
  const files = [...new Set(texts.flatMap(({ content }) => [...content.matchAll(LINK)].map(([, file = ""]) => file)))];
  const linked = files.flatMap((file): Linked[] => {
    const imported = places.get(file);
    return imported ? [{ file, imported }] : [];
  });
  const targets = await textsShowing(db, linked);
  for (const kind of IMPORTED_KINDS) {
    const wanted = [...targets].flatMap(([file, place]) => (place.kind === kind ? [{ file, id: place.id }] : []));
    if (wanted.length === 0) continue;
    const { rows } = await sql<{ id: number; headings?: string; question_id?: number }>`
      select * from ${sql.table(STORED[kind].table)}
      where deleted_at is null and id in (${sql.join(wanted.map(({ id }) => id))})`.execute(db);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { file, id } of wanted) {
      const row = byId.get(id);
      if (!row) continue;
      const path =
        row.question_id === undefined
          ? `/${kind}/${encode(id)}`
          : `/question/${encode(row.question_id)}?aid=${encode(id)}`;
      known.set(file, { path, headings: storedAs(kind).anchors ? JSON.parse(row.headings ?? "[]") : [] });
    }
  }
  return ({ file, heading }) => {
    const found = known.get(file);
    if (!found) return null;
    const anchor = found.headings.find(({ text }) => slugOf(text) === slugOf(decodePart(heading)));
    return heading && anchor ? `${found.path}#${anchor.id}` : found.path;
  };
}

/** A heading as it is compared: programs differ in marks, spaces and case. */
const slugOf = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function pointed(
  { content, content_html }: ImportedText,
  addressOf: (part: Part) => string | null,
): { content: string; html: string; dead: number } {
  let dead = 0;
  const find = (link: string) => {
    const [whole, file = "", heading = ""] = new RegExp(LINK.source).exec(link) ?? [];
    return whole === link ? addressOf({ file, heading }) : undefined;
  };
  return {
    content: rewriteLinks(content, (target, label, isDefinition) => {
      const address = find(target);
      if (address === undefined) return null;
      if (address === null) dead += 1;
      return address === null && !isDefinition ? { label } : { label, target: address ?? "#" };
    }),
    html: content_html.replace(HTML_LINK, (whole, target: string, more: string, words: string) => {
      const address = find(target);
      if (address === undefined) return whole;
      return address === null ? words : `<a href="${address}"${more}>${words}</a>`;
    }),
    dead,
  };
}

/** Saves a text, unless somebody has changed it meanwhile. */
async function rewrite(
  trx: Db,
  kind: ImportedKind,
  text: ImportedText,
  { content, html }: { content: string; html: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number; author_id: number; question_id?: number }>`
    update ${sql.table(STORED[kind].table)} set content = ${content}, content_html = ${html}, version = version + 1
    where id = ${text.id} and content = ${text.content} returning *`.execute(trx);
  for (const row of rows) await bump(trx, shownKeys<ImportedKind>(kind, { question_id: 0, ...row }));
  return rows.length > 0;
}
