import { askOpenid } from "#app/features/login/ask-openid.server";
import type { WechatAttempt } from "#app/features/login/wechat-attempt.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { pathOfRoute } from "#app/server/urls/route-facts.server";
import { safePath } from "#app/server/urls/safe-path.server";

/** Path that WeChat's page redirects to. */
const PAYER = pathOfRoute("routes/zhiku/payer");

/** The offer to buy, its idempotency key, the path to return to, and the price that was shown (see `seenText`). */
export type WantedOffer = { offer: string; request: string; back: string; seen: string };

/**
 * WeChat's page that identifies the payer to `PAYER`, and the cookie that proves that this browser asked. Null if there
 * is no such page.
 */
export async function askWhoPays(
  args: ServerArgs,
  wanted: WantedOffer,
): Promise<{ url: string; cookie: string } | null> {
  return askOpenid(args, PAYER, { purpose: "pay", next: `${PAYER}?${new URLSearchParams(wanted)}` });
}

/** The purchase for which the returning attempt was started. */
export function wantedOf({ next }: Pick<WechatAttempt, "next">): WantedOffer {
  const query = new URL(next, "http://site.invalid").searchParams;
  const text = (name: keyof WantedOffer) => query.get(name) ?? "";
  const [offer, request, seen] = [text("offer"), text("request"), text("seen")];
  return { offer, request, back: safePath(text("back"), ""), seen };
}
