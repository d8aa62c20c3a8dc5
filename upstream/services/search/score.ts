/** Measures of how well a document fits; all but `text` from 0 to 1. */
export type Features = {
  /** Words found, by rarity and by how often they are there. */
  text: number;
  /** Share of the query that the document has, by rarity. */
  cover: number;
  /** Share of the query that the title has, by rarity. */
  title: number;
  /** Share of the query that the title has, times its own share of the title. */
  brief: number;
  /** Share of the pairs across words that the title has, and that the text has. */
  titlePairs: number;
  textPairs: number;
  /** Nearness of the words in the text. */
  near: number;
  /** Whether all that was typed stands in the title, or in the text, without a break. */
  stretch: number;
  /** The title is what was typed. */
  whole: number;
  /** Sureness with which the query names it by a tag or an author of its own. */
  named: number;
};

/** Worth of each feature; found by trying on texts that nobody here wrote, see docs/benchmark.md. */
export const WEIGHTS = {
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
export type Weights = typeof WEIGHTS;

/** Nearly all, as shares are sums of fractions. */
const ALL = 0.99;

/** One number of all features, larger is better. */
export function scoreOf(f: Features, w: Weights = WEIGHTS): number {
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
