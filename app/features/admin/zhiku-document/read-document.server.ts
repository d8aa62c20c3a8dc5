import { idempotencyKeyOf } from "#app/components/ui/idempotency-key";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku-content";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { instantOf } from "#app/features/admin/china-minute";
import { readRows, renamed, takePicture } from "#app/features/admin/rows/read-rows.server";
import { sendFile, takeFile } from "#app/features/admin/take-file.server";
import { textOf } from "#app/forms/read-form.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { chosenFiles, uploadPicture } from "#app/server/upload-picture.server";
import { DOCUMENT_LINES, type DocumentValues } from "./document-values";

const presign = adminZhikuContentApi.presignFile;

/** The form of a document, as it was filled in. */
export function readDocument(form: FormData): { values: DocumentValues; rearranged: boolean } {
  const lines = Object.fromEntries(DOCUMENT_LINES.map((name) => [name, textOf(form, name)]));
  const { rows, rearranged } = readRows(form, "attachments", ["key", "fileName"]);
  const attachments = rows.filter(({ key }) => key !== "");
  const key = idempotencyKeyOf(form);
  const values = { ...lines, attachments, ...(key ? { idempotencyKey: key } : {}) } as DocumentValues;
  return { values, rearranged: rearranged || textOf(form, "intent") === "insert" };
}

/** Takes in the files that were chosen in the form, and puts them into its values. @throws UpstreamError by field */
export async function takeDocumentFiles(args: ServerArgs, form: FormData, values: DocumentValues): Promise<void> {
  values.cover = await takePicture(args, form, { field: "cover", held: values.cover });
  values.document = await takeFile(args, form, { field: "document", held: values.document, presign });
  for (const file of chosenFiles(form, "files.file")) {
    const { key } = await sendFile(args, file, { field: "files", presign });
    values.attachments.push({ key, fileName: file.name });
  }
  for (const file of chosenFiles(form, "pictures.file")) {
    const url = await uploadPicture(args, file, "content").catch((error: unknown) => {
      throw renamed(error, "pictures");
    });
    values.content = `${values.content.trimEnd()}\n\n![${wordsOf(file.name)}](${url})\n`;
  }
}

/** Name of a picture without its end and without what Markdown would read: for those who can't see it. */
const wordsOf = (name: string): string => name.replace(/\.\w+$/, "").replace(/[[\]()\\!*_`<>]/g, "");

/** Fields of the document as the upstream takes them. */
export function documentFields(values: DocumentValues) {
  const { publishedAt: _, version: __, idempotencyKey: ___, trial, recommended, type, ...rest } = values;
  return { ...rest, type: type as ZhikuContentType, trial: trial === "1", recommended: recommended === "1" };
}

/** Time at which it is said to have been published; null where nothing is said. */
export const publishedAtIn = ({ publishedAt }: DocumentValues): string | null => instantOf(publishedAt);
