import { ossApi } from "#app/contract/oss";
import type { ServerArgs } from "./server-args.server";
import { uploadObject } from "./upload-object.server";

/**
 * Takes a member's picture that came with a plain form.
 * @returns where it is read
 * @throws UpstreamError like `uploadObject`
 */
export async function uploadPicture(
  args: ServerArgs,
  file: File,
  purpose: "avatar" | "content" | "cover",
): Promise<string> {
  return (await uploadObject(args, { presign: ossApi.authUploadUrl, file, purpose })).url;
}

/** The files that were chosen in a field; browsers send an empty one where none was. */
export const chosenFiles = (form: FormData, name: string): File[] =>
  form.getAll(name).filter((file): file is File => file instanceof File && file.size > 0);
