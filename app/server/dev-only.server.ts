import { env } from "./env.server";
import { wrongAddress } from "./page-error.server";

/** Hides development pages in production. @throws Response: 404 */
export function devOnly(): void {
  if (env().mode === "production") throw wrongAddress();
}
