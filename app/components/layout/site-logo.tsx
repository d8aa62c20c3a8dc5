import { Icon } from "#app/components/ui/icon";
import { Img } from "#app/components/ui/img";
import { Link } from "#app/components/ui/link";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

/** The site's logo and name, linked to the home page; the operator's picture if one is set. */
export function SiteLogo() {
  const site = useRoot()?.site;
  const name = site?.name ?? "社区";
  const { url, urlDark } = site?.logo ?? { url: null, urlDark: null };
  return (
    <Link to={paths.home()} className="site-logo" aria-label={`${name}，回到首页`}>
      {url ? (
        <>
          <Img src={url} alt="" width={120} height={32} className={urlDark ? "site-logo__light" : ""} />
          {urlDark ? <Img src={urlDark} alt="" width={120} height={32} className="site-logo__dark" /> : null}
        </>
      ) : (
        <>
          <Icon name="sqsvg:logo" className="site-logo__mark" />
          <span className="site-logo__name">{name}</span>
        </>
      )}
    </Link>
  );
}
