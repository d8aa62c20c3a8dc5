import type { ReactNode } from "react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import type { ZhikuContentType, ZhikuStanding } from "#app/contract/zhiku/content";
import { TypeBlock } from "./type-block";
import { READ } from "./zhiku-types";

type Props = {
  href: string;
  type: ZhikuContentType;
  cover?: { url: string } | null;
  trial: boolean;
  /** The reader's access; unset if the upstream does not report it. */
  viewer?: ZhikuStanding | undefined;
  title: ReactNode;
  /** Content below the title. */
  text: ReactNode;
  /** Rest of the last line, after the access state. */
  children?: ReactNode;
};

/** A document in a list: what it is, whether the reader may open it, and their progress. */
export function ZhikuEntry({ href, type, cover, trial, viewer, title, text, children }: Props) {
  return (
    <li className="item">
      <article className="zhiku-entry">
        <TypeBlock type={type} cover={cover ?? null} />
        <h2 className="item__title">
          <Link to={href} className="item__link" data-prefetch="">
            {title}
          </Link>
        </h2>
        <div className="item__excerpt">{text}</div>
        <div className="item__foot">
          {trial ? <Tag tone="warm">试读</Tag> : viewer?.denied ? <Shut /> : null}
          {viewer === undefined || viewer.percent === null ? null : <Percent value={viewer.percent} />}
          {children}
        </div>
      </article>
    </li>
  );
}

const Shut = () => (
  <span className="zhiku-entry__shut">
    <Icon name="lock" />
    付费
  </span>
);

function Percent({ value }: { value: number }) {
  // Without scripts, progress is unknown.
  if (value === 0) return <span className="zhiku-entry__percent">打开过</span>;
  if (value >= READ) return <span className="zhiku-entry__percent">已读完</span>;
  return (
    <span className="zhiku-entry__percent">
      <progress value={value} max={100} aria-hidden="true" />
      <span className="numbers">读到 {value}%</span>
    </span>
  );
}
