import { uploadApi } from "#app/contract/files/upload";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Asks the upstream to check a file that was sent to the object store. An upstream without this call has the file in
 * place already.
 * @param url public URL of the file, as announced before the upload
 * @throws UpstreamError if the upstream refuses the file or can't be reached
 */
export async function confirmUpload(args: ServerArgs, { key, url }: { key: string; url: string }): Promise<string> {
  try {
    return (await gateway(args).call(uploadApi.confirm, { body: { key } })).url;
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED" && url) return url;
    throw error;
  }
}
