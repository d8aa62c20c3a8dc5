import { createHash } from "node:crypto";
import { BusinessError } from "#upstream/call/errors";
import { toJson } from "#upstream/db/schema/columns";

/** Version of something that has no number that counts its changes: two states that differ have different ones. */
export const stateVersion = (state: unknown): string =>
  createHash("sha256").update(toJson(state)).digest("base64url").slice(0, 22);

/**
 * Refuses to write over what somebody else has changed since it was read.
 * @param read version that was read; none where nothing was
 * @throws BusinessError CONFLICT
 */
export function refuseStale(state: unknown, read: string | undefined): void {
  if (read !== undefined && read !== stateVersion(state)) throw new BusinessError("CONFLICT");
}
