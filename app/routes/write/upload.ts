import type { ActionFunctionArgs } from "@remix-run/node";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { confirmUpload } from "#app/server/uploads/confirm-upload.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/**
 * Handles both steps of an upload for the editor's scripts (the URL to PUT a picture to, and the confirmation), and
 * imports pictures from other sites, which the upstream fetches.
 */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const result = await attempt<{ url: string }>(() => {
    const intent = textOf(form, "intent");
    if (intent === "remote") {
      return call(uploadApi.remote, { body: { url: textOf(form, "url") } }).then(
        ({ url }) => ({ url }),
        worthRepeating,
      );
    }
    if (intent === "confirm") {
      return confirmUpload(args, { key: textOf(form, "key"), url: textOf(form, "url") }).then((url) => ({ url }));
    }
    return call(ossApi.authUploadUrl, {
      body: {
        fileName: textOf(form, "fileName"),
        contentType: textOf(form, "contentType"),
        bytes: Number(textOf(form, "bytes")),
        purpose: textOf(form, "purpose") === "cover" ? "cover" : "content",
      },
    });
  });
  return scriptReply(result);
}

/** Rethrows a refusal; one that may pass, since the other site did not answer, as that of a network. */
function worthRepeating(error: unknown): never {
  const passing = error instanceof UpstreamError && (error.data as { passing?: unknown } | null)?.passing === true;
  throw passing ? new UpstreamError("NETWORK", error.message, null, error.endpoint) : error;
}
