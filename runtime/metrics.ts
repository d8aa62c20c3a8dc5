/** Label values that tell apart the series of a metric. */
export type Labels = Readonly<Record<string, string>>;
/** A value of a gauge. */
export type Sample = { labels?: Labels; value: number };

/** Metrics of this process in Prometheus's format. Names end in their unit; labels have few values. */
export type Metrics = {
  /** @returns a function that adds `by` (1 by default) */
  counter(name: string, help: string): (labels?: Labels, by?: number) => void;
  /** @param bounds upper bounds of the buckets, in ascending order */
  histogram(name: string, help: string, bounds: readonly number[]): (value: number, labels?: Labels) => void;
  /** Registers a value that is read when metrics are collected; if reading fails, it is left out. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void;
  /** All metrics in Prometheus's text format 0.0.4. */
  render(): Promise<string>;
};

type Family = { name: string; help: string; type: string; lines(): string[] | Promise<string[]> };
type Buckets = { labels: Labels; counts: number[]; sum: number; count: number };

/** Creates an empty set of metrics. */
export function createMetrics(): Metrics {
  const families: Family[] = [];
  return {
    counter(name, help) {
      const series = new Map<string, { labels: Labels; value: number }>();
      families.push({
        name,
        help,
        type: "counter",
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
        name,
        help,
        type: "histogram",
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
        name,
        help,
        type: "gauge",
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

/** Lines of one histogram series; buckets are cumulative. */
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

/**
 * Key of a series within its metric. It is built once per request; the full label syntax is only written when
 * rendering, since it would cost a twentieth of a request.
 */
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
