import { Icon } from "./icon";

type Props = { kind?: "success" | "error" | "info"; message: string };

/** What became of the last action, at the top of the next page; for when no script can show a toast. */
export function FlashMessage({ kind = "success", message }: Props) {
  return (
    <p className={`flash flash--${kind}`} role={kind === "error" ? "alert" : "status"}>
      <Icon name={kind === "success" ? "check-circle" : kind === "error" ? "warning" : "info"} />
      {message}
    </p>
  );
}
