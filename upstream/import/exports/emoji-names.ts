import { nameToEmoji } from "gemoji";

/** Discourse's names that differ from GitHub's. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  face_with_monocle: "🧐",
  face_with_raised_eyebrow: "🤨",
  hugging_face: "🤗",
  money_mouth: "🤑",
  nerd: "🤓",
  rolling_eyes: "🙄",
  slight_frown: "🙁",
  slight_smile: "🙂",
  thinking_face: "🤔",
  upside_down: "🙃",
  zipper_mouth: "🤐",
};
const EMOJI: ReadonlyMap<string, string> = new Map(Object.entries({ ...nameToEmoji, ...OWN_NAMES }));
/** `:name:`, with a skin tone after it or not; not within words, times or URLs. */
const NAME = /(?<![a-z0-9_/:]):([a-z0-9_+-]{1,50}):(?:t[2-6]:)?/gi;

/**
 * Replaces names of emoji (`:smile:`), which Discourse stores in its texts, by the characters, without their skin
 * tones. Other names remain, such as those of a forum's own pictures.
 */
export const emojiOfNames = (text: string): string =>
  text.replace(NAME, (written, name: string) => EMOJI.get(name.toLowerCase()) ?? written);
