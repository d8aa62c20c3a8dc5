import { useLocation } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { AppearanceMenu } from "#app/features/appearance/appearance-menu";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { AccountMenu } from "./account-menu";
import { ariaCurrent, navigationOf } from "./navigation";
import { SearchForm } from "./search-form";
import { SiteLogo } from "./site-logo";

/** The header of every page: name, sections, search, theme, account. */
export function SiteHeader() {
  const { pathname } = useLocation();
  const site = useRoot()?.site;
  return (
    <header className="site-header">
      <div className="site-header__row">
        <SiteLogo />
        <nav className="site-nav" aria-label="主导航">
          <ul className="site-nav__list">
            {navigationOf(site).map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} className="site-nav__link" {...ariaCurrent(entry, pathname)}>
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm />
        <div className="site-header__tools">
          <Link to={paths.search("all")} className="icon-button site-header__search" aria-label="搜索" title="搜索">
            <Icon name="search" />
          </Link>
          <AppearanceMenu />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}
