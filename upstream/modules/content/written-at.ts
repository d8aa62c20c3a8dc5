import { nowIso, type Services } from "#upstream/call/context";

/**
 * The time that a new row carries: now, or what an import or the demo gives. All times have one shape
 * (`2026-01-31T08:00:00.000Z`), because they are compared as text.
 * @throws RangeError when what is given is no time.
 */
export function writtenAt(services: Pick<Services, "clock">, createdAt?: string): string {
  return createdAt === undefined ? nowIso(services) : new Date(createdAt).toISOString();
}
