import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { paths } from "#app/paths";

type Props = { readings: { href: string; title: string; percent: number }[] };

/** Documents that a member has started and not finished, latest first. */
export function GoOnReading({ readings }: Props) {
  if (readings.length === 0) return null;
  return (
    <Card title="接着读" more={{ label: "阅读历史", to: paths.zhikuHistory() }} className="zhiku-go-on-reading">
      <ul className="side-list">
        {readings.map(({ href, title, percent }) => (
          <li key={href}>
            <Link to={href} className="side-list__link" data-prefetch="">
              {title}
            </Link>
            <span className="zhiku-entry__percent">
              <progress value={percent} max={100} aria-hidden="true" />
              <span className="side-list__note numbers">读到 {percent}%</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
