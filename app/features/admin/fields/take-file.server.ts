import { renamed } from "#app/features/admin/rows/read-rows.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { type Presign, uploadObject } from "#app/server/uploads/upload-object.server";
import { chosenFiles } from "#app/server/uploads/upload-picture.server";

type Field = {
  field: string;
  /** Key of the current file; empty for none. */
  held: string;
  presign: Presign;
};

/**
 * Uploads the file chosen in a `FileField` and returns its key; the current one's if none was chosen; empty if it
 * should be removed.
 * @throws UpstreamError with the field's name
 */
export async function takeFile(args: ServerArgs, form: FormData, { field, held, presign }: Field): Promise<string> {
  const [file] = chosenFiles(form, `${field}.file`);
  if (!file) return form.has(`${field}.none`) ? "" : held;
  return (await sendFile(args, file, { field, presign })).key;
}

/** Uploads one file of a form, in a field for `several` if so. @throws UpstreamError with the field's name */
export const sendFile = (
  args: ServerArgs,
  file: File,
  { field, presign, several = false }: Omit<Field, "held"> & { several?: boolean },
) =>
  uploadObject(args, { presign, file, purpose: "attachment" }).catch((error: unknown) => {
    throw renamed(error, field, several ? file.name : undefined);
  });
