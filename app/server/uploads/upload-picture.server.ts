import { ossApi, type UploadPurpose } from "#app/contract/files/oss";
import type { ServerArgs } from "#app/server/server-args.server";
import { uploadObject } from "./upload-object.server";

/**
 * Uploads a member's picture that came with a plain form.
 * @returns its public URL
 * @throws UpstreamError like `uploadObject`
 */
export async function uploadPicture(
  args: ServerArgs,
  file: File,
  purpose: Exclude<UploadPurpose, "form" | "attachment">,
): Promise<string> {
  return (await uploadObject(args, { presign: ossApi.authUploadUrl, file, purpose })).url;
}

/** The files chosen in a field; browsers send one without a name if there is none. An empty one is refused later. */
export const chosenFiles = (form: FormData, name: string): File[] =>
  form.getAll(name).filter((file): file is File => file instanceof File && (file.size > 0 || file.name !== ""));
