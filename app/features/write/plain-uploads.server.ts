import { UpstreamError } from "#app/server/errors/upstream-error";
import { chosenFiles, uploadPicture } from "#app/server/uploads/upload-picture.server";
import type { EditorEcho, EditorResult } from "./model/editor-result";
import { type SentEditor, stepOf } from "./model/sent-editor.server";
import { insertMarks, pictureMark } from "./text/picture-marks";

/** Maximum number of pictures in one form; its size is limited as well. */
const PICTURES_MAX = 9;

/** Refusals of the member rather than of the picture. */
const OF_THE_MEMBER = new Set(["NOT_LOGIN", "OTHER_ACCOUNT"]);

/**
 * Uploads pictures submitted with the editor's form (without scripts) and appends each to the text. The input is
 * returned, with the pictures uploaded before one that was refused.
 */
export async function addPictures({ args, form, values }: SentEditor): Promise<EditorResult> {
  const files = chosenFiles(form, "pictures");
  if (files.length === 0) return refused(values, "content", "请先选择图片");
  if (files.length > PICTURES_MAX) return refused(values, "content", `一次最多上传 ${PICTURES_MAX} 张图片`);
  let { content } = values;
  for (const file of files) {
    try {
      const mark = pictureMark(await uploadPicture(args, file, "content"));
      const end = content.length;
      content += insertMarks({ text: content, start: end, end }, [mark]).insert;
    } catch (error) {
      return refused({ ...values, content }, "content", `${file.name}：${messageOf(error)}`);
    }
  }
  return stepOf({ kind: "saved", message: "图片已放在正文末尾，可以移到合适的位置" }, { ...values, content });
}

/** Uploads the cover of an article. */
export async function setCover({ args, form, values }: SentEditor): Promise<EditorResult> {
  const [file] = chosenFiles(form, "coverFile");
  if (!file) return refused(values, "coverUrl", "请先选择图片");
  try {
    const coverUrl = await uploadPicture(args, file, "cover");
    return stepOf({ kind: "saved", message: "封面已上传，发布后生效" }, { ...values, coverUrl });
  } catch (error) {
    return refused(values, "coverUrl", messageOf(error));
  }
}

const refused = (values: EditorEcho, field: string, message: string): EditorResult => ({
  status: "refused",
  code: "UPLOAD_REJECTED",
  message: "",
  fields: { [field]: message },
  values,
});

/** Message of a refusal. @throws errors that are not refusals, or not the picture's fault */
function messageOf(error: unknown): string {
  if (!(error instanceof UpstreamError) || OF_THE_MEMBER.has(error.code)) throw error;
  return error.message;
}
