import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { notificationApi } from "#app/contract/notification";
import { paths } from "#app/paths";
import { env } from "./env.server";
import { clearFlash, flashOf } from "./flash.server";
import { gateway } from "./gateway.server";
import { missingOf } from "./missing.server";
import { optional } from "./optional.server";
import { notice } from "./page-error.server";
import { isPreparing } from "./preparing.server";
import { tokenOf } from "./session.server";
import { siteOf } from "./site.server";
import { viewerOf } from "./viewer.server";

/** Pages that a site shows before it has an owner. */
const SETUP = /^\/setup(?:\.data)?$/;

/**
 * Closes a site that nobody owns and where nothing is to be read yet.
 * @throws Response: 503 for every page but the one that makes somebody its owner
 */
async function refuseWhilePreparing(args: LoaderFunctionArgs, pathname: string): Promise<void> {
  if (SETUP.test(pathname) || !(await isPreparing(args))) return;
  const { data: said } = notice(503, "很快就会开放，请过些时候再来。站长请打开启动时打印的链接。", "PREPARING");
  throw data(said, { status: 503, headers: { "x-robots-tag": "noindex" } });
}

const ANONYMOUS = { kind: "anonymous" } as const;

/** Loads what every page shows or asks: the reader, the site, what it lacks, and a message that is shown once. */
export async function loadRoot(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  await refuseWhilePreparing(args, pathname);
  // Where a login is about to end, nobody is asked who was logged in before it.
  const asksWho = pathname !== paths.wechatLogin() && tokenOf(args.request) !== null;
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
      /** Owner of the page by which the login form shows WeChat's code, in a frame; null for none. */
      wechatFrame: wechatOrigin ? ("theirs" as const) : mode === "demo" ? ("ours" as const) : null,
      objectHosts,
      missing,
      now: (args.context.now ?? new Date()).toISOString(),
      /** Null for visitors; undefined where somebody may be logged in, and their profile can't be had now. */
      viewer: viewer.kind === "member" ? viewer.user : viewer.kind === "unknown" ? undefined : null,
      site,
      flash,
      /** Unread notifications; null for visitors, and when nobody can tell. */
      unread: unread?.total ?? null,
      /** Said where browsers keep nothing for reading without a network. */
      ...(offlineReading ? {} : { offlineReading }),
    },
    flash ? { headers: { "set-cookie": clearFlash() } } : {},
  );
}
