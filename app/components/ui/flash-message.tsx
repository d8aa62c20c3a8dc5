import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

/** Remedy for it; `apart` in a window of its own, so that what was typed on this page stays. */
export type FlashAction = { label: string; to: string; apart?: boolean };

type Props = {
  kind?: "success" | "error" | "info";
  message: string;
  action?: FlashAction | undefined;
  /** Stands behind the message: a button, where a link will not do. */
  children?: ReactNode;
};

/** Outcome of the last action, at the top of the next page; for when no script can show a toast. */
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
