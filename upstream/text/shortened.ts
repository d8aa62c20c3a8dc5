const LETTERS_MAX = 80;

/** Returns the beginning of a text on one line, with … if it was cut. */
export function shortened(text: string, max = LETTERS_MAX): string {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > max ? `${letters.slice(0, max).join("")}…` : letters.join("");
}

/** Returns a text of at most `max` characters, the last of which is … if it was cut. */
export function cutTo(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text;
}
