import { z } from "zod";
import type { NoteServer } from "#log/server-events";
import { HOUR } from "#runtime/time-units";

/** Path to which browsers report what a page's policy kept from happening; see routes/machines/policy-report. */
export const POLICY_REPORTS = "/reports/policy";

/** Lines in an hour and process: anybody can send as many reports as they like. */
const LINES_MAX = 20;

const text = z.string().max(2_000).catch("");
/** As `report-to` has it, and as `report-uri` had it before. */
const reports = z.union([
  z.array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) })).max(20),
  z.object({ "csp-report": z.object({ "effective-directive": text, "blocked-uri": text, "document-uri": text }) }),
]);

type Violation = { directive: string; blocked: string; page: string };

/** Fields of a report that are worth a line: no query of a page, and of what was blocked only whose it was. */
function violationsIn(report: unknown): Violation[] {
  const parsed = reports.safeParse(report);
  if (!parsed.success) return [];
  const found = Array.isArray(parsed.data)
    ? parsed.data.map(({ body }) => [body.effectiveDirective, body.blockedURL, body.documentURL] as const)
    : [parsed.data["csp-report"]].map(
        (one) => [one["effective-directive"], one["blocked-uri"], one["document-uri"]] as const,
      );
  return found.map(([directive, blocked, page]) => ({
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : "unknown",
    blocked: URL.canParse(blocked) ? new URL(blocked).origin : /^[a-z-]{1,20}$/.test(blocked) ? blocked : "unknown",
    page: URL.canParse(page) ? new URL(page).pathname.slice(0, 100) : "unknown",
  }));
}

/** Notes violations: each kind of them once an hour, and few kinds. */
export function createPolicyLog(note: NoteServer, clock: () => number = Date.now) {
  let hour = 0;
  const told = new Set<string>();
  return (report: unknown): void => {
    const now = clock();
    if (Math.floor(now / HOUR) !== hour) {
      hour = Math.floor(now / HOUR);
      told.clear();
    }
    for (const violation of violationsIn(report)) {
      const kind = `${violation.directive} ${violation.blocked}`;
      if (told.has(kind) || told.size >= LINES_MAX) continue;
      told.add(kind);
      note("policy_broken", violation);
    }
  };
}
