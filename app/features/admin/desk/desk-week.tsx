import { Link } from "#app/components/ui/link";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import { adminPaths } from "#app/features/admin/admin-paths";
import { FigurePlot } from "#app/features/admin/figures/figure-plot";

/** Small charts of the figures of the last seven days. */
export function DeskWeek({ labels, series }: { labels: readonly string[]; series: readonly FigureSeries[] }) {
  return (
    <section className="admin-panel desk-week" aria-labelledby="desk-week">
      <h2 id="desk-week">最近七天</h2>
      <div className="figures">
        {series.map((one) => (
          <FigurePlot key={one.key} series={one} labels={labels} />
        ))}
      </div>
      <p>
        今天的有些一小时才数一次。<Link to={adminPaths.figures()}>全部数据</Link>
      </p>
    </section>
  );
}
