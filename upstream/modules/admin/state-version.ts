import { createHash } from "node:crypto";
import { BusinessError } from "#upstream/call/errors";
import { toJson } from "#upstream/db/schema/columns";

/** Version of a state without a version number, derived from its content. */
export const stateVersion = (state: unknown): string =>
  createHash("sha256").update(toJson(state)).digest("base64url").slice(0, 22);

/**
 * Refuses to overwrite a concurrent change.
 * @param read version that was read, if any
 * @throws BusinessError CONFLICT
 */
export function refuseStale(state: unknown, read: string | undefined): void {
  if (read !== undefined && read !== stateVersion(state)) throw new BusinessError("CONFLICT");
}
