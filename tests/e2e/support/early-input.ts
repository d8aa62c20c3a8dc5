import type { Page } from "@playwright/test";

/** What a field says before React has hydrated it: its name, and its value or whether it is chosen. */
type Input = { name: string; says: string };

/**
 * Changes every field of the page's main part as soon as its HTML is complete, as a fast reader would; the framework of
 * members' pages loads later. Call before `goto`.
 */
export async function changeEarly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts = { date: "2031-02-03", time: "04:05", month: "2031-02", "datetime-local": "2031-02-03T04:05" };
    const changed = (field: HTMLInputElement | HTMLTextAreaElement): string => {
      if (field.type in texts) return texts[field.type as keyof typeof texts];
      return field.type === "number" || field.type === "range" ? String(Number(field.value) + 1) : `${field.value}早`;
    };
    document.addEventListener("DOMContentLoaded", () => {
      const fields = "main :is(input:not([type=hidden], [type=file]), textarea, select)";
      for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(fields)) {
        if (field.disabled || (field instanceof HTMLInputElement && field.readOnly)) continue;
        if (field instanceof HTMLSelectElement) {
          const other = [...field.options].findLast((option) => !option.selected && !option.disabled);
          if (other) field.value = other.value;
        } else if (field.type === "checkbox") field.checked = !field.checked;
        else if (field.type === "radio") field.checked = true;
        else field.value = changed(field);
      }
    });
  });
}

/** What the named fields of the page's main part say, in their order. */
export const inputOf = (page: Page): Promise<Input[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        "main :is(input:not([type=hidden], [type=file]), textarea, select)",
      ),
    ]
      .filter(({ name }) => name !== "")
      .map(({ type, name, value, checked }) => ({
        name,
        says: type === "checkbox" || type === "radio" ? `${value} ${checked}` : value,
      })),
  );
