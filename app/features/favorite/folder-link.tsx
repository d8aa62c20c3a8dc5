import { Icon } from "#app/components/ui/icon";
import { useHere } from "#app/components/ui/use-here";
import type { KindWith } from "#app/contract/kinds";
import { useOffered } from "#app/hooks/offered";
import { useRoot } from "#app/hooks/root";
import { favoritePaths } from "./favorite-paths";

type Props = {
  /** Kind of the favorite. */
  kind: KindWith<"favoritable">;
  id: number;
  /** Distinguishes the link from others on the page: 某人的回答. */
  what: string;
  /** The element to return to, as `#id`. */
  anchor?: string;
};

/** Link to the page where a member chooses the folders of a favorite. */
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
