/** Attributes whose values are ids of other elements of the page. */
export const REFERRING = [
  "for",
  "form",
  "list",
  "headers",
  "popovertarget",
  "aria-activedescendant",
  "aria-controls",
  "aria-describedby",
  "aria-details",
  "aria-errormessage",
  "aria-flowto",
  "aria-labelledby",
  "aria-owns",
] as const;

/** In the page: references to ids that no element has, or several, and regions inside another of the same name. */
export function brokenReferences(referring: readonly string[]): string[] {
  const told = new Set<string>();
  const having = new Map<string, number>();
  for (const { id } of document.querySelectorAll("[id]")) having.set(id, (having.get(id) ?? 0) + 1);
  for (const [id, times] of having) if (times > 1) told.add(`${times} elements with the id ${id}`);
  for (const name of referring)
    for (const element of document.querySelectorAll(`[${name}]`))
      for (const id of (element.getAttribute(name) ?? "").split(/\s+/))
        if (id && !having.has(id)) told.add(`${element.localName}[${name}] refers to ${id}`);
  const regions = "nav, section[aria-label], section[aria-labelledby], [role=region]";
  const nameOf = (region: Element) => {
    const ids = region.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    return ids.length
      ? ids.map((id) => document.getElementById(id)?.textContent).join(" ")
      : region.getAttribute("aria-label");
  };
  for (const region of document.querySelectorAll(regions)) {
    const outer = region.parentElement?.closest(regions);
    if (outer && nameOf(outer) === nameOf(region)) told.add(`a region ${nameOf(region)} in one of the same name`);
  }
  return [...told];
}
