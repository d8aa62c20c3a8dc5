import { textOf } from "#app/forms/read-form.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { chosenFiles, uploadPicture } from "#app/server/upload-picture.server";
import { UpstreamError } from "#app/server/upstream-error";

/** A row of a form, by the names of its fields. */
export type FormRow<Field extends string = string> = Record<Field, string>;

type Read<Field extends string> = {
  /** In the order of their numbers, without those that were taken out or left empty. */
  rows: FormRow<Field>[];
  /** It was asked for a row more or less, or in another place, not to keep them: the form comes back. */
  rearranged: boolean;
};

/**
 * Rows `name.N.field` of a form, ordered by the numbers that stand in `name.N.order`. Its button `add` asks for one more,
 * `remove-N` takes one out, `up-N` and `down-N` move one.
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

/** So that a file is found by the place of its row among those that are left. */
function moveFile(form: FormData, from: string, to: string): void {
  for (const file of chosenFiles(form, fileName(from))) form.append(fileName(to), file);
  if (form.has(`${from}.none`)) form.set(`${to}.none`, "1");
}

/** Takes in the pictures that were chosen in rows, each in the place of the one before. @throws like `takePicture` */
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
 * Address of the picture that was chosen in a field of a form; the one that is there where none was; empty where it is
 * to go.
 * @throws UpstreamError by the field's name for what is no picture
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

/** Whatever is wrong with a file is told at its field. */
export function renamed(error: unknown, field: string): unknown {
  if (!(error instanceof UpstreamError) || error.code === "NETWORK" || error.code === "NOT_LOGIN") return error;
  return new UpstreamError(error.code, error.message, { fields: { [field]: error.message } }, "upload");
}
