import { Icon } from "#app/components/ui/icon";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { TimeSpan } from "#app/components/ui/time";
import type { ActivitySummary } from "#app/contract/content/activity";
import { paths } from "#app/paths";
import { ActivityDay } from "./activity-day";
import { ActivityStateTag } from "./activity-state-tag";

/** An activity in a list: title, time, place. */
export function ActivityItem({ activity }: { activity: ActivitySummary }) {
  return (
    <li className={activity.state === "over" ? "item activity-item activity-item--over" : "item activity-item"}>
      <article className="item__body item__body--cover">
        <ActivityDay value={activity.startsAt} />
        <h2 className="item__title">
          <ActivityStateTag state={activity.state} />
          <Link to={paths.activity(activity.id)} className="item__link" data-prefetch="">
            {activity.title}
          </Link>
        </h2>
        <p className="item__excerpt clamp-2">{activity.excerpt}</p>
        <Img src={activity.cover?.url} alt="" width={192} height={108} className="item__cover" />
        <div className="item__foot activity-item__facts">
          {activity.pinned ? <Tag tone="warm">置顶</Tag> : null}
          {activity.featured ? <Tag tone="warm">精华</Tag> : null}
          <span>
            <Icon name="calendar" label="时间" />
            <TimeSpan start={activity.startsAt} end={activity.endsAt} />
          </span>
          <span>
            <Icon name="map-pin" label="地点" />
            {activity.city}
          </span>
        </div>
      </article>
    </li>
  );
}
