type Rows<Column extends string> = readonly Readonly<Record<Column, string>>[];

/** Rows of a form as one text for `TheirFields`: numbered, each with its filled columns after their labels. */
export function textOfRows<Column extends string>(
  columns: Readonly<Record<Column, string>>,
  rows: Rows<NoInfer<Column>>,
): string {
  const labels = Object.entries(columns) as [Column, string][];
  const filled = rows.map((row) => labels.flatMap(([name, label]) => (row[name] ? `${label}：${row[name]}` : [])));
  return filled.map((words, at) => `${at + 1}. ${words.join("；")}`).join("\n");
}
