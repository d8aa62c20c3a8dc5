import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { ServerArgs } from "#app/server/server-args.server";
import { chosenFiles, uploadPicture } from "#app/server/uploads/upload-picture.server";

/** A form row, by field name. */
export type FormRow<Field extends string = string> = Record<Field, string>;

type Read<Field extends string> = {
  /** Rows in order, without removed and empty ones. */
  rows: FormRow<Field>[];
  /** Whether a row was added, removed or moved rather than saved, so the form is returned. */
  rearranged: boolean;
};

/**
 * Reads rows `name.N.field` of a form, ordered by the numbers in `name.N.order`. The button `add` adds a row,
 * `remove-N` removes one, `up-N` and `down-N` move one.
 */
export function readRows<Field extends string>(form: FormData, name: string, fields: readonly Field[]): Read<Field> {
  const intent = textOf(form, "intent");
  const [, verb, number] = /^(remove|up|down)-(\d+)$/.exec(intent) ?? [];
  const step = { up: -1.5, down: 1.5 }[verb ?? ""] ?? 0;
  const numbers = new Set<number>();
  for (const key of form.keys()) {
    const [list, at = ""] = key.split(".");
    if (list === name && /^\d{1,3}$/.test(at)) numbers.add(Number(at));
  }
  const rows = [...numbers]
    .filter((at) => verb !== "remove" || String(at) !== number)
    .map((at) => ({
      at,
      order: (Number.parseFloat(textOf(form, `${name}.${at}.order`)) || at + 1) + (String(at) === number ? step : 0),
      row: Object.fromEntries(fields.map((field) => [field, textOf(form, `${name}.${at}.${field}`)])) as FormRow<Field>,
    }))
    .filter(({ at, row }) => Object.values(row).some(Boolean) || hasFile(form, `${name}.${at}.picture`))
    .sort((a, b) => a.order - b.order || a.at - b.at);
  for (const [index, { at }] of rows.entries()) moveFile(form, `${name}.${at}.picture`, `${name}.${index}.sent`);
  return { rows: rows.map(({ row }) => row), rearranged: intent === "add" || verb !== undefined };
}

const fileName = (field: string): string => `${field}.file`;
const hasFile = (form: FormData, field: string): boolean => chosenFiles(form, fileName(field)).length > 0;

/** Renames a file's field, so that it is found at its row's new index. */
function moveFile(form: FormData, from: string, to: string): void {
  for (const file of chosenFiles(form, fileName(from))) form.append(fileName(to), file);
  if (form.has(`${from}.none`)) form.set(`${to}.none`, "1");
}

/** Uploads the pictures chosen in rows, each replacing the previous one. @throws like `takePicture` */
export async function takeRowPictures(
  args: ServerArgs,
  form: FormData,
  { name, rows }: { name: string; rows: FormRow<"picture">[] },
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    row.picture = await takePicture(args, form, { field: `${name}.${at}.sent`, held: row.picture }).catch(
      (error: unknown) => {
        throw renamed(error, `${name}.${at}.picture`);
      },
    );
  }
}

/**
 * Uploads the picture chosen in a form field and returns its URL; the current one's if none was chosen; empty if it
 * should be removed.
 * @throws UpstreamError with the field's name if it is not a picture
 */
export async function takePicture(
  args: ServerArgs,
  form: FormData,
  { field, held }: { field: string; held: string },
): Promise<string> {
  const [file] = chosenFiles(form, fileName(field));
  if (!file) return form.has(`${field}.none`) ? "" : held;
  return uploadPicture(args, file, "content").catch((error: unknown) => {
    throw renamed(error, field);
  });
}

/** Maps any error of a file to its field; `file` is its name, in a field of several. */
export function renamed(error: unknown, field: string, file?: string): unknown {
  if (!(error instanceof UpstreamError) || error.code === "NETWORK" || error.code === "NOT_LOGIN") return error;
  const message = file ? `${file}：${error.message}` : error.message;
  return new UpstreamError(error.code, message, { fields: { [field]: message } }, "upload");
}
