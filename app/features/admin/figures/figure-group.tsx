import type { ReactNode } from "react";
import { FIGURE_GROUPS, FIGURES } from "#app/contract/admin/desk/figure-names";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import { AdminTable } from "#app/features/admin/admin-table";
import { FigurePlot } from "./figure-plot";
import { figureText } from "./figure-text";

type Props = {
  group: keyof typeof FIGURE_GROUPS;
  series: readonly FigureSeries[];
  labels: readonly string[];
  /** Additional content of the group. */
  children?: ReactNode;
};

/** Figures of one group: a chart of each, a table of all, and additional content. */
export function FigureGroup({ group, series, labels, children }: Props) {
  const { name, figures } = FIGURE_GROUPS[group];
  const own = series.filter(({ key }) => Object.hasOwn(figures, key));
  if (own.length === 0) return null;
  const [quiet, told] = [own.filter(isQuiet), own.filter((one) => !isQuiet(one))];
  return (
    <section className="admin-panel" aria-labelledby={`figures-${group}`}>
      <h2 id={`figures-${group}`}>{name}</h2>
      {told.length === 0 ? null : (
        <div className="figures">
          {told.map((one) => (
            <FigurePlot key={one.key} series={one} labels={labels} />
          ))}
        </div>
      )}
      {quiet.length === 0 ? null : (
        <p className="figures__quiet">
          {told.length === 0 ? "这段时间没有" : "没有"}：{quiet.map(({ key }) => FIGURES[key].name).join("、")}
        </p>
      )}
      <details>
        <summary>{`${name}的表格`}</summary>
        <AdminTable label={`${name}的表格`}>
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
        </AdminTable>
      </details>
      {children}
    </section>
  );
}

/** Whether a figure has no data but zeros, in this period and the previous one; then only its name is listed. */
const isQuiet = ({ values, total, before }: FigureSeries): boolean => !total && !before && !values.some(Boolean);
