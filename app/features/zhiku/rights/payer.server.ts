import { askOpenid } from "#app/features/login/ask-openid.server";
import type { WechatAttempt } from "#app/features/login/wechat-attempt.server";
import { pathOfRoute } from "#app/server/route-facts.server";
import { safePath } from "#app/server/safe-path.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Path that WeChat's page comes back to. */
const PAYER = pathOfRoute("routes/zhiku/payer");

/** Offer that somebody is about to buy, and the path that they came from. */
export type Wanted = { offer: string; request: string; back: string };

/**
 * WeChat's page that tells `PAYER` who pays, and the cookie by which that one knows that this browser has asked.
 * Null where there is no such page.
 */
export async function askWhoPays(args: ServerArgs, wanted: Wanted): Promise<{ url: string; cookie: string } | null> {
  return askOpenid(args, PAYER, { purpose: "pay", next: `${PAYER}?${new URLSearchParams(wanted)}` });
}

/** Purchase that the attempt was begun for that comes back now. */
export function wantedOf({ next }: Pick<WechatAttempt, "next">): Wanted {
  const query = new URL(next, "http://site.invalid").searchParams;
  const text = (name: keyof Wanted) => query.get(name) ?? "";
  return { offer: text("offer"), request: text("request"), back: safePath(text("back"), "") };
}
