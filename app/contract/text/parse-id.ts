/**
 * Parses an id written in decimal: in a URL, a form or on the command line. At most 15 digits, so that it is exact as a
 * number.
 * @returns null for anything else
 */
export const parseId = (text: string | null | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null;
