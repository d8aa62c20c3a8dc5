import { LinkButton } from "#app/components/ui/button";
import { usePermissions } from "./use-permissions";

/** Link to the log of what a page shows; renders nothing for staff who may not read the log. */
export function LogLink({ to }: { to: string }) {
  if (!usePermissions().includes("audit.read")) return null;
  return (
    <LinkButton to={to} variant="quiet" icon="clock">
      日志
    </LinkButton>
  );
}
