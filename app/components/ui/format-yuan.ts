/** Formats an amount in fen: ¥198, ¥9.90. */
export function formatYuan(fen: number): string {
  const yuan = fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2);
  return `¥${yuan.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",")}`;
}
