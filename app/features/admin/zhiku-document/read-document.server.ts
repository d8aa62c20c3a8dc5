import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { instantOf } from "#app/features/admin/fields/datetime-local";
import { sendFile, takeFile } from "#app/features/admin/fields/take-file.server";
import { readRows, renamed, takePicture } from "#app/features/admin/rows/read-rows.server";
import { idempotencyKeyOf } from "#app/forms/idempotency-key";
import { textOf } from "#app/forms/read-form.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { chosenFiles, uploadPicture } from "#app/server/uploads/upload-picture.server";
import { DOCUMENT_LINES, type DocumentValues } from "./document-values";

const presign = adminZhikuContentApi.presignFile;

/** Reads a document's form. */
export function readDocument(form: FormData): { values: DocumentValues; rearranged: boolean } {
  const lines = Object.fromEntries(DOCUMENT_LINES.map((name) => [name, textOf(form, name)]));
  const { rows, rearranged } = readRows(form, "attachments", ["key", "fileName"]);
  const attachments = rows.filter(({ key }) => key !== "");
  const key = idempotencyKeyOf(form);
  const values = { ...lines, attachments, ...(key ? { idempotencyKey: key } : {}) } as DocumentValues;
  return { values, rearranged: rearranged || textOf(form, "intent") === "insert" };
}

/** Uploads the files chosen in the form and adds them to its values. @throws UpstreamError by field */
export async function takeDocumentFiles(args: ServerArgs, form: FormData, values: DocumentValues): Promise<void> {
  values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
  values.document = await takeFile(args, form, { field: "document", held: values.document, presign });
  for (const file of chosenFiles(form, "files.file")) {
    const { key } = await sendFile(args, file, { field: "files", presign, several: true });
    values.attachments.push({ key, fileName: file.name });
  }
  for (const file of chosenFiles(form, "pictures.file")) {
    const url = await uploadPicture(args, file, "content").catch((error: unknown) => {
      throw renamed(error, "pictures", file.name);
    });
    values.content = `${values.content.trimEnd()}\n\n![${altTextOf(file.name)}](${url})\n`;
  }
}

/** Alternative text of a picture, from its file name without extension and Markdown syntax. */
const altTextOf = (name: string): string => name.replace(/\.\w+$/, "").replace(/[[\]()\\!*_`<>]/g, "");

/** A document's fields for the upstream. */
export function documentFields(values: DocumentValues) {
  const { publishedAt: _, version: __, idempotencyKey: ___, trial, recommended, type, ...rest } = values;
  return { ...rest, type: type as ZhikuContentType, trial: trial === "1", recommended: recommended === "1" };
}

/** Publication time; null if it is not given. */
export const publishedAtIn = ({ publishedAt }: DocumentValues): string | null => instantOf(publishedAt);
