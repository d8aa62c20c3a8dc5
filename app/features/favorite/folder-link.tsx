import { Icon } from "#app/components/ui/icon";
import { useHere } from "#app/components/ui/use-here";
import type { KindWith } from "#app/contract/kinds";
import { useOffered } from "#app/hooks/offered";
import { useRoot } from "#app/hooks/root";
import { favoritePaths } from "./favorite-paths";

type Props = {
  /** Thing that is put. */
  kind: KindWith<"favoritable">;
  id: number;
  /** Names the link, since a page has many: 某人的回答. */
  what: string;
  /** The element to come back to, as `#id`. */
  anchor?: string;
};

/** Leads to where a member chooses the folders of a favourite. */
export function FolderLink({ kind, id, what, anchor = "" }: Props) {
  const { path } = useHere();
  const offered = useOffered("favorite-folder");
  const viewer = useRoot()?.viewer;
  if (!offered || !viewer) return null;
  return (
    <a
      href={favoritePaths.put(kind, id, path + anchor)}
      className="menu__entry"
      rel="nofollow"
      aria-label={`把${what}放进收藏夹`}
    >
      <Icon name="bookmark" />
      放进收藏夹
    </a>
  );
}
