import { Time } from "#app/components/ui/time";
import type { ZhikuSearchHit } from "#app/contract/zhiku/search";
import { Marked } from "#app/features/search/marked";
import { ZhikuEntry } from "#app/features/zhiku/zhiku-entry";

/** A document found, with marked matches. */
export function ZhikuHit({ hit }: { hit: ZhikuSearchHit & { href: string } }) {
  const { title, snippet, category, updatedAt, ...document } = hit;
  return (
    <ZhikuEntry
      {...document}
      title={<Marked runs={title} />}
      text={
        <p className="clamp-3">
          <Marked runs={snippet} />
        </p>
      }
    >
      <span>{category.name}</span>
      <span className="zhiku-entry__when">
        <Time value={updatedAt} format="date" /> 更新
      </span>
    </ZhikuEntry>
  );
}
