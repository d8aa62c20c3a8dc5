import { statusNameOf } from "#app/server/errors/status-name.server";
import type { Refusal } from "#app/server/request/write-guard.server";
import { smallPage } from "./small-page";

const HEADINGS: Record<number, string> = { 503: "服务暂时不可用", 500: "服务器出了点问题" };

/** Statuses that may succeed when tried again later. */
const PASSING = new Set([429, 500, 503]);

/**
 * A small page for requests that never reach the app, with status code, status message and description; goes with `SMALL_PAGE_POLICY`.
 * @param reading whether it was a read, which can be repeated without sending anything twice
 */
export function refusalPage({ status, message }: Refusal, reading: boolean): string {
  const heading = HEADINGS[status] ?? "请求没有被接受";
  const again = reading && PASSING.has(status) ? '<a href="">重试</a>' : "";
  const named = `<p>${status} ${statusNameOf(status)}</p>`;
  return smallPage({ heading, main: `${named}<p>${message}</p><p>${again}<a href="/">回到首页</a></p>` });
}
