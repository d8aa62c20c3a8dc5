import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Flash } from "#app/components/layout/flash";
import { NavigationProgress } from "#app/components/layout/navigation-progress";
import { ToastGate } from "#app/components/layout/toast-gate";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { useHere } from "#app/components/ui/use-here";
import type { ConsoleCard, ConsoleUser } from "#app/contract/admin/system/console";
import { adminPaths } from "#app/features/admin/admin-paths";
import { UndoDecision } from "#app/features/admin/undo-decision";
import { useParts } from "#app/hooks/parts";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import stylesheet from "#app/styles/admin.css?url";
import { ADMIN_MENU, entriesFor, isAt } from "./admin-menu";
import { useConsoleKeys } from "./use-console-keys";

type Props = {
  user: ConsoleUser | null;
  /** Pending work, counted in the menu. */
  waiting: readonly ConsoleCard[];
  children: ReactNode;
};

/**
 * Layout of the console: the menu beside the page, on phones behind a button that works without scripts; no menu
 * without a user.
 */
export function AdminFrame({ user, waiting, children }: Props) {
  useConsoleKeys();
  const name = useRoot()?.site.name;
  return (
    <div className="admin">
      <link rel="stylesheet" href={stylesheet} />
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <NavigationProgress />
      <header className="admin__head">
        <Link to={adminPaths.home()} className="admin__name">
          {name}后台
        </Link>
        {user ? (
          <>
            <Form action={adminPaths.find()} role="search" aria-label="在后台查找" className="admin__find">
              <input
                type="search"
                name="q"
                className="input"
                aria-label="在后台查找"
                placeholder="查找用户、内容、订单、页面（/）"
                data-key="/"
              />
            </Form>
            <Link to={adminPaths.find()} className="admin__find-page" aria-label="在后台查找">
              <Icon name="search" />
            </Link>
          </>
        ) : null}
        <Link to={paths.home()} className="admin__site" reload>
          <Icon name="external" />
          看网站
        </Link>
        {user ? (
          <form method="post" action={paths.logout()} className="admin__me">
            <span>{user.nickname}</span>
            <button type="submit" className="button button--quiet button--small">
              退出
            </button>
          </form>
        ) : null}
      </header>
      {user ? (
        <details className="admin__menu">
          <summary>
            <Icon name="menu" />
            菜单
          </summary>
          <Menu user={user} waiting={waiting} />
        </details>
      ) : null}
      {user ? (
        <div className="admin__side">
          <Menu user={user} waiting={waiting} />
        </div>
      ) : null}
      <main id="main" className="admin__main">
        <Flash undo={(offer) => <UndoDecision key={offer.log.join()} {...offer} />} />
        {children}
      </main>
      <ToastGate />
    </div>
  );
}

function Menu({ user, waiting }: { user: ConsoleUser; waiting: readonly ConsoleCard[] }) {
  const { pathname } = useHere();
  const has = useParts();
  const nav = useRef<HTMLElement>(null);
  // The menu is longer than low windows: scroll its current entry into view. Not by `scrollIntoView`, which would scroll
  // the page as well, so that its title would be hidden by the header.
  useEffect(() => {
    const [side, entry] = [nav.current?.parentElement, nav.current?.querySelector("[aria-current]")];
    if (!side || !entry) return;
    const below = entry.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom;
    if (below > 0) side.scrollTop += Math.ceil(below);
  }, []);
  return (
    <nav ref={nav} aria-label="后台">
      {ADMIN_MENU.map((group) => {
        const { title } = group;
        const allowed = entriesFor(group, user.permissions, has);
        if (allowed.length === 0) return null;
        return (
          <div key={title} className="admin__group">
            {title ? <p className="admin__group-title">{title}</p> : null}
            <ul>
              {allowed.map((entry) => (
                <li key={entry.to}>
                  <Link
                    to={entry.to}
                    className="admin__entry"
                    {...(isAt(pathname, entry) ? { "aria-current": "page" } : {})}
                  >
                    <Icon name={entry.icon} />
                    {entry.label}
                    <Count of={waiting.find(({ key }) => key === entry.waits)} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Number of pending items beside a menu entry; renders nothing for zero. */
function Count({ of: card }: { of: ConsoleCard | undefined }) {
  if (!card?.count) return null;
  return (
    <span className="admin__count numbers">
      {card.more ? `${card.count}+` : card.count}
      <span className="visually-hidden"> 项等待处理</span>
    </span>
  );
}
