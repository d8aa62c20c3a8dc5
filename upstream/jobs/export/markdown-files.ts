import { sql } from "kysely";
import { stringify } from "yaml";
import type { Services } from "#upstream/call/context";
import { fromJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { encodeKey } from "#upstream/services/storage/object-key";
import { readdressImages } from "#upstream/text/image-marks";
import { readWebAddress } from "#upstream/text/web-address";

/** Kinds of texts that the import supports. */
const KINDS = ["question", "answer", "article"] as const;
export type ExportedKind = (typeof KINDS)[number];
/** Value of `format` in the front matter of our exports: nothing in the body is a mark of another program. */
export const OWN_FORMAT = "shequ";

const TEXTS_AT_ONCE = 200;
/** Folder of the pictures, next to those of the texts. */
export const FILES = "files/";
/** Key prefix of public pictures in texts. */
const SHOWN = "content/";

type Row = {
  id: number;
  author: string;
  created_at: string;
  content: string;
  title?: string;
  tags?: string;
  classification?: string | null;
  question_id?: number;
};

/** A text as a Markdown file in the import's format, and the keys of its pictures. */
export type MarkdownFile = { name: string; text: string; keys: string[] };

/** Exports every public question, answer and article as a Markdown file; questions before their answers. */
export async function* markdownFiles(services: Pick<Services, "db" | "site">): AsyncGenerator<MarkdownFile, undefined> {
  for (const kind of KINDS) {
    for (let after = 0; ; ) {
      const rows = await textsAfter(services, kind, after);
      for (const row of rows) yield fileOf(services.site, kind, row);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
}

/** Number of public texts. */
export async function countTexts({ db }: Pick<Services, "db">): Promise<number> {
  const counts = KINDS.map((kind) => sql`select count(*) as total from ${publicTexts(kind)}`);
  const { rows } = await sql<{ total: number }>`select sum(total) as total
    from (${sql.join(counts, sql` union all `)}) as counted`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Texts that readers can reach: answers only if their question exists. */
const publicTexts = (kind: ExportedKind) =>
  kind === "answer"
    ? sql`answers t join questions q on q.id = t.question_id and q.deleted_at is null where t.deleted_at is null`
    : sql`${sql.table(STORED[kind].table)} t where t.deleted_at is null`;

async function textsAfter({ db }: Pick<Services, "db">, kind: ExportedKind, after: number): Promise<Row[]> {
  const own = {
    question: sql`t.title, t.tags`,
    article: sql`t.title, t.tags, (select name from classifications c where c.id = t.classification_id) as classification`,
    answer: sql`t.question_id`,
  };
  const { rows } = await sql<Row>`select t.id, t.created_at, t.content, ${own[kind]},
    (select nickname from users u where u.id = t.author_id) as author
    from ${publicTexts(kind)} and t.id > ${after} order by t.id limit ${sql.lit(TEXTS_AT_ONCE)}`.execute(db);
  return rows;
}

function fileOf(site: Services["site"], kind: ExportedKind, row: Row): MarkdownFile {
  const keys = new Set<string>();
  const body = readdressImages(row.content, (target) => {
    const address = readWebAddress(target, site);
    if (address?.kind !== "object" || !address.key.startsWith(SHOWN)) return null;
    keys.add(address.key);
    return `../${FILES}${encodeKey(address.key)}`;
  });
  const meta = {
    format: OWN_FORMAT,
    kind,
    ...(row.title === undefined ? {} : { title: row.title }),
    author: row.author,
    createdAt: row.created_at,
    ...(row.tags === undefined ? {} : { tags: fromJson<string[]>(row.tags) }),
    ...(row.classification ? { classification: row.classification } : {}),
    ...(row.question_id === undefined ? {} : { question: `../question/${row.question_id}.md` }),
  };
  return { name: `${kind}/${row.id}.md`, text: `---\n${stringify(meta)}---\n\n${body}\n`, keys: [...keys] };
}
