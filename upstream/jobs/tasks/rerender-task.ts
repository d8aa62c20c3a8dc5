import { sql } from "kysely";
import { JOBS } from "#app/contract/admin/system/job-kinds";
import { everyKind, KINDS, type Kind } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { toJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { bump, type VersionKey } from "#upstream/db/versions";
import { shownKeys } from "#upstream/modules/content/version-keys";
import { renderedColumns, renderText } from "#upstream/modules/content/written-text";
import { partsOf } from "#upstream/modules/zhiku/content/free-part";
import { contained } from "#upstream/modules/zhiku/content/write";
import { reindexTask } from "./reindex-task";
import { resultOf, type Task } from "./task";

/** Texts rendered between two progress messages. */
const TEXTS = 20;

type Columns = Record<string, string | number>;
/** Texts of one table: their Markdown column, the derived columns, and the pages that show them. */
type Texts = {
  name: string;
  table: keyof Database;
  source?: string;
  html?: string;
  where?: string;
  render(services: Services, source: string): Promise<Columns>;
  keys(row: Shown): VersionKey[];
};
type Shown = { id: number; author_id?: number | null; question_id?: number };

function ofKind(kind: Kind): Texts {
  return {
    name: KINDS[kind].name,
    table: STORED[kind].table,
    render: async (services, source) => renderedColumns(kind, await renderText(services, kind, source)),
    keys: (row) => shownKeys<Kind>(kind, { question_id: 0, ...row }),
  };
}

const ALL: readonly Texts[] = [
  ...everyKind.filter((kind) => STORED[kind].source === "content").map(ofKind),
  {
    name: "资料",
    table: "zhiku_contents",
    async render({ markdown }, source) {
      const { free, whole } = partsOf(source);
      const open = free.trim() ? await markdown.render(free) : null;
      const { html, headings, length } = await markdown.render(whole);
      return {
        content_html: html,
        headings: toJson(headings),
        length,
        ...contained(html),
        free_html: open?.html ?? "",
        free_headings: open?.headings.length ?? 0,
      };
    },
    keys: ({ id }) => [`zhiku/${id}`],
  },
  {
    name: "权益说明",
    table: "zhiku_rights_texts",
    where: "content <> ''",
    render: async ({ markdown }, source) => ({
      content_html: (await markdown.render(source, { anchors: false })).html,
    }),
    keys: () => ["zhiku-categories"],
  },
  {
    name: "表单",
    table: "forms",
    source: "description",
    html: "description_html",
    where: "description <> ''",
    render: async ({ markdown }, source) => ({ description_html: (await markdown.render(source)).html }),
    keys: ({ id }) => [`form/${id}`],
  },
];
type Row = { id: number; source: string; html: string };

/**
 * Renders texts again from their Markdown if the output changed, for texts rendered by an older build, and reindexes
 * them. A concurrent edit takes precedence.
 */
export const rerenderTask: Task = async (services, work) => {
  const { db } = services;
  let seen = 0;
  let changed = 0;
  await work.progress(0, null);
  for (const texts of ALL) {
    const { table, source = "content", html = "content_html", where = "content <> ''" } = texts;
    for (let after = 0; ; ) {
      const { rows } = await sql<Row>`select id, ${sql.ref(source)} as source, ${sql.ref(html)} as html
        from ${sql.table(table)} where id > ${after} and ${sql.raw(where)} order by id limit ${sql.lit(TEXTS)}`.execute(
        db,
      );
      for (const row of rows) {
        const columns = await texts.render(services, row.source);
        seen += 1;
        if (columns[html] === row.html) continue;
        changed += 1;
        if (work.dryRun) continue;
        await transact(db, (trx) => write(trx, texts, row, columns));
      }
      await work.progress(seen, null);
      const last = rows.at(-1);
      if (!last || rows.length < TEXTS) break;
      after = last.id;
    }
  }
  const pages = await renderPages(services, work.dryRun);
  seen += pages.seen;
  changed += pages.changed;
  const message = `${seen} 份内容里，${work.dryRun ? "会改变" : "改变了"} ${changed} 份`;
  if (work.dryRun || changed === 0) return resultOf(message, []);
  const { message: search, problems } = await reindexTask(services, work);
  return resultOf(`${message}；${JOBS.reindex.name}：${search}`, problems);
};

async function write(trx: Db, { table, source = "content", keys }: Texts, row: Row, columns: Columns): Promise<void> {
  const set = sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql<Shown>`update ${sql.table(table)} set ${set}
    where id = ${row.id} and ${sql.ref(source)} = ${row.source} returning *`.execute(trx);
  for (const shown of rows) await bump(trx, keys(shown));
}

/** Renders site pages. Versions of agreements stay as they were accepted. */
async function renderPages({ db, markdown }: Services, dryRun: boolean): Promise<{ seen: number; changed: number }> {
  const rows = await db.selectFrom("site_texts").selectAll().where("content_html", "is not", null).execute();
  let changed = 0;
  for (const { key, content, content_html } of rows) {
    const { html } = await markdown.render(content);
    if (html === content_html) continue;
    changed += 1;
    if (dryRun) continue;
    await transact(db, async (trx) => {
      const same = trx.updateTable("site_texts").where("key", "=", key).where("content", "=", content);
      await same.set({ content_html: html }).execute();
      await bump(trx, ["config"]);
    });
  }
  return { seen: rows.length, changed };
}
