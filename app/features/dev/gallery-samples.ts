/** Author for samples of components. */
export const SAMPLE_AUTHOR = {
  userId: 1,
  nickname: "周以宁",
  avatar: "",
  headline: "资深产品经理，写过三个从零到一的产品",
};
/** Person for samples of components, with their counts. */
export const SAMPLE_PERSON = { ...SAMPLE_AUTHOR, answerCount: 128, articleCount: 36, fansCount: 12_345 };

/** Numbers around those at which their format changes. */
export const SAMPLE_COUNTS = [0, 9, 999, 9_999, 10_000, 12_345, 999_999, 123_456_789];

/** Ages in ms, one for each wording. */
export const SAMPLE_AGES = [5_000, 3 * 60_000, 5 * 3_600_000, 26 * 3_600_000, 400 * 86_400_000];
