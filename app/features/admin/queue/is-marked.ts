/**
 * Whether an item of a list was selected in a form that came back, in whichever version.
 * @param items as submitted: `12:3`, `article:12:3`
 * @param item without version: `12`, `article:12`
 */
export const isMarked = (items: readonly string[] | undefined, item: string): boolean | undefined =>
  items?.some((one) => one === item || one.startsWith(`${item}:`));
