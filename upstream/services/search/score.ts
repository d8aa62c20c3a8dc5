/** Relevance features of a document; all but `text` range from 0 to 1. */
export type Features = {
  /** Matched words, weighted by rarity and frequency. */
  text: number;
  /** Share of the query found in the document, weighted by rarity. */
  cover: number;
  /** Share of the query found in the title, weighted by rarity. */
  title: number;
  /** Share of the query found in the title, multiplied by its share of the title. */
  brief: number;
  /** Share of the pairs across words found in the title, and in the text. */
  titlePairs: number;
  textPairs: number;
  /** Proximity of the words in the text. */
  near: number;
  /** Whether the whole query occurs contiguously in the title, or in the text. */
  stretch: number;
  /** Whether the title equals the query. */
  whole: number;
  /** Confidence with which the query names its tag or author. */
  named: number;
};

/** Weight of each feature; tuned on texts that nobody here wrote, see docs/benchmark.md. */
const WEIGHTS = {
  text: 0.357,
  coverPower: 2.363,
  title: 1.54,
  brief: 1.35,
  allInTitle: 3.1,
  allInText: 0.306,
  titlePairs: 1.72,
  textPairs: 0.3,
  allTextPairs: 0.1,
  near: 1.065,
  stretch: 2,
  whole: 3,
  named: 4,
};

/** Threshold for a full share, as shares are sums of fractions. */
const ALL = 0.99;

/** Combines all features into one score; higher is better. */
export function scoreOf(f: Features): number {
  const w = WEIGHTS;
  return (
    w.text * f.text * f.cover ** w.coverPower +
    w.title * f.title ** 2 +
    w.brief * f.brief +
    (f.title > ALL ? w.allInTitle : 0) +
    (f.cover > ALL ? w.allInText : 0) +
    w.titlePairs * f.titlePairs +
    w.textPairs * f.textPairs +
    (f.textPairs === 1 && f.cover > ALL ? w.allTextPairs : 0) +
    w.near * f.near +
    w.stretch * f.stretch +
    w.whole * f.whole +
    w.named * f.named
  );
}
