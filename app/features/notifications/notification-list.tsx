import { Avatar } from "#app/components/ui/avatar";
import { EmptyState } from "#app/components/ui/empty-state";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { useHere } from "#app/components/ui/use-here";
import { verbWords } from "#app/contract/notification/verb-words";
import { paths, withQuery } from "#app/paths";
import type { NotificationsPage } from "./load-notifications.server";
import type { NotificationData } from "./notification-links.server";
import { openPath } from "./open-path";
import { useSeenNotifications } from "./use-seen-notifications";

const HOME = { label: "回到首页", to: paths.home() };

type Props = {
  page: NotificationsPage;
  /** Text of the empty list. */
  empty: string;
  /** Link of the empty list. */
  action?: typeof HOME;
};

/** A list of notifications, newest first, with a link to older ones. */
export function NotificationList({ page, empty, action = HOME }: Props) {
  const { pathname } = useHere();
  const fresh = useSeenNotifications(page);
  if (page.refused !== null) return <EmptyState illustration="empty-notifications" text={page.refused} />;
  if (page.list.length === 0) {
    return (
      <EmptyState
        illustration="empty-notifications"
        text={page.continued ? "没有更早的通知了" : empty}
        action={page.continued ? HOME : action}
      />
    );
  }
  return (
    <>
      <ul className="news">
        {page.list.map((one) => (
          <NotificationItem key={one.id} notification={one} fresh={fresh.has(one.id)} />
        ))}
      </ul>
      {page.nextCursor ? (
        <p className="comments__more">
          <Link to={withQuery(pathname, { cursor: page.nextCursor })}>
            查看更早的通知
            <Icon name="arrow-down" />
          </Link>
        </p>
      ) : null}
    </>
  );
}

function NotificationItem({ notification, fresh }: { notification: NotificationData; fresh: boolean }) {
  const [first, second] = notification.actors;
  const names = [first, second].filter((actor) => actor !== undefined).map((actor) => actor.nickname);
  const bySystem = notification.verb === "system";
  // Titles of items are quoted; system messages are sentences.
  const title = bySystem || !notification.title ? notification.title : `「${notification.title}」`;
  return (
    <li className={fresh ? "news__one news__one--new" : "news__one"}>
      {first ? <Avatar author={first} size={40} link /> : <Icon name="announcement" className="news__icon" />}
      <div className="news__words">
        <p>
          {names.length > 0 ? <strong>{names.join("、")}</strong> : null}
          {notification.actorCount > names.length && names.length > 0 ? ` 等 ${notification.actorCount} 人` : null}
          {verbWords(notification.verb, { target: notification.targetKind, own: notification.own })}
          {notification.href ? (
            // With a hash, the browser loads the page itself, so that `:target` styles apply.
            <Link
              to={notification.read ? notification.href : openPath(notification.id, notification.href)}
              reload={notification.href.includes("#")}
            >
              {title || " 去看看"}
            </Link>
          ) : (
            title
          )}
        </p>
        {notification.excerpt ? (
          <p className={bySystem ? "news__excerpt" : "news__excerpt clamp-2"}>{notification.excerpt}</p>
        ) : null}
        <Time value={notification.createdAt} className="news__time" />
      </div>
    </li>
  );
}
