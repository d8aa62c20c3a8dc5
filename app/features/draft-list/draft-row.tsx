import type { ReactNode } from "react";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { draftName } from "#app/features/write/model/draft-name";

type Props = {
  /** Its kind and purpose: 问题, 修改文章. */
  label: string;
  title: string;
  excerpt: string;
  /** ISO 8601 time. */
  savedAt: string;
  /** Editor with the draft in it; null if no editor can open it. */
  href: string | null;
  /** The whole text, if no editor can open it. */
  stranded?: string | null;
  /** The button that discards it. */
  children: ReactNode;
};

/** A draft in the list: leads to its editor, or shows its whole text if what it belongs to is gone. */
export function DraftRow({ label, title, excerpt, savedAt, href, stranded = null, children }: Props) {
  const name = draftName({ title, excerpt });
  return (
    <li className="item">
      <div className="item__body">
        <h2 className="item__title">
          {href ? (
            <Link to={href} reload>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {stranded === null ? (
          title && excerpt ? (
            <p className="item__excerpt clamp-2">{excerpt}</p>
          ) : null
        ) : (
          <details className="item__excerpt">
            <summary>它所属的内容已经不在了，不能在原处发布。看全文</summary>
            <textarea className="input" readOnly rows={8} aria-label={`${name}的全文`} value={stranded} />
          </details>
        )}
        <div className="item__foot">
          <Tag>{label}</Tag>
          <span>
            <Time value={savedAt} /> 保存
          </span>
          {children}
        </div>
      </div>
    </li>
  );
}
