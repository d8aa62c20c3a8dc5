import { useEffect, useState } from "react";
import { Icon } from "./icon";

/** A heading of a text, with its anchor. */
export type Heading = {
  id: string;
  level: number;
  text: string;
  /** Whether its section is locked for the reader. */
  shut?: boolean;
};

type Props = { headings: readonly Heading[] };

/** Minimum number of headings for a table of contents. */
export const WORTH_LISTING = 2;

/** Table of contents beside a text on wide screens; marks the current section. */
export function ContentsAside({ headings }: Props) {
  const current = useHeadingInView(headings);
  if (headings.length < WORTH_LISTING) return null;
  return (
    <nav className="card contents contents--aside" aria-label="目录">
      <div className="card__head">
        <h2 className="card__title">目录</h2>
      </div>
      <Entries headings={headings} current={current} />
    </nav>
  );
}

/** Collapsible table of contents above a text on narrow screens. */
export function ContentsFold({ headings }: Props) {
  if (headings.length < WORTH_LISTING) return null;
  return (
    <details className="contents contents--fold">
      <summary className="contents__summary">
        目录
        <Icon name="chevron-down" />
      </summary>
      <nav aria-label="目录">
        <Entries headings={headings} current={null} />
      </nav>
    </details>
  );
}

function Entries({ headings, current }: Props & { current: string | null }) {
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <ol className="contents__list">
      {headings.map(({ id, level, text, shut }) => (
        <li key={id} className={`contents__entry contents__entry--${Math.min(level - top + 1, 3)}`}>
          <a href={`#${id}`} className="contents__link" aria-current={id === current ? "true" : undefined}>
            {text}
            {shut ? <Icon name="lock" label="付费" className="contents__lock" /> : null}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Id of the heading of the current section; null above the first open one and without scripts. */
function useHeadingInView(headings: readonly Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const elements = headings.flatMap(({ id, shut }) => (!shut && document.getElementById(id)) || []);
    // The current heading is the last one above the upper third of the window. The zone extends upwards without limit,
    // so that a heading that jumps over it in one go still crosses its lower edge.
    const observer = new IntersectionObserver(
      () => {
        const line = window.innerHeight / 3;
        setCurrent(elements.findLast((element) => element.getBoundingClientRect().top < line)?.id ?? null);
      },
      { rootMargin: "999999px 0px -66% 0px" },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
