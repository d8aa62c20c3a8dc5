import { Time } from "#app/components/ui/time";
import { useOffered } from "#app/hooks/offered";

/** Milliseconds within which a mended text counts as written so. */
const MINUTE = 60_000;

type Props = {
  createdAt: string;
  updatedAt: string;
  /** Path of the page that shows its changes; null where there are none. */
  history: string | null;
};

/** Time at which a text was changed last, and the way to what was changed; nothing for one that was not. */
export function Edited({ createdAt, updatedAt, history }: Props) {
  const offered = useOffered("history");
  if (Date.parse(updatedAt) - Date.parse(createdAt) <= MINUTE) return null;
  const words = (
    <>
      编辑于 <Time value={updatedAt} />
    </>
  );
  return (
    <span className="edited">
      {history && offered ? (
        <a href={history} rel="nofollow" title="修改记录">
          {words}
        </a>
      ) : (
        words
      )}
    </span>
  );
}
