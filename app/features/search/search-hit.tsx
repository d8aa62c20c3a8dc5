import { Avatar } from "#app/components/ui/avatar";
import { CountLabel } from "#app/components/ui/count-label";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { SearchHit } from "#app/contract/reading/search";
import { AiMark } from "#app/features/content/ai-mark";
import { paths } from "#app/paths";
import { Marked } from "./marked";
import type { SearchHitData } from "./search-links.server";

type Look = { tone: "accent" | "neutral" | "warm"; score: string };

const LOOKS: { readonly [K in SearchHit["kind"]]?: Look } = {
  question: { tone: "accent", score: "回答" },
  answer: { tone: "accent", score: "赞同" },
  case: { tone: "warm", score: "喜欢" },
};
const LIKED: Look = { tone: "neutral", score: "喜欢" };

/** A search hit with marked matches. */
export function SearchHitItem({ hit }: { hit: SearchHitData }) {
  const { tone, score } = LOOKS[hit.kind] ?? LIKED;
  return (
    <li className="item">
      <article className="item__body">
        <h2 className="item__title">
          <Link to={hit.href} className="item__link" data-prefetch="">
            <Marked runs={hit.title} />
          </Link>
        </h2>
        {hit.snippet.length > 0 ? (
          <div className="item__excerpt">
            <p className="clamp-3">
              <Marked runs={hit.snippet} />
            </p>
          </div>
        ) : null}
        <div className="item__foot">
          <Tag tone={tone}>{hit.name}</Tag>
          {hit.author ? (
            <span className="item__byline search-hit__author">
              <Avatar author={hit.author} size={20} />
              <Link to={paths.user(hit.author.userId)} className="item__name">
                {hit.author.nickname}
              </Link>
            </span>
          ) : null}
          <Time value={hit.createdAt} format="date" />
          <AiMark on={hit.aiGenerated} />
          <CountLabel value={hit.score} word={score} />
        </div>
      </article>
    </li>
  );
}
