import { Time } from "#app/components/ui/time";
import { useOffered } from "#app/hooks/offered";

/** Milliseconds after publication within which an edit is not mentioned. */
const MINUTE = 60_000;

type Props = {
  createdAt: string;
  updatedAt: string;
  /** Path of its version history; null if there is none. */
  history: string | null;
};

/** Time of a text's last edit, with a link to its history; renders nothing if it was never edited. */
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
