import { LinkButton } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Time, TimeSpan } from "#app/components/ui/time";
import type { ActivityDetail } from "#app/contract/content/activity";
import { CHOICE } from "#app/features/custom-form/chosen";
import { useParts } from "#app/hooks/parts";
import { paths, withQuery } from "#app/paths";
import { ActivityDay } from "./activity-day";

type Props = { activity: ActivityDetail };

/** Time and place, and the link to register. */
export function ActivityFacts({ activity }: Props) {
  const has = useParts();
  const formId = activity.formId ?? activity.closedFormId;
  return (
    <div className="facts">
      <ActivityDay value={activity.startsAt} />
      <dl className="facts__list">
        <dt>
          <Icon name="calendar" label="时间" />
        </dt>
        <dd>
          <TimeSpan start={activity.startsAt} end={activity.endsAt} />
        </dd>
        <dt>
          <Icon name="map-pin" label="地点" />
        </dt>
        <dd>{activity.city}</dd>
      </dl>
      {formId === null || !has("form") ? (
        <p className="facts__note">
          {activity.state === "over" ? (
            "活动已结束，感谢参与"
          ) : activity.formOpensAt && has("form") ? (
            <>
              报名从 <Time value={activity.formOpensAt} format="datetime" /> 开始
            </>
          ) : (
            "目前没有开放在线报名"
          )}
        </p>
      ) : (
        <LinkButton
          to={withQuery(paths.form(formId), { [CHOICE]: activity.formId === null ? null : activity.title })}
          variant={activity.formId === null ? "plain" : "primary"}
        >
          {activity.formId === null ? "报名已截止，查看我的报名" : activity.full ? "名额已满，报名候补" : "报名参加"}
        </LinkButton>
      )}
    </div>
  );
}
