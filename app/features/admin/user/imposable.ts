import type { Permission } from "#app/contract/permissions";
import { MUTE_DAYS_MAX, type SanctionKind, sanctionKinds } from "#app/contract/sanction-kinds";

/** Sanctions that somebody of the staff may impose on members; no kinds for who may impose nothing. */
export function imposableBy(may: readonly Permission[]): { kinds: readonly SanctionKind[]; daysMax: number } {
  if (may.includes("user.ban")) return { kinds: sanctionKinds, daysMax: Number.POSITIVE_INFINITY };
  return { kinds: may.includes("user.mute") ? ["mute"] : [], daysMax: MUTE_DAYS_MAX };
}
