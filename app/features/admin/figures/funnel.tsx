import { FIGURES, FUNNEL } from "#app/contract/admin/desk/figure-names";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import { AdminTable } from "#app/features/admin/admin-table";
import { comparison } from "./figure-plot";
import { figureText, percent } from "./figure-text";

const WIDTH = 240;
const HEIGHT = 12;

/** Number of readers who reached each step after the paywall, as bars and as a table. */
export function Funnel({ series }: { series: readonly FigureSeries[] }) {
  const steps = FUNNEL.flatMap((key) => series.find((one) => one.key === key) ?? []);
  const top = Math.max(1, ...steps.map(({ total }) => total ?? 0));
  return (
    <section>
      <h3 id="funnel">从付费墙到阅读</h3>
      <AdminTable labelledBy="funnel">
        <thead>
          <tr>
            <th scope="col">步骤</th>
            <th scope="col" className="funnel__bar">
              <span className="visually-hidden">图</span>
            </th>
            <th scope="col" className="admin-table__sum">
              次数
            </th>
            <th scope="col" className="admin-table__sum">
              占上一步
            </th>
            <th scope="col">与前期相比</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => {
            const above = steps[at - 1]?.total;
            return (
              <tr key={step.key}>
                <th scope="row">{FIGURES[step.key].name}</th>
                <td className="funnel__bar">
                  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                    <rect width={((step.total ?? 0) / top) * WIDTH} height={HEIGHT} />
                  </svg>
                </td>
                <td className="numbers admin-table__sum">{figureText(step.key, step.total)}</td>
                <td className="numbers admin-table__sum">{above ? percent((step.total ?? 0) / above) : "—"}</td>
                <td>{comparison(step)}</td>
              </tr>
            );
          })}
        </tbody>
      </AdminTable>
    </section>
  );
}
