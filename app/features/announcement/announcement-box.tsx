import { Card } from "#app/components/ui/card";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { paths } from "#app/paths";
import type { AnnouncementLine } from "./announcement-line.server";

/** The newest announcements in a side column. */
export function AnnouncementBox({ announcements }: { announcements: readonly AnnouncementLine[] }) {
  if (announcements.length === 0) return null;
  return (
    <Card title="公告" more={{ label: "全部", to: paths.announcements() }}>
      <ul className="side-list">
        {announcements.map(({ id, title, createdAt }) => (
          <li key={id}>
            <Link to={paths.announcement(id)} className="side-list__entry">
              <span className="side-list__title clamp-2">{title}</span>
              <Time value={createdAt} className="side-list__note" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
