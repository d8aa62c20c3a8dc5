import { FIGURE_GROUPS, FIGURES } from "#app/contract/admin/figure-names";
import type { FigureSeries } from "#app/contract/admin/figures";
import { FigurePlot } from "./figure-plot";
import { figureText } from "./figure-text";

type Props = { group: keyof typeof FIGURE_GROUPS; series: readonly FigureSeries[]; labels: readonly string[] };

/** Figures of one group: a plot of each, and a table of all. */
export function FigureGroup({ group, series, labels }: Props) {
  const { name, figures } = FIGURE_GROUPS[group];
  const own = series.filter(({ key }) => Object.hasOwn(figures, key));
  if (own.length === 0) return null;
  return (
    <section className="admin-panel" aria-labelledby={`figures-${group}`}>
      <h2 id={`figures-${group}`}>{name}</h2>
      <div className="figures">
        {own.map((one) => (
          <FigurePlot key={one.key} series={one} labels={labels} />
        ))}
      </div>
      <details>
        <summary>{`${name}的表格`}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard */}
        <section className="admin-table-box" tabIndex={0} aria-label={`${name}的表格`}>
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">日期</th>
                {own.map(({ key }) => (
                  <th key={key} scope="col" className="admin-table__sum">
                    {FIGURES[key].name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, at) => (
                <tr key={label}>
                  <th scope="row" className="numbers">
                    {label}
                  </th>
                  {own.map(({ key, values }) => (
                    <td key={key} className="numbers admin-table__sum">
                      {figureText(key, values[at] ?? null)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
