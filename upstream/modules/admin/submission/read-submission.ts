import type { FormField } from "#app/contract/content/form";
import type { FormValues } from "#app/contract/content/form-rules";
import type { Db } from "#upstream/db/dialect";
import { fromJson } from "#upstream/db/schema/columns";
import { fieldsByVersion } from "#upstream/modules/form/change";
import type { SubmissionRow } from "./queries";

/** Name and size of uploaded files, by key. */
type Files = ReadonlyMap<string, { fileName: string; bytes: number }>;

/** A form's questions in all versions, and the files in some submissions. */
export type Questions = Through & { files: Files };

/** A form's questions by version, each in its current or last form, and each in all its forms. */
type Through = {
  at: (version: number) => readonly FormField[];
  all: readonly FormField[];
  ever: readonly FormField[];
};

/** One answer: the question as asked then, and the answer as text. */
type FilledField = { name: string; label: string; texts: string[]; keys: string[] };

/** Loads everything needed to display these submissions; at most three statements. */
export async function questionsOf(db: Db, formId: number, rows: readonly SubmissionRow[]): Promise<Questions> {
  return withFiles(db, await questionsThrough(db, formId), rows);
}

/** A form's questions in all versions; two statements. */
export async function questionsThrough(db: Db, formId: number): Promise<Through> {
  const versions = await fieldsByVersion(db, formId);
  const oldest = versions.at(-1)?.fields ?? [];
  const at = (version: number) => versions.find((one) => one.version === version)?.fields ?? oldest;
  const all = new Map<string, FormField>();
  for (const { fields } of versions) for (const field of fields) if (!all.has(field.name)) all.set(field.name, field);
  return { at, all: [...all.values()], ever: versions.flatMap(({ fields }) => fields) };
}

/** Adds the files of some submissions to those questions; one statement. */
export async function withFiles(db: Db, form: Through, rows: readonly SubmissionRow[]): Promise<Questions> {
  const keys = rows.flatMap(({ form_version, answers }) => {
    const values = fromJson<FormValues>(answers);
    return form.at(form_version).flatMap(({ name, type }) => (type === "file" ? [values[name] ?? []].flat() : []));
  });
  return { ...form, files: await filesOf(db, keys) };
}

async function filesOf(db: Db, keys: readonly string[]): Promise<Files> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom("objects").select(["key", "file_name", "bytes"]).where("key", "in", keys).execute();
  return new Map(rows.map(({ key, file_name, bytes }) => [key, { fileName: file_name, bytes }]));
}

/** Formats a submission, question by question as asked then. */
export function readSubmission({ answers, form_version }: SubmissionRow, { at, files }: Questions): FilledField[] {
  const values = fromJson<FormValues>(answers);
  return at(form_version).map((field) => {
    const given = [values[field.name] ?? []].flat().filter(Boolean);
    const keys = field.type === "file" ? given.filter((key) => files.has(key)) : [];
    return { name: field.name, label: field.label, texts: given.map((text) => shownText(field, text, files)), keys };
  });
}

function shownText({ type, options }: FormField, text: string, files: Files): string {
  if (type === "file") return files.get(text)?.fileName ?? "（文件已删除）";
  return options.find(({ value }) => value === text)?.label ?? text;
}
