import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AccountMenu } from "#app/components/layout/account-menu";
import { AfterNavigation } from "#app/components/layout/after-navigation";
import { Flash } from "#app/components/layout/flash";
import { NavigationProgress } from "#app/components/layout/navigation-progress";
import { SiteFooter } from "#app/components/layout/site-footer";
import { TabBar } from "#app/components/layout/tab-bar";
import { ToTop } from "#app/components/layout/to-top";
import { ToastGate } from "#app/components/layout/toast-gate";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { AppearanceMenu } from "#app/features/appearance/appearance-menu";
import { DesktopGate } from "#app/features/desktop/desktop-gate";
import { LoginGate } from "#app/features/login/login-gate";
import { MemberLink } from "#app/features/login/member-link";
import { paths } from "#app/paths";

/** `more` precedes the label where there is room; `members` only get there after a login. */
const NAVIGATION = [
  { label: "首页", to: paths.zhiku(), icon: "home" },
  { label: "搜索", to: paths.zhikuSearch(), icon: "search", members: true },
  { more: "阅读", label: "历史", to: paths.zhikuHistory(), icon: "clock", members: true },
  { label: "收藏", to: paths.zhikuFavorites(), icon: "bookmark", members: true },
  { label: "权益", to: paths.zhikuRights(), icon: "key" },
];

/** Header and footer of the knowledge base around a page or its error page; with its own accent colour. */
export function ZhikuFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="frame area-zhiku">
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <NavigationProgress />
      <header className="site-header">
        <div className="site-header__row">
          <Link to={paths.zhiku()} className="site-logo zhiku-logo" aria-label="知库，回到知库首页">
            <Icon name="book" className="zhiku-logo__mark" />
            <span className="site-logo__name">知库</span>
          </Link>
          <nav className="zhiku-nav" aria-label="知库导航">
            <ul className="zhiku-nav__list">
              {NAVIGATION.map(({ more, label, to, icon, members }) => {
                const Entry = members ? MemberLink : Link;
                return (
                  <li key={to}>
                    <Entry
                      to={to}
                      className="zhiku-nav__link"
                      {...(to === pathname ? { "aria-current": "page" as const } : {})}
                    >
                      <Icon name={icon} />
                      <span className="zhiku-nav__word">
                        {more ? <span className="zhiku-nav__more">{more}</span> : null}
                        {label}
                      </span>
                    </Entry>
                  </li>
                );
              })}
            </ul>
          </nav>
          <div className="site-header__tools">
            <Link to={paths.home()} className="zhiku-nav__back">
              回社区
            </Link>
            <AppearanceMenu />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className="frame__page">
        <Flash />
        {children}
      </div>
      <SiteFooter />
      <TabBar />
      <ToTop />
      <LoginGate />
      <DesktopGate />
      <AfterNavigation />
      <ToastGate />
    </div>
  );
}
