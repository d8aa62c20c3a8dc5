import type { ReactNode } from "react";

type Props = {
  /** Content beside the page from 768 px on, below it on phones. */
  side?: ReactNode;
  /** Whether to use the width of both columns instead of a text's width, if there is no side column. */
  wide?: boolean;
  children: ReactNode;
};

/** The page's `<main>`, with a side column where there is one. */
export function Columns({ side, wide = false, children }: Props) {
  const shape = side ? "columns" : wide ? "columns columns--wide" : "columns columns--single";
  return (
    <div className={shape}>
      <main id="main" className="columns__main">
        {children}
      </main>
      {side ? <aside className="columns__side">{side}</aside> : null}
    </div>
  );
}
