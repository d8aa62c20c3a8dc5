import type { ReportedPlace } from "#app/contract/admin/review/report";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { versionOfThing } from "#upstream/modules/admin/content/seen";
import type { Thing } from "#upstream/modules/admin/content/things";
import { stateVersion } from "#upstream/modules/admin/state-version";

const COLUMNS = ["id", "reporter_id", "reason", "detail", "created_at"] as const;
/** Undecided report, as far as staff read it. */
type OpenReport = { id: number; reporter_id: number; reason: string; detail: string; created_at: string };

/**
 * Version of a reported item for decisions on what was seen: of the item, the time of its newest undecided report, and
 * one derived from all of these.
 */
export const versionOfReported = (thing: Thing | undefined, reports: readonly OpenReport[]): string =>
  `${thing ? versionOfThing(thing) : "."}~${newestOf(reports).toString(36)}~${reportsVersion(reports)}`;

const newestOf = (reports: readonly OpenReport[]): number =>
  Math.max(0, ...reports.map(({ created_at }) => Date.parse(created_at)));

const reportsVersion = (reports: readonly OpenReport[]): string =>
  stateVersion(
    [...reports]
      .sort((a, b) => a.id - b.id)
      .map(({ id, reason, detail, created_at }) => [id, reason, detail, created_at]),
  );

/** Undecided reports of several items, by `kind/id`; one statement per kind. */
export async function openReportsAt(db: Db, places: readonly ReportedPlace[]): Promise<Map<string, OpenReport[]>> {
  const reports = new Map<string, OpenReport[]>();
  for (const kind of new Set(places.map((place) => place.kind))) {
    const ids = places.flatMap((place) => (place.kind === kind ? [place.id] : []));
    const rows = await db
      .selectFrom("reports")
      .select([...COLUMNS, "target_id"])
      .where("target_kind", "=", kind)
      .where("target_id", "in", ids)
      .where("state", "=", "open")
      .execute();
    for (const { target_id, ...row } of rows) {
      const at = `${kind}/${target_id}`;
      reports.set(at, [...(reports.get(at) ?? []), row]);
    }
  }
  return reports;
}

/** Maximum reporters named in a refusal. */
const NAMED = 3;

/**
 * Refuses to close reports of which some were sent or changed since the item was seen.
 * @param read version that was seen, if any
 * @throws BusinessError CONFLICT, naming who sent them
 */
export async function refuseUnreadReports(
  trx: Db,
  reports: readonly OpenReport[],
  read: string | undefined,
): Promise<void> {
  if (read === undefined) return;
  const [, newest = "", version] = read.split("~");
  if (version === reportsVersion(reports)) return;
  const fresh = reports.filter(({ created_at }) => Date.parse(created_at) > Number.parseInt(newest, 36));
  if (fresh.length === 0) throw new BusinessError("CONFLICT", "它的举报刚才有改动，请看过再处理");
  const ids = fresh.slice(0, NAMED).map(({ reporter_id }) => reporter_id);
  const people = await trx.selectFrom("users").select("nickname").where("id", "in", ids).orderBy("id").execute();
  const names = people.map(({ nickname }) => nickname).join("、");
  const more = fresh.length > NAMED ? `等 ${fresh.length} 人` : "";
  throw new BusinessError("CONFLICT", `刚才${names}${more}又举报了它，请看过再处理`);
}
