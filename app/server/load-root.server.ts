import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { notificationApi } from "#app/contract/notification/notification";
import { paths } from "#app/paths";
import { clearFlash, flashOf } from "./cookies/flash.server";
import { tokenOf } from "./cookies/session.server";
import { env } from "./env.server";
import { optional } from "./errors/optional.server";
import { notice } from "./errors/page-error.server";
import { gateway } from "./gateway/gateway.server";
import { missingOf } from "./site/capabilities.server";
import { isPreparing } from "./site/preparing.server";
import { siteOf } from "./site/site.server";
import { pathsLike } from "./urls/route-facts.server";
import { viewerOf } from "./viewer.server";

/** The page that is open before the site has an owner. */
const SETUP = "/setup";

/**
 * Closes a site that has no owner and no content yet.
 * @throws Response: 503 for every page except the one that sets up the owner
 */
async function refuseWhilePreparing(args: LoaderFunctionArgs, pathname: string): Promise<void> {
  if (pathname === SETUP || !(await isPreparing(args))) return;
  const { data: said } = notice(503, "很快就会开放，请过些时候再来。站长请打开启动时打印的链接。", "PREPARING");
  throw data(said, { status: 503, headers: { "x-robots-tag": "noindex" } });
}

/** The page that completes a WeChat login replaces the session, so the old one is not checked. */
const isWechatLogin = pathsLike([paths.wechatLogin()]);

const ANONYMOUS = { kind: "anonymous" } as const;

/** Loads what every page needs: the reader, the site, its missing capabilities, and a flash message. */
export async function loadRoot(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  await refuseWhilePreparing(args, pathname);
  const asksWho = !isWechatLogin(pathname) && tokenOf(args.request) !== null;
  const [viewer, site, missing, unread] = await Promise.all([
    asksWho ? viewerOf(args) : ANONYMOUS,
    siteOf(args),
    missingOf(args),
    asksWho ? optional(gateway(args).call(notificationApi.unreadCount, {})) : null,
  ]);
  const { mode, objectHosts, offlineReading, publicOrigin, wechatOrigin } = env();
  const flash = flashOf(args.request);
  return data(
    {
      origin: publicOrigin,
      demo: mode === "demo",
      /**
       * Owner of the page with WeChat's QR code in the login form's frame: WeChat (theirs) or the demo (ours); null: none.
       */
      wechatFrame: wechatOrigin ? ("theirs" as const) : mode === "demo" ? ("ours" as const) : null,
      objectHosts,
      missing,
      now: (args.context.now ?? new Date()).toISOString(),
      /** Null for anonymous readers; undefined if there is a session but the profile can't be loaded now. */
      viewer: viewer.kind === "member" ? viewer.user : viewer.kind === "unknown" ? undefined : null,
      site,
      flash,
      /** Unread notifications; null for anonymous readers, or if unknown. */
      unread: unread?.total ?? null,
      /** Only set if browsers store nothing for reading offline. */
      ...(offlineReading ? {} : { offlineReading }),
    },
    flash ? { headers: { "set-cookie": clearFlash() } } : {},
  );
}
