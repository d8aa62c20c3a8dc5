import { z } from "zod";
import type { NoteServer } from "#log/server-events";
import { HOUR } from "#runtime/time-units";

/** Path to which browsers report violations of the content security policy; see routes/machines/policy-report. */
export const POLICY_REPORTS = "/reports/policy";

/** Maximum number of logged reports per hour and process: anybody can send any number of them. */
const LINES_MAX = 20;

const text = z.string().max(2_000).catch("");
/** Reports as sent by `report-to`, and by the older `report-uri`. */
const reports = z.union([
  z.array(z.object({ body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) })).max(20),
  z.object({ "csp-report": z.object({ "effective-directive": text, "blocked-uri": text, "document-uri": text }) }),
]);

type Violation = { directive: string; blocked: string; page: string };

/** Fields of a report to log: no query strings, and only the origin of the blocked resource. */
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

/** Creates a log of violations that logs each kind once an hour, and a limited number of kinds. */
export function createPolicyLog(note: NoteServer) {
  let hour = 0;
  const told = new Set<string>();
  return (report: unknown): void => {
    const now = Date.now();
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
