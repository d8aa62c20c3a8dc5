const LETTERS_MAX = 80;

/** First letters of a text in one line, with … where there are more. */
export function shortened(text: string, max = LETTERS_MAX): string {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > max ? `${letters.slice(0, max).join("")}…` : letters.join("");
}
