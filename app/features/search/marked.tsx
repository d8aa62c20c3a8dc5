import type { Runs } from "#app/contract/search";

/** A text in which what was searched for is marked. */
export function Marked({ runs }: { runs: Runs }) {
  // Runs of one text have no names but their places.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return runs.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
