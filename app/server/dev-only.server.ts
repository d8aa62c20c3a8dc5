import { env } from "./env.server";
import { notFound } from "./page-error.server";

/** Development pages don't exist in production. @throws Response: 404 */
export function devOnly(): void {
  if (env().mode === "production") throw notFound("地址可能有误，也可能页面已被移动或删除");
}
