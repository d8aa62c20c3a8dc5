import type { ReactNode } from "react";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import type { AnnouncementSummary } from "#app/contract/content/announcement";
import { paths } from "#app/paths";

type Props = {
  announcement: Pick<AnnouncementSummary, "title" | "createdAt"> & { contentHtml: string };
  /** Menu below the text. */
  children?: ReactNode;
};

/** Article of an announcement on its page. */
export function AnnouncementArticle({ announcement: { title, createdAt, contentHtml }, children }: Props) {
  return (
    <article className="card detail" aria-labelledby="announcement-title">
      <p className="detail__facts">
        <Link to={paths.announcements()}>公告</Link>
        <Time value={createdAt} format="datetime" />
      </p>
      <h1 className="detail-title" id="announcement-title">
        {title}
      </h1>
      <Prose html={contentHtml} />
      {children ? <footer className="actions">{children}</footer> : null}
    </article>
  );
}
