import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { useHere } from "#app/components/ui/use-here";
import type { ReportTarget } from "#app/contract/report";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";

type Props = {
  on: `${ReportTarget}:${number}`;
  /** Names the link, since a page has many: 某人的回答. */
  what: string;
  /** The element to come back to, as `#id`. */
  anchor?: string;
};

/** Leads to the page where something of somebody else is reported. Visitors have it, too, and are led to the login first. */
export function ReportLink({ on, what, anchor = "" }: Props) {
  const { path } = useHere();
  const offered = useOffered("report");
  if (!offered) return null;
  return (
    <Link to={paths.report(on, path + anchor)} className="menu__entry" rel="nofollow" aria-label={`举报${what}`}>
      <Icon name="flag" />
      举报
    </Link>
  );
}
