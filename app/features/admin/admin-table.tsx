import type { ReactNode } from "react";

type Props = {
  /** Name of the table, where nothing in it takes the focus: the keyboard scrolls it then, and hears this. */
  label?: string;
  /** Element that says so instead. */
  labelledBy?: string;
  /**
   * Layout on a phone, where it scrolls otherwise: two columns have room, sentences are read where they stand,
   * each row becomes lines of its own, in which a cell says what it is by its `data-label` where that is not plain.
   */
  shape?: "narrow" | "told" | "rows";
  /** Shown up to some height only. */
  low?: boolean;
  /** Its `<thead>` and `<tbody>`. */
  children: ReactNode;
};

/** A table of the console; what there is no room for is scrolled within its box. */
export function AdminTable({ label, labelledBy, shape, low = false, children }: Props) {
  const className = low ? "admin-table-box admin-table-box--low" : "admin-table-box";
  const table = <table className={shape ? `admin-table admin-table--${shape}` : "admin-table"}>{children}</table>;
  if (!label && !labelledBy) return <div className={className}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
    <section className={className} tabIndex={0} aria-label={label} aria-labelledby={labelledBy}>
      {table}
    </section>
  );
}
