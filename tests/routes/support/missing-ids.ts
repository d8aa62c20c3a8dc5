import { REFERRING } from "#tests/e2e/support/page-references";

/** References in a page's HTML to ids that none of its elements has. */
export function missingIds(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const references = new RegExp(` (${REFERRING.join("|")})="([^"]+)"`, "g");
  return [...html.matchAll(references)].flatMap(([, name, value = ""]) =>
    value
      .split(" ")
      .filter((id) => !ids.has(id))
      .map((id) => `${name}: ${id}`),
  );
}
