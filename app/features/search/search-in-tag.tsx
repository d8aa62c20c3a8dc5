import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { paths } from "#app/paths";

/** Link to the search within a tag. */
export function SearchInTag({ tag }: { tag: string }) {
  return (
    <Link to={paths.search("all", "", { tag })} className="icon-button" aria-label={`在标签${tag}里搜索`} title="搜索">
      <Icon name="search" />
    </Link>
  );
}
