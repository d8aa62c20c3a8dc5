import type { ReactNode } from "react";

type Props = {
  /** Accessible name, for a table without focusable content: its box becomes focusable, to be scrolled by keyboard. */
  label?: string;
  /** Id of the element that labels it, instead of `label`. */
  labelledBy?: string;
  /**
   * Layout on phones, which scroll it horizontally by default. `narrow`: two columns, which fit. `told`: the last
   * column's sentences wrap. `rows`: each row becomes a block, whose cells are labelled by their `data-label`, if any.
   */
  shape?: "narrow" | "told" | "rows";
  /** Limits the height, with vertical scrolling. */
  low?: boolean;
  /** The table's `<thead>` and `<tbody>`. */
  children: ReactNode;
};

/** Table of the console; scrolls inside its box if it is too wide. */
export function AdminTable({ label, labelledBy, shape, low = false, children }: Props) {
  const className = low ? "admin-table-box admin-table-box--low" : "admin-table-box";
  const table = <table className={shape ? `admin-table admin-table--${shape}` : "admin-table"}>{children}</table>;
  if (!label && !labelledBy) return <div className={className}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={className} tabIndex={0} aria-label={label} aria-labelledby={labelledBy}>
      {table}
    </section>
  );
}
