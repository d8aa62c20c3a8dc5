type Delivered = PerformanceEntry & { deliveryType?: string };

/**
 * Requests a page again whose document was prefetched before it was opened. So the visit counts; and if the page or its
 * reader has changed meanwhile, it is reloaded, unless React has hydrated it by then.
 */
export async function confirmShown(): Promise<void> {
  const [navigation]: Delivered[] = performance.getEntriesByType("navigation");
  if (navigation?.deliveryType !== "navigational-prefetch") return;
  const now = await fetch(location.href).catch(() => null);
  const page = now?.ok && (await now.text());
  const textOf = (id: string) => document.getElementById(id)?.textContent;
  if (page && textOf("start") && !page.includes(textOf("page-data") ?? "")) location.reload();
}
