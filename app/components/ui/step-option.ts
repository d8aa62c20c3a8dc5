/**
 * Option of a list below a field that an arrow key leads to. Above the first and below the last is the field itself: -1.
 * @returns undefined for other keys
 */
export function stepOption(key: string, current: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const places = count + 1;
  return step && ((current + 1 + step + places) % places) - 1;
}
