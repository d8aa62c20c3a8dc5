import { MUTE_DAYS_MAX, type SanctionKind, sanctionKinds } from "#app/contract/moderation/sanction-kinds";
import type { Permission } from "#app/contract/permissions";

/** Sanctions that a staff member may impose on members, and the maximum days; no kinds without permission. */
export function imposableBy(may: readonly Permission[]): { kinds: readonly SanctionKind[]; daysMax: number } {
  if (may.includes("user.ban")) return { kinds: sanctionKinds, daysMax: Number.POSITIVE_INFINITY };
  return { kinds: may.includes("user.mute") ? ["mute"] : [], daysMax: MUTE_DAYS_MAX };
}
