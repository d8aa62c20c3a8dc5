import { FIGURES } from "#app/contract/admin/desk/figure-names";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import { figureText } from "./figure-text";

const WIDTH = 240;
const HEIGHT = 64;

/**
 * Bar chart of a figure (none if it has no data), with its sum or last value and a comparison to the previous period.
 */
export function FigurePlot({ series, labels }: { series: FigureSeries; labels: readonly string[] }) {
  const { name } = FIGURES[series.key];
  const known = series.values.map((value) => value ?? 0);
  const top = Math.max(...known);
  const step = WIDTH / Math.max(1, known.length);
  const peak = known.indexOf(Math.max(...known));
  const words = `${name}，${labels[0]} 到 ${labels.at(-1)}，最高 ${figureText(series.key, known[peak] ?? 0)}（${labels[peak]}）`;
  return (
    <section className="figure">
      <h3 className="figure__name">{name}</h3>
      <p className="figure__total">
        <strong className="numbers">{figureText(series.key, series.total)}</strong>{" "}
        {series.before === null ? null : <span className="figure__before">{comparison(series)}</span>}
      </p>
      {top === 0 ? null : (
        <>
          <svg
            className="figure__plot"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={words}
          >
            {known.map((value, at) => {
              const height = (value / top) * (HEIGHT - 2);
              return (
                <rect
                  key={labels[at]}
                  x={at * step + step * 0.1}
                  y={HEIGHT - height}
                  width={step * 0.8}
                  height={height}
                />
              );
            })}
            <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
          </svg>
          <p className="figure__days numbers" aria-hidden="true">
            <span>{shortDay(labels[0], labels)}</span>
            <span>{labels.length > 1 ? shortDay(labels.at(-1), labels) : null}</span>
          </p>
        </>
      )}
    </section>
  );
}

/** Shortest unambiguous form of a day: 11-26 within a year, else 2026-11. */
function shortDay(day: string | undefined, labels: readonly string[]): string | undefined {
  return labels[0]?.slice(0, 4) === labels.at(-1)?.slice(0, 4) ? day?.slice(5) : day?.slice(0, 7);
}

/** Comparison of a period with the previous one: 前期 100，+12%. */
export function comparison({ key, total, before }: Omit<FigureSeries, "values">): string {
  const { kind } = FIGURES[key];
  if (before === null || total === null) return "前期没有数据";
  if (before === 0) return total === 0 ? "与前期相同" : "前期为 0";
  const was = `${kind === "state" ? "前期末" : "前期"} ${figureText(key, before)}`;
  const change = Math.round((kind === "share" ? total - before : (total - before) / before) * 100);
  if (change === 0) return `${was}，持平`;
  return `${was}，${change > 0 ? "+" : "−"}${Math.abs(change)}${kind === "share" ? " 个百分点" : "%"}`;
}
