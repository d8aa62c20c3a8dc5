import type { ReactNode } from "react";
import { ContentsFold } from "#app/components/ui/contents-list";
import { CountLabel } from "#app/components/ui/count-label";
import { Prose } from "#app/components/ui/prose";
import { readingMinutes } from "#app/components/ui/reading-time";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { ZhikuContentDetail } from "#app/contract/zhiku/content";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-types";
import { paths } from "#app/paths";
import { LazyPaywall } from "./lazy-paywall";
import type { PaywallData } from "./load-paywall.server";

type Props = {
  content: ZhikuContentDetail;
  /** Paywall at the end of the free text; null if the reader may read the whole. */
  paywall: PaywallData | null;
  /** Number of files, including the original. */
  files: number;
  /** Id of the text's element. */
  textId: string;
  /** Reading progress bar. */
  progress?: ReactNode;
  /** Actions of the reader. */
  children?: ReactNode;
};

/** A document on its page. */
export function DocumentArticle({ content, paywall, files, textId, progress, children }: Props) {
  const { category, headings } = content;
  return (
    <article className="card detail" aria-labelledby="zhiku-title">
      <h1 className="detail-title" id="zhiku-title">
        {content.title}
      </h1>
      <p className="detail__facts">
        <Tag tone="accent">{ZHIKU_TYPES[content.type]}</Tag>
        {content.trial ? <Tag tone="warm">试读</Tag> : null}
        <Tag to={paths.zhiku({ class: String(category.id) })}>{category.name}</Tag>
        {content.source ? <span>{content.source}</span> : null}
        <Time value={content.updatedAt} format="date" />
        <span>约 {readingMinutes(content.length)} 分钟读完</span>
        <CountLabel value={content.readCount} word="人读过" />
      </p>
      <p className="zhiku-abstract">{content.abstract}</p>
      {progress}
      <ContentsFold headings={headings} />
      <div id={textId} data-read-whole={paywall ? undefined : ""}>
        <Prose html={content.contentHtml} />
      </div>
      {paywall ? <LazyPaywall paywall={paywall} content={content} files={files} /> : null}
      {children ? <footer className="detail__end">{children}</footer> : null}
    </article>
  );
}
