import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import type { AgreementVersion } from "#app/contract/people/agreement";
import type { SiteText } from "#app/contract/site/config";
import { SitePage } from "#app/features/site-text/site-page";
import { agreementPaths } from "./agreement-paths";

const STATES = { past: "旧版", current: "现行", coming: "尚未生效" } as const;

/** An agreement's current version, with links to other versions. */
export function AgreementPage({ text, versions }: { text: SiteText; versions: readonly AgreementVersion[] }) {
  return (
    <>
      <SitePage text={text} />
      {versions.length > 1 ? (
        <nav className="card site-page agreement-versions" aria-labelledby="versions">
          <h2 id="versions">各个版本</h2>
          <ul className="agreement-list">
            {versions.map(({ key, version, effectiveAt, state, changes }) => (
              <li key={version}>
                <Link to={agreementPaths.version(key, version)}>第 {version} 版</Link>（{STATES[state]}），
                <Time value={effectiveAt} format="date" /> 起{changes ? `：${changes}` : ""}
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </>
  );
}
