import type { ReactNode } from "react";
import type { AccountForm } from "./account-result";

type Props = {
  /** The form that it is about; id of its element. */
  form: AccountForm;
  title: string;
  /** Current state. */
  value: ReactNode;
  /** Label that opens the form. */
  label: string;
  /** Whether the form is open initially, e.g. to show a message. */
  open?: boolean;
  /** Whether the form does something that can't be undone. */
  danger?: boolean;
  children: ReactNode;
};

/** A setting of the account: its current state, and a collapsed form to change it. */
export function Setting({ form, title, value, label, open = false, danger = false, children }: Props) {
  return (
    <details id={form} className="setting" open={open}>
      <summary className="setting__head">
        <h2 className="setting__title">{title}</h2>
        <span className="setting__value">{value}</span>
        <span className={danger ? "setting__do setting__do--danger" : "setting__do"}>{label}</span>
      </summary>
      <div className="setting__body">{children}</div>
    </details>
  );
}
