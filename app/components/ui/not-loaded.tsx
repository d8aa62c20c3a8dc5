import { Link } from "./link";
import { useHere } from "./use-here";

type Props = {
  /** Name of the missing part, e.g. 评论. */
  what: string;
  /** Path at which to try again; this page unless said otherwise. */
  to?: string;
};

/** Stands where a part of a page should be that could not be had; the rest of the page lives. */
export function NotLoaded({ what, to }: Props) {
  const { path } = useHere();
  return (
    <p className="not-loaded" role="status">
      {`${what}暂时没能加载`}
      <Link to={(to ?? path).replace(/#.*$/, "")} reload>
        重试
      </Link>
    </p>
  );
}
