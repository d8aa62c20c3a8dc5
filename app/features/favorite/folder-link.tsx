import { Icon } from "#app/components/ui/icon";
import { useHere } from "#app/components/ui/use-here";
import { useOffered } from "#app/hooks/offered";
import { useRoot } from "#app/hooks/root";

type Props = {
  /** Thing that is put, by kind and number: `article:5`. */
  on: string;
  /** Names the link, since a page has many: 某人的回答. */
  what: string;
  /** The element to come back to, as `#id`. */
  anchor?: string;
};

/** Leads to where a member chooses the folders of a favourite. */
export function FolderLink({ on, what, anchor = "" }: Props) {
  const { path } = useHere();
  const offered = useOffered("favorite-folder");
  const viewer = useRoot()?.viewer;
  if (!offered || !viewer) return null;
  const next = encodeURIComponent(path + anchor);
  return (
    <a
      href={`/favorite/${on.replace(":", "/")}?next=${next}`}
      className="menu__entry"
      rel="nofollow"
      aria-label={`把${what}放进收藏夹`}
    >
      <Icon name="bookmark" />
      放进收藏夹
    </a>
  );
}
