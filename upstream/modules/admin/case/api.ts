import type { z } from "zod";
import { adminCaseApi, adminCaseDraftApi, caseFields } from "#app/contract/admin/content/case";
import type { StaffCall } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { fromJson, imageFrom } from "#upstream/db/schema/columns";
import { editedHandlers } from "#upstream/modules/admin/edited-content/edited-handlers";
import { editedView, listEdited } from "#upstream/modules/admin/edited-content/list-edited";
import { sortedFields } from "#upstream/modules/admin/rewrite/sort-fields";
import { readCase } from "#upstream/modules/case/api";
import { findEditedCase, updateCase } from "#upstream/modules/case/change";
import type { CaseReport } from "#upstream/modules/case/view";
import { insertCase, type PreparedCase, prepareCase } from "#upstream/modules/case/write";
import { shownClassifications } from "#upstream/modules/classification/shown-classifications";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";
import { presignReport } from "#upstream/modules/upload/write";

type Fields = z.output<typeof caseFields>;
type View = Awaited<ReturnType<typeof readCase>>;
type Row = NonNullable<Awaited<ReturnType<typeof findEditedCase>>>;

const reportOf = (row: Row): CaseReport | null => (row.report === null ? null : fromJson<CaseReport>(row.report));

const { add, put, amendEach, remove, restore, rewrite, undos, drafts } = editedHandlers<
  Fields,
  PreparedCase,
  Row,
  View
>({
  kind: "case",
  permission: "case.manage",
  schema: caseFields,
  find: findEditedCase,
  fieldsOf: (row) => ({
    title: row.title,
    excerpt: row.excerpt,
    content: row.content,
    classificationId: row.classification_id,
    tags: fromJson<string[]>(row.tags),
    cover: imageFrom(row.cover)?.url ?? "",
    report: reportOf(row)?.key ?? "",
  }),
  prepare,
  texts: ({ content, rendered, cover }) => [content, rendered.html, cover?.url ?? ""],
  insert: insertCase,
  update: (trx, call, { before, ready, version }) => updateCase(trx, call, { before, version, changed: ready }),
  show: readCase,
});

/**
 * Validates and renders a case.
 * @throws BusinessError INVALID_PARAMS by field: an unknown classification, picture or report
 */
async function prepare(call: StaffCall, fields: Fields, before: Row | null): Promise<PreparedCase> {
  if (fields.classificationId !== null) {
    const classification = await call.db
      .selectFrom("classifications")
      .select("hidden_at")
      .where("kind", "=", "case")
      .where("id", "=", fields.classificationId)
      .executeTakeFirst();
    // A hidden classification keeps the cases that are already in it.
    const isOpen = classification?.hidden_at === null || before?.classification_id === fields.classificationId;
    if (!classification || !isOpen) throw invalid({ classificationId: "没有这个分类" });
  }
  const held = before ? [imageFrom(before.cover)] : [];
  const cover = await chosenPicture(call, fields.cover, { held, field: "cover", alt: fields.title });
  return prepareCase(call, { ...fields, cover, report: await chosenReport(call, fields.report, before) });
}

/** The file with this key; null for none. @throws BusinessError INVALID_PARAMS if it was not uploaded as a report */
async function chosenReport({ db }: StaffCall, key: string, before: Row | null): Promise<CaseReport | null> {
  if (!key) return null;
  const held = before ? reportOf(before) : null;
  if (held?.key === key) return held;
  const file = key.startsWith("report/")
    ? await db
        .selectFrom("objects")
        .select(["file_name", "bytes"])
        .where("key", "=", key)
        .where("confirmed", "=", 1)
        .executeTakeFirst()
    : undefined;
  if (!file) throw invalid({ report: "请上传 PDF 文件" });
  return { key, fileName: file.file_name, bytes: file.bytes };
}

const handlers: Handlers<typeof adminCaseApi> = {
  list: ({ query }, { db }) => listEdited(db, "case", query),

  async get({ params: { id } }, { db, markdown }) {
    const row = found(await findEditedCase(db, id));
    const { excerpt } = await markdown.render(row.content);
    return {
      ...editedView(row),
      // An excerpt derived from the text continues to follow it.
      excerpt: row.excerpt === excerpt ? "" : row.excerpt,
      content: row.content,
      contentHtml: row.content_html,
      classificationId: row.classification_id,
      tags: fromJson<string[]>(row.tags),
      cover: imageFrom(row.cover),
      report: reportOf(row),
    };
  },

  choices: (_, { db }) => shownClassifications(db, "case").select(["id", "name"]).execute(),
  presignReport: ({ body }, call) => presignReport(call, body),
  add: ({ body }, call) => add(call, body),
  put: ({ body: { id, version, ...fields } }, call) => put(call, { id, version }, fields),
  sort: ({ body: { items, reason, dryRun, ...sorting } }, call) =>
    amendEach(call, items, {
      amend: (fields) => ({ ...fields, ...sortedFields(fields.tags, sorting) }),
      reason,
      dryRun,
    }),
  remove: ({ body }, call) => remove(call, body),
  restore: ({ body: { id } }, call) => restore(call, id),
};

export const adminCase = implement(adminCaseApi, handlers, undos);

export const adminCaseDraft = implement(adminCaseDraftApi, drafts.handlers, drafts.undos);

/** Publishes a scheduled draft of a case. */
export const publishScheduledCase = drafts.publishScheduled;

/** Saves earlier fields of a case again. */
export const rewriteCase = rewrite;
