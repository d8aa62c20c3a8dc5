import { Icon } from "#app/components/ui/icon";
import { useOffered } from "#app/hooks/offered";

type Props = {
  /** Thing that it is about, by kind and number: `article:5`. */
  on: string;
  /** Names the link, since a page has many: 某人的回答. */
  what: string;
};

/** Leads to where a reader suggests a change of somebody else's text; nothing for what has no editor. */
export function ProposalLink({ on, what }: Props) {
  const offered = useOffered("proposal");
  const [kind, id] = on.split(":");
  if (!offered || !/^(?:question|answer|article)$/.test(kind ?? "")) return null;
  return (
    <a href={`/write/proposal/${kind}/${id}`} className="menu__entry" rel="nofollow" aria-label={`给${what}提修改建议`}>
      <Icon name="edit" />
      建议修改
    </a>
  );
}
