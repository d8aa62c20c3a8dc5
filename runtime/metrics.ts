/** Values by which what a metric counts is told apart. */
export type Labels = Readonly<Record<string, string>>;
/** A value of a gauge. */
export type Sample = { labels?: Labels; value: number };

/** Metrics of this process, as Prometheus reads them. Names end in their unit; labels have few values. */
export type Metrics = {
  /** @returns what counts one more, or so many */
  counter(name: string, help: string): (labels?: Labels, by?: number) => void;
  /** @param bounds upper bounds of the buckets, the smallest first */
  histogram(name: string, help: string, bounds: readonly number[]): (value: number, labels?: Labels) => void;
  /** A value that is read when somebody asks; one that can't be read is left out. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void;
  /** Everything, in the text format of Prometheus 0.0.4. */
  render(): Promise<string>;
};

type Family = { name: string; help: string; type: string; lines(): string[] | Promise<string[]> };
type Buckets = { labels: Labels; counts: number[]; sum: number; count: number };

/** Metrics of a process, empty at first. */
export function createMetrics(): Metrics {
  const families: Family[] = [];
  return {
    counter(name, help) {
      const series = new Map<string, { labels: Labels; value: number }>();
      families.push({
        ...{ name, help, type: "counter" },
        lines: () => [...series.values()].map(({ labels, value }) => `${name}${written(labels)} ${value}`),
      });
      return (labels = {}, by = 1) => {
        const key = keyOf(labels);
        const known = series.get(key);
        if (known) known.value += by;
        else series.set(key, { labels, value: by });
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, Buckets>();
      families.push({
        ...{ name, help, type: "histogram" },
        lines: () => [...series.values()].flatMap((one) => histogramLines(name, bounds, one)),
      });
      return (value, labels = {}) => {
        const key = keyOf(labels);
        let known = series.get(key);
        if (!known) {
          known = { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, known);
        }
        known.sum += value;
        known.count += 1;
        const at = bounds.findIndex((bound) => value <= bound);
        if (at >= 0) known.counts[at] = (known.counts[at] ?? 0) + 1;
      };
    },
    gauge(name, help, read) {
      families.push({
        ...{ name, help, type: "gauge" },
        async lines() {
          const samples = await Promise.resolve()
            .then(read)
            .catch(() => []);
          return samples.map(({ labels = {}, value }) => `${name}${written(labels)} ${value}`);
        },
      });
    },
    async render() {
      const parts = await Promise.all(
        families.map(async ({ name, help, type, lines }) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...(await lines()),
        ]),
      );
      return `${parts.flat().join("\n")}\n`;
    },
  };
}

/** Lines of one series: each bucket counts what the smaller ones have as well. */
function histogramLines(name: string, bounds: readonly number[], { labels, counts, sum, count }: Buckets): string[] {
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return `${name}_bucket${written({ ...labels, le: String(bound) })} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket${written({ ...labels, le: "+Inf" })} ${count}`,
    `${name}_sum${written(labels)} ${sum}`,
    `${name}_count${written(labels)} ${count}`,
  ];
}

/** Name of a series among those of its metric. Put together for each request, which writing it out would cost a twentieth of. */
function keyOf(labels: Labels): string {
  let key = "";
  for (const name in labels) key += `${name}=${labels[name]}\n`;
  return key;
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (character: string): string => (character === "\n" ? "\\n" : `\\${character}`);
