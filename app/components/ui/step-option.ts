/**
 * Index of the option that an arrow key moves to in a list below a field; -1 is the field itself, above the first and
 * below the last option.
 * @returns undefined for other keys
 */
export function stepOption(key: string, current: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const places = count + 1;
  return step && ((current + 1 + step + places) % places) - 1;
}
