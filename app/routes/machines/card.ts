import type { LoaderFunctionArgs } from "@remix-run/node";
import { shareCardApi } from "#app/contract/files/share-card";
import { noSuchFile } from "#app/features/machine-files/xml";
import { orPlainError } from "#app/server/errors/or-plain-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

/** Serves the preview picture of a shared link: `/card/article/12.png`; `?thumb` is the square one. */
export async function loader(args: LoaderFunctionArgs) {
  const { kind, id } = args.params;
  const shape = new URL(args.request.url).searchParams.has("thumb") ? "thumb" : "wide";
  const query = shareCardApi.get.query.safeParse({ kind, id, shape });
  if (!query.success) throw noSuchFile();
  return orPlainError(gateway(args).stream(shareCardApi.get, { query: query.data }));
}
