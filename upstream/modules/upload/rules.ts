import type { UploadPurpose } from "#app/contract/files/oss";
import { PICTURE_NAMES, PICTURE_TYPES } from "#app/contract/files/picture-types";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { invalid } from "#upstream/call/errors";
import { extensionOf } from "#upstream/services/storage/object-key";

const PAPERS = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/zip",
  "text/plain",
];

/** Content types by purpose for members; attachments come from operators. */
const TYPES: Partial<Record<UploadPurpose, readonly string[]>> = {
  avatar: PICTURE_TYPES,
  cover: PICTURE_TYPES,
  content: PICTURE_TYPES,
  form: [...PICTURE_TYPES, ...PAPERS],
};

const MIB = 1024 * 1024;
/** Default megabytes that one person may upload per day. */
export const UPLOAD_MEGABYTES_PER_DAY = 300;

/** Whether a content type is a picture's. */
export const isPicture = (contentType: string): boolean => PICTURE_TYPES.includes(contentType);

/**
 * Extension for a new object.
 * @throws BusinessError INVALID_PARAMS by field: forbidden purpose, unsupported type, too large
 */
export function requireUploadable(file: { purpose: UploadPurpose; contentType: string; bytes: number }): string {
  const types = TYPES[file.purpose];
  if (!types) throw invalid({ purpose: "不能上传这类文件" });
  const extension = types.includes(file.contentType) ? extensionOf(file.contentType) : null;
  if (!extension) {
    const message =
      file.purpose === "form" ? "只能上传图片、PDF、Office 文档、ZIP 或文本" : `只能上传 ${PICTURE_NAMES} 图片`;
    throw invalid({ contentType: message });
  }
  if (file.bytes > IMAGE_BYTES_MAX) throw invalid({ bytes: `文件不能超过 ${IMAGE_BYTES_MAX / MIB} MB` });
  return extension;
}

/** Key of an unconfirmed file, where nobody can read it. */
export const incomingKey = (key: string): string => `upload/${key.slice(key.indexOf("/") + 1)}`;
