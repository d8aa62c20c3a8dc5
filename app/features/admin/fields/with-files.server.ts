import { consoleApi } from "#app/contract/admin/system/console";
import { readForm } from "#app/forms/read-form.server";
import { withSpooledForm } from "#app/forms/spooled-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { FORM_BYTES_MAX } from "#app/server/request/write-guard.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * Handles a console form that may contain large files (its route's `body` is `files`). They are buffered on disk, and
 * only for current staff; for others only the texts are read, so that they can be returned.
 * @throws whatever `work` throws; 400 if the body is not a form
 */
export async function withFiles<T>(args: ServerArgs, work: (form: FormData) => Promise<T>): Promise<T> {
  const { request } = args;
  if (Number(request.headers.get("content-length") ?? 0) <= FORM_BYTES_MAX.fields) return work(await readForm(request));
  const keep = await gateway(args)
    .call(consoleApi.me, {})
    .then(
      ({ verified }) => verified,
      () => false,
    );
  return withSpooledForm(request, { keep }, work);
}
