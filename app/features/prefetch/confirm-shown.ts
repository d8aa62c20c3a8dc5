type Delivered = PerformanceEntry & { deliveryType?: string };

/**
 * Asks anew for a page whose document had been fetched before somebody went to it. So the visit counts; and where the page, or
 * who reads it, has changed meanwhile, it is loaded again, unless React has it by then.
 */
export async function confirmShown(): Promise<void> {
  const [navigation]: Delivered[] = performance.getEntriesByType("navigation");
  if (navigation?.deliveryType !== "navigational-prefetch") return;
  const now = await fetch(location.href).catch(() => null);
  const page = now?.ok && (await now.text());
  const textOf = (id: string) => document.getElementById(id)?.textContent;
  if (page && textOf("start") && !page.includes(textOf("page-data") ?? "")) location.reload();
}
