import { useLocation } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { popoverButton, popoverElement } from "#app/components/ui/popover";
import { MemberLink } from "#app/features/login/member-link";
import { useParts } from "#app/hooks/parts";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { ariaCurrent, navigationOf, tabBarOf } from "./navigation";

const SHEET = "more-sheet";
const WRITE_SHEET = "write-sheet";

/** The bottom bar of phones: main sections, a write button, and a sheet with the rest. */
export function TabBar() {
  const { pathname } = useLocation();
  const has = useParts();
  const { near, far } = tabBarOf(navigationOf(useRoot()?.site));
  const behindMore = far.some((entry) => "aria-current" in ariaCurrent(entry, pathname));
  const tabs = near.map((entry) => (
    <li key={entry.to}>
      <Link to={entry.to} className="tabbar__tab" {...ariaCurrent(entry, pathname)}>
        <Icon name={entry.icon} />
        {entry.label}
      </Link>
    </li>
  ));
  return (
    <nav className="tabbar" aria-label="底部导航">
      <ul className="tabbar__list">
        {tabs.slice(0, 2)}
        <li>
          <button type="button" className="tabbar__tab tabbar__write" aria-label="写" {...popoverButton(WRITE_SHEET)}>
            <Icon name="plus" />
          </button>
        </li>
        {tabs.slice(2)}
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
      <div {...popoverElement(WRITE_SHEET)} className="popover sheet sheet--write">
        <MemberLink to={paths.write("question")} className="sheet__entry">
          <Icon name="question" />
          提问
        </MemberLink>
        {has("article") ? (
          <MemberLink to={paths.write("article")} className="sheet__entry">
            <Icon name="edit" />
            写文章
          </MemberLink>
        ) : null}
      </div>
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
        </ul>
      </div>
    </nav>
  );
}
