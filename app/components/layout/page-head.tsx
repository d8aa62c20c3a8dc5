import type { ReactNode } from "react";

type Props = {
  title: string;
  text?: string;
  /** Put at the far end, e.g. a button. */
  children?: ReactNode;
};

/** The name of a list page, its one `<h1>`. */
export function PageHead({ title, text, children }: Props) {
  return (
    <div className="page-head">
      <div>
        <h1 className="page-head__title">{title}</h1>
        {text ? <p className="page-head__text">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
