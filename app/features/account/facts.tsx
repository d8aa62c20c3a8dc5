import type { ReactNode } from "react";

type Fact = { label: string; value: ReactNode; note?: string };

/** What is known of an account, line by line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="account-facts">
      {facts.map(({ label, value, note }) => (
        <div key={label} className="account-facts__row">
          <dt>{label}</dt>
          <dd>
            {value || <span className="account-facts__none">未填写</span>}
            {note ? <p className="field__help">{note}</p> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
