import { Icon } from "#app/components/ui/icon";
import { useHere } from "#app/components/ui/use-here";
import type { ReportTarget } from "#app/contract/moderation/report";
import { MemberLink } from "#app/features/login/member-link";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";

type Props = {
  on: `${ReportTarget}:${number}`;
  /** Distinguishes the link from others on the page: 某人的回答. */
  what: string;
  /** The element to return to, as `#id`. */
  anchor?: string;
};

/** Link to report someone else's text or profile. Anonymous readers see it, too, and are asked to log in first. */
export function ReportLink({ on, what, anchor = "" }: Props) {
  const { path } = useHere();
  const offered = useOffered("report");
  if (!offered) return null;
  return (
    <MemberLink to={paths.report(on, path + anchor)} className="menu__entry" aria-label={`举报${what}`}>
      <Icon name="flag" />
      举报
    </MemberLink>
  );
}
