import { env } from "#app/server/env.server";
import { wrongAddress } from "#app/server/errors/page-error.server";

/** Hides development pages in production. @throws Response: 404 */
export function devOnly(): void {
  if (env().mode === "production") throw wrongAddress();
}
