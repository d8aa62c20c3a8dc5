import type { ReactNode } from "react";
import { Link } from "#app/components/ui/link";

type Props = {
  title: string;
  /** The list that this page belongs to. */
  up?: { label: string; to: string };
  text?: ReactNode;
  /** Placed at the end of the row, e.g. a button. */
  children?: ReactNode;
};

/** Title of a list page, its only `<h1>`. */
export function PageHead({ title, up, text, children }: Props) {
  return (
    <div className="page-head">
      <div>
        {up ? (
          <p className="page-head__up">
            <Link to={up.to}>{up.label}</Link>
          </p>
        ) : null}
        <h1 className="page-head__title">{title}</h1>
        {text ? <p className="page-head__text">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
