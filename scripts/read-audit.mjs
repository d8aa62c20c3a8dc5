/** @typedef {{ id: string, severity: string, name: string, title: string, url: string }} Advisory */
/** Accepted advisory: why it does not affect a site, and the date from which it must be reviewed. */
/** @typedef {{ id: string, reason: string, until: string }} Accepted */

const GRAVE = new Set(["high", "critical"]);

/**
 * Returns severe advisories in the output of `npm audit --json`.
 * @param {string} printed
 * @returns {Advisory[] | null} null if the registry did not respond
 */
export function readAudit(printed) {
  const report = parsed(printed);
  if (!report?.vulnerabilities) return null;
  /** @type {Map<string, Advisory>} */
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const one of via) {
      // A string names the package that causes the problem, which has its own entry.
      if (typeof one === "string" || !GRAVE.has(one.severity)) continue;
      const id = /GHSA(?:-\w{4}){3}/.exec(one.url)?.[0] ?? String(one.source);
      found.set(`${id} ${one.name}`, { id, severity: one.severity, name: one.name, title: one.title, url: one.url });
    }
  }
  return [...found.values()];
}

/** @typedef {{ source: number, name: string, title: string, url: string, severity: string }} Via */

/**
 * @param {string} printed
 * @returns {{ vulnerabilities?: Record<string, { via: (string | Via)[] }> } | null}
 */
function parsed(printed) {
  try {
    return JSON.parse(printed);
  } catch {
    return null;
  }
}

/**
 * Problems to report: advisories that are not accepted, or whose acceptance has expired.
 * @param {Advisory[]} advisories
 * @param {readonly Accepted[]} accepted
 * @param {string} today a day as 2026-01-31
 * @returns {string[]}
 */
export function problemsOf(advisories, accepted, today) {
  return advisories.flatMap(({ id, severity, name, title, url }) => {
    const known = accepted.find((one) => one.id === id);
    if (known && known.reason.trim() !== "" && today < known.until) return [];
    const late = known ? ` (was accepted until ${known.until}: ${known.reason})` : "";
    return [`${severity}: ${name}: ${title} ${url}${late}`];
  });
}
