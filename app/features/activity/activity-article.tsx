import type { ReactNode } from "react";
import { DetailCover } from "#app/components/ui/detail-cover";
import { Prose } from "#app/components/ui/prose";
import { Tag } from "#app/components/ui/tag";
import type { ActivityDetail } from "#app/contract/content/activity";
import { ActivityFacts } from "./activity-facts";
import { ActivityStateTag } from "./activity-state-tag";

type Props = {
  activity: ActivityDetail;
  /** Menu below the text. */
  children?: ReactNode;
};

/** Article of an activity on its page. */
export function ActivityArticle({ activity, children }: Props) {
  return (
    <article className="card detail" aria-labelledby="activity-title">
      <DetailCover cover={activity.cover} />
      <p className="detail__facts">
        <ActivityStateTag state={activity.state} />
        {activity.featured ? <Tag tone="warm">精华</Tag> : null}
      </p>
      <h1 className="detail-title" id="activity-title">
        {activity.title}
      </h1>
      <ActivityFacts activity={activity} />
      <Prose html={activity.contentHtml} />
      {children ? <footer className="actions">{children}</footer> : null}
    </article>
  );
}
