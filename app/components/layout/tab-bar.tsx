import { useLocation } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { LoginLink } from "#app/features/login/login-link";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { ariaCurrent, navigationOf, tabBarOf } from "./navigation";

const SHEET = "more-sheet";

/** The bottom of a phone's screen: the parts of the site within a thumb's reach, and a sheet with the rest. */
export function TabBar() {
  const { pathname } = useLocation();
  const { viewer, site } = useRoot() ?? {};
  const { near, far } = tabBarOf(navigationOf(site?.navigation));
  const behindMore = far.some((entry) => "aria-current" in ariaCurrent(entry, pathname));
  return (
    <nav className="tabbar" aria-label="底部导航">
      <ul className="tabbar__list">
        {near.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className="tabbar__tab" {...ariaCurrent(entry, pathname)}>
              <Icon name={entry.icon} />
              {entry.label}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={behindMore ? "tabbar__tab tabbar__tab--on" : "tabbar__tab"}
            {...popoverButton(SHEET)}
          >
            <Icon name="menu" />
            更多
          </button>
        </li>
      </ul>
      <div {...popoverElement(SHEET)} className="popover sheet">
        <ul className="sheet__list">
          {far.map((entry) => (
            <li key={entry.to}>
              <Link to={entry.to} className="sheet__entry" {...ariaCurrent(entry, pathname)}>
                <Icon name={entry.icon} />
                {entry.label}
              </Link>
            </li>
          ))}
          <li>
            <Link to={paths.search("all")} className="sheet__entry">
              <Icon name="search" />
              搜索
            </Link>
          </li>
          <li>
            {viewer ? (
              <Link to={paths.write("question")} className="sheet__entry">
                <Icon name="edit" />
                提问
              </Link>
            ) : (
              <LoginLink className="sheet__entry" next={paths.write("question")}>
                <Icon name="edit" />
                提问
              </LoginLink>
            )}
          </li>
          <li>
            {viewer ? (
              <Link to={paths.user(viewer.userId)} className="sheet__entry">
                <Icon name="user" />
                我的
              </Link>
            ) : viewer === undefined ? null : (
              <LoginLink open className="sheet__entry">
                <Icon name="login" />
                登录
              </LoginLink>
            )}
          </li>
        </ul>
      </div>
    </nav>
  );
}
