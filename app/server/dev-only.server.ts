import { env } from "./env.server";
import { notFound } from "./page-error.server";

/** Development pages don't exist in production. @throws Response: 404 */
export function devOnly(): void {
  if (env().mode === "production") throw notFound("页面不存在，可能已被移动或删除");
}
