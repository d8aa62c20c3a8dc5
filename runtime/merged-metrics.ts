/**
 * Merges the metrics of several processes into one text: each metric name once, its samples with a label `worker`.
 * @param texts each process's rendered metrics, by the process's name
 */
export function mergedMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const [worker, text] of texts) {
    const label = `worker="${worker}"`;
    let family: { head: string[]; samples: string[] } | undefined;
    let isNew = false;
    for (const line of text.split("\n")) {
      const [, name] = /^# HELP (\w+) /.exec(line) ?? [];
      if (name) {
        isNew = !families.has(name);
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
      }
      if (!line.startsWith("#")) {
        if (line) family?.samples.push(labelled(line, label));
      } else if (isNew) family?.head.push(line);
    }
  }
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join("\n")}\n`;
}

/** Adds a label to a sample; metric names contain neither a brace nor a space. */
const labelled = (sample: string, label: string): string =>
  sample.replace(/[{ ]/, (end) => (end === "{" ? `{${label},` : `{${label}} `));
