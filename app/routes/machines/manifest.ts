import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "#app/paths";
import { missingOf } from "#app/server/site/capabilities.server";
import { siteOf } from "#app/server/site/site.server";

/** Colour of the header in the light theme, since a manifest can only have one. */
const HEADER = "#ffffff";
/** Icon for a site whose upstream renders none. */
const OWN_ICON = { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" };
const HOUR = 60 * 60;

/** Web app manifest, for phones' home screens (W3C). */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const [{ name, slogan, description }, missing] = await Promise.all([siteOf(args), missingOf(args)]);
  const about = description || slogan;
  return Response.json(
    {
      id: "/",
      name,
      short_name: [...name].slice(0, 12).join(""),
      ...(about && { description: about }),
      lang: "zh-CN",
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: HEADER,
      theme_color: HEADER,
      icons: missing.includes("icon")
        ? [OWN_ICON]
        : [
            { src: "/app-icon/192.png", sizes: "192x192", type: "image/png" },
            { src: "/app-icon/512.png", sizes: "512x512", type: "image/png" },
            { src: "/app-icon/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          ],
      shortcuts: [
        { name: "提问", url: paths.write("question") },
        { name: "通知", url: paths.notifications() },
        { name: "知库", url: paths.zhiku() },
      ],
    },
    { headers: { "content-type": "application/manifest+json", "cache-control": `public, max-age=${HOUR}` } },
  );
}
