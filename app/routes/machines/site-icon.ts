import type { LoaderFunctionArgs } from "@remix-run/node";
import { ICON_USES, type IconUse } from "#app/contract/files/icon-uses";
import { siteStateApi } from "#app/contract/site/site-state";
import { noSuchFile } from "#app/features/machine-files/xml";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";

const DAY = 24 * 60 * 60;
/** URLs that programs request by convention. */
const BY_PATH: Record<string, IconUse> = { "/favicon.ico": "favicon", "/apple-touch-icon.png": "touch" };

/** The site's icon for browser tabs and home screens. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { pathname } = new URL(args.request.url);
  const use = BY_PATH[pathname] ?? ICON_USES.find((one) => one === args.params.use);
  if (!use) return noSuchFile();
  try {
    const icon = await gateway(args).stream(siteStateApi.siteIcon, { query: { use } });
    return new Response(icon.body, {
      headers: {
        "content-type": icon.headers.get("content-type") ?? "image/png",
        "cache-control": `public, max-age=${DAY}`,
      },
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return noSuchFile();
  }
}
