import type { Runs } from "#app/contract/reading/search";

/** A text with marked matches. */
export function Marked({ runs }: { runs: Runs }) {
  // Runs have no identity but their position.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return runs.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
