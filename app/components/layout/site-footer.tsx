import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { useOffered } from "#app/hooks/offered";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/** Register to which Chinese sites must link their filing numbers. */
const ICP_REGISTER = "https://beian.miit.gov.cn/";
const POLICE_REGISTER = "https://beian.mps.gov.cn/#/query/webSearch";

/** The footer of every page, as configured by the operator. */
export function SiteFooter() {
  const site = useRoot()?.site;
  const feeds = useOffered("feed");
  if (!site) return null;
  const { groups, icp, police, copyright } = site.footer;
  return (
    <footer className="site-footer">
      <div className="site-footer__row">
        <div className="site-footer__site">
          <p className="site-footer__name">{site.name}</p>
          {site.slogan ? <p>{site.slogan}</p> : null}
        </div>
        {groups.map((group) => (
          <nav key={group.title} className="site-footer__group" aria-label={group.title}>
            <h2 className="site-footer__title">{group.title}</h2>
            <ul>
              {group.links.map(({ label, href }) => (
                <li key={href}>
                  {href.startsWith("/") ? (
                    <Link to={href} className="site-footer__link">
                      {label}
                    </Link>
                  ) : (
                    <a href={href} className="site-footer__link" rel="noopener">
                      {label}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="site-footer__row site-footer__legal">
        {copyright ? <span>{copyright}</span> : null}
        {icp ? (
          <a href={ICP_REGISTER} rel="noopener nofollow" target="_blank">
            {icp}
          </a>
        ) : null}
        {police ? (
          <a href={POLICE_REGISTER} rel="noopener nofollow" target="_blank">
            {police}
          </a>
        ) : null}
        {feeds ? (
          <a href={paths.feed()} className="site-footer__feed">
            <Icon name="rss" />
            订阅
          </a>
        ) : null}
      </div>
    </footer>
  );
}
