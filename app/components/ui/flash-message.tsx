import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/** Link to a remedy; `apart` opens a new window, so that what was typed on this page is kept. */
export type FlashAction = { label: string; to: string; apart?: boolean };

type Props = {
  kind?: "success" | "error" | "info";
  message: string;
  action?: FlashAction | undefined;
  /** Rendered after the message: a button, where a link does not suffice. */
  children?: ReactNode;
};

/** Message that stays: the outcome of the last action at the top of the next page, or a message inside a form. */
export function FlashMessage({ kind = "success", message, action, children }: Props) {
  return (
    <div className={`flash flash--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={kind === "success" ? "check-circle" : kind === "error" ? "warning" : "info"} />
      <span>
        {message}
        {action ? (
          <Link to={action.to} target={action.apart ? "_blank" : undefined}>
            {action.label}
          </Link>
        ) : null}
      </span>
      {children}
    </div>
  );
}
