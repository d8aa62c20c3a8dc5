import { nowIso, type Services } from "#upstream/call/context";

/**
 * Creation time of a new row: now, or as given by an import or the demo. All times have the same format
 * (`2026-01-31T08:00:00.000Z`), because they are compared as text.
 * @throws RangeError if the given time is invalid
 */
export function writtenAt(services: Pick<Services, "clock">, createdAt?: string): string {
  return createdAt === undefined ? nowIso(services) : new Date(createdAt).toISOString();
}
