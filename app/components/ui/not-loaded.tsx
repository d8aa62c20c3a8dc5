import { Link } from "./link";
import { useHere } from "./use-here";

type Props = {
  /** Name of the missing part, e.g. 评论. */
  what: string;
  /** Path for retrying; this page by default. */
  to?: string;
};

/** Shown in place of a part of a page that failed to load. */
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
