import { uploadApi } from "#app/contract/upload";
import { gateway } from "./gateway.server";
import type { ServerArgs } from "./server-args.server";
import { UpstreamError } from "./upstream-error";

/**
 * Has the upstream look at a file that was sent to its store; one without that call has it there already.
 * @param url where it is read, as the upstream said before it was sent
 * @throws UpstreamError when the upstream refuses the file or can't be heard
 */
export async function confirmUpload(args: ServerArgs, { key, url }: { key: string; url: string }): Promise<string> {
  try {
    return (await gateway(args).call(uploadApi.confirm, { body: { key } })).url;
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "NOT_IMPLEMENTED" && url) return url;
    throw error;
  }
}
