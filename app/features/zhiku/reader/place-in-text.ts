/** A position in a text: percentage read, and the last heading. */
export type PlaceInText = { percent: number; anchor: string | null };

/** Percentage of a text above the lower edge of the window, and the last heading above its middle. */
export function placeIn(text: HTMLElement): PlaceInText {
  const { top, height } = text.getBoundingClientRect();
  const seen = window.innerHeight - top;
  const percent = height === 0 ? 0 : Math.round((Math.min(Math.max(seen, 0), height) / height) * 100);
  const headings = [...text.querySelectorAll<HTMLElement>("h2[id], h3[id], h4[id]")];
  const anchor = headings.findLast((heading) => heading.getBoundingClientRect().top < window.innerHeight / 2)?.id;
  return { percent, anchor: anchor ?? null };
}
