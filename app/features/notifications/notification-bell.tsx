import { Badge } from "#app/components/ui/count";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { unreadPath } from "./open-path";
import { useUnread } from "./use-unread";

/** Link to the notifications with the live unread count. */
export function NotificationBell() {
  const loaded = useRoot()?.unread ?? 0;
  const unread = useUnread(loaded);
  return (
    <Link
      to={unread > 0 ? unreadPath() : paths.notifications()}
      className="icon-button bell"
      aria-label={unread > 0 ? `通知，${unread} 条未读` : "通知"}
      title="通知"
    >
      <Icon name="bell" />
      <Badge value={unread} label="条未读通知" />
    </Link>
  );
}
