import type { ReactNode } from "react";
import { Link } from "#app/components/ui/link";

type Props = {
  title: string;
  text?: ReactNode;
  /** Parent page. */
  up?: { label: string; to: string };
  /** Buttons for actions on the page. */
  children?: ReactNode;
};

/** Head of a page of the console: title, link to the parent page, and buttons for actions. */
export function AdminHead({ title, text, up, children }: Props) {
  return (
    <header className="admin-head">
      <div>
        {up ? (
          <p className="admin-head__up">
            <Link to={up.to}>{up.label}</Link>
          </p>
        ) : null}
        <h1 className="admin-head__title">{title}</h1>
        {text ? <p className="admin-head__text">{text}</p> : null}
      </div>
      {children ? <div className="admin-head__actions">{children}</div> : null}
    </header>
  );
}
