/** Money for people: 19800 fen is ¥198, 9950 is ¥99.50. */
export function formatYuan(fen: number): string {
  const yuan = fen / 100;
  return `¥${Number.isInteger(yuan) ? yuan : yuan.toFixed(2)}`;
}
