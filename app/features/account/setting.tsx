import type { ReactNode } from "react";

type Props = {
  title: string;
  /** State that it is in now. */
  value: string;
  /** Label of what opens the form. */
  label: string;
  /** Open from the start: when there is something in it to be told. */
  open?: boolean;
  /** Leads to something that can't be undone. */
  danger?: boolean;
  children: ReactNode;
};

/** One thing about the account: how it is, and folded below, the form that changes it. */
export function Setting({ title, value, label, open = false, danger = false, children }: Props) {
  return (
    <details className="setting" open={open}>
      <summary className="setting__head">
        <h2 className="setting__title">{title}</h2>
        <span className="setting__value">{value}</span>
        <span className={danger ? "setting__do setting__do--danger" : "setting__do"}>{label}</span>
      </summary>
      <div className="setting__body">{children}</div>
    </details>
  );
}
