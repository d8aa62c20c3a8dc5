import { ossApi } from "#app/contract/oss";
import type { ServerArgs } from "./server-args.server";
import { uploadObject } from "./upload-object.server";
import { UpstreamError } from "./upstream-error";

/**
 * Takes a member's picture that came with a plain form.
 * @returns where it is read
 * @throws UpstreamError whose message says what is wrong with the file, whichever field of it that is
 */
export async function uploadPicture(
  args: ServerArgs,
  file: File,
  purpose: "avatar" | "content" | "cover",
): Promise<string> {
  try {
    return (await uploadObject(args, { presign: ossApi.authUploadUrl, file, purpose })).url;
  } catch (error) {
    const message = error instanceof UpstreamError ? Object.values(error.fields)[0] : undefined;
    if (message === undefined) throw error;
    throw new UpstreamError("UPLOAD_REJECTED", message, null, "PUT");
  }
}

/** The files that were chosen in a field; browsers send an empty one where none was. */
export const chosenFiles = (form: FormData, name: string): File[] =>
  form.getAll(name).filter((file): file is File => file instanceof File && file.size > 0);
