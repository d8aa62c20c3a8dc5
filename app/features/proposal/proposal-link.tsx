import { Icon } from "#app/components/ui/icon";
import { MemberLink } from "#app/features/login/member-link";
import { useOffered } from "#app/hooks/offered";

type Props = {
  /** Kind and id of the text: `article:5`. */
  on: string;
  /** Accessible name of the link, since a page has many: 某人的回答. */
  what: string;
};

/** Link to propose a change of somebody else's text, for members and for readers who log in first; renders nothing for kinds without an editor. */
export function ProposalLink({ on, what }: Props) {
  const offered = useOffered("proposal");
  const [kind, id] = on.split(":");
  if (!offered || !/^(?:question|answer|article)$/.test(kind ?? "")) return null;
  return (
    <MemberLink to={`/write/proposal/${kind}/${id}`} className="menu__entry" aria-label={`给${what}提修改建议`}>
      <Icon name="edit" />
      建议修改
    </MemberLink>
  );
}
