import type { ReactNode } from "react";
import { ContentsFold } from "#app/components/ui/contents-list";
import { DetailCover } from "#app/components/ui/detail-cover";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Prose } from "#app/components/ui/prose";
import { Tag, Tags } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { CaseDetail } from "#app/contract/content/case";
import { paths } from "#app/paths";

type Props = {
  detail: CaseDetail;
  /** Buttons for the reader's actions. */
  children?: ReactNode;
};

/** Article of a case on its page. */
export function CaseArticle({ detail, children }: Props) {
  return (
    <article className="card detail" aria-labelledby="case-title">
      <DetailCover cover={detail.cover} />
      <p className="detail__facts">
        <Link to={paths.cases()}>案例</Link>
        {detail.classification ? (
          <Tag to={paths.cases({ class: detail.classification.id })} tone="accent">
            {detail.classification.name}
          </Tag>
        ) : null}
        {detail.featured ? <Tag tone="warm">精华</Tag> : null}
        <span>
          发布于 <Time value={detail.createdAt} format="date" />
        </span>
        {detail.report ? (
          <a href="#report" className="report-link">
            <Icon name="download" />
            案例报告
          </a>
        ) : null}
      </p>
      <h1 className="detail-title" id="case-title">
        {detail.title}
      </h1>
      <ContentsFold headings={detail.headings} />
      <Prose html={detail.contentHtml} />
      <footer className="detail__end">
        <Tags names={detail.tags} />
        {children}
      </footer>
    </article>
  );
}
