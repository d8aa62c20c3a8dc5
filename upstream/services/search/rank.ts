import type { IndexQuery, Match } from "./back-end";

/** Stands for the ask of documents that have only some of the words; behind every other. */
const SOME_WORDS = 9;
/** Scores that differ by less than this share of the best are equal, so that the newer one comes first. */
const SCORE_STEP = 0.05;

/** Orders documents, of which each is there once: better ask (they are listed from the best down), better score, newer. */
export function ranked(matches: readonly Match[]): Match[] {
  const best = new Map<number, number>();
  for (const { ask, score } of matches) best.set(ask, Math.max(best.get(ask) ?? 0, score));
  const step = ({ ask, score }: Match) => Math.round(score / ((best.get(ask) || 1) * SCORE_STEP));
  return matches
    .map((match) => ({ match, step: step(match) }))
    .sort((a, b) => a.match.ask - b.match.ask || b.step - a.step || newerFirst(a.match, b.match))
    .map(({ match }) => match);
}

function newerFirst(a: Match, b: Match): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return b.id - a.id;
}

/** Keeps the first `most` of each question with its answers. */
export function collapsed(matches: readonly Match[], most: number): Match[] {
  const seen = new Map<number, number>();
  return matches.filter((one) => {
    const question = one.kind === "question" ? one.item_id : one.question_id;
    if (question === null) return true;
    const count = (seen.get(question) ?? 0) + 1;
    seen.set(question, count);
    return count <= most;
  });
}

/** Gives what an ask without scores found the scores of the next ask; 0 what that did not reach, as it is older. */
export function withScoreOfNextQuery(matches: readonly Match[], asks: readonly IndexQuery[]): Match[] {
  const scores = asks.map(() => new Map<number, number>());
  for (const { ask, id, score } of matches) scores[ask]?.set(id, score);
  return matches.map((match) =>
    asks[match.ask]?.scored ? match : { ...match, score: scores[match.ask + 1]?.get(match.id) ?? 0 },
  );
}

/** Each document once, by the best ask that found it. */
export function byBestQuery(matches: readonly Match[]): Match[] {
  const found = new Map<number, Match>();
  for (const match of matches) {
    const before = found.get(match.id);
    if (!before || match.ask < before.ask) found.set(match.id, match);
  }
  return [...found.values()];
}

/**
 * Each document that has some of the words, once: rarer words and words of the title count more.
 * `meanings[ask]` says which terms an ask looked for; `rarity` is what a match of each term is worth.
 */
export function byShareOfWords(
  matches: readonly Match[],
  meanings: readonly { terms: readonly number[]; inTitle: boolean }[],
  rarity: readonly number[],
): Match[] {
  const found = new Map<number, { match: Match; texts: Set<number>; titles: Set<number> }>();
  for (const match of matches) {
    const { terms = [], inTitle = false } = meanings[match.ask] ?? {};
    const one = found.get(match.id) ?? { match, texts: new Set(), titles: new Set() };
    found.set(match.id, one);
    for (const term of terms) {
      one.texts.add(term);
      if (inTitle) one.titles.add(term);
    }
  }
  const worth = (terms: Set<number>) => [...terms].reduce((sum, term) => sum + (rarity[term] ?? 0), 0);
  return [...found.values()].map(({ match, texts, titles }) => ({
    ...match,
    ask: SOME_WORDS,
    score: worth(texts) + worth(titles),
  }));
}
