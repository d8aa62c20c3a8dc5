import { Icon } from "./icon";
import { Link } from "./link";

type Props = {
  kind?: "success" | "error" | "info";
  message: string;
  /** What can be done about it. */
  action?: { label: string; to: string } | undefined;
};

/** What became of the last action, at the top of the next page; for when no script can show a toast. */
export function FlashMessage({ kind = "success", message, action }: Props) {
  return (
    <p className={`flash flash--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={kind === "success" ? "check-circle" : kind === "error" ? "warning" : "info"} />
      {message}
      {action ? <Link to={action.to}>{action.label}</Link> : null}
    </p>
  );
}
