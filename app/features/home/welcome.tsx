import { buttonClass } from "#app/components/ui/button";
import { CountLabel } from "#app/components/ui/count-label";
import { MemberLink } from "#app/features/login/member-link";
import { useParts } from "#app/hooks/parts";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";

type Props = {
  /** Null if they can't be loaded. */
  totals: { question: number; answer: number; article: number } | null;
};

/** Introduction for readers without an account: what the site offers, how much there is to read, and how to ask. */
export function Welcome({ totals }: Props) {
  const site = useRoot()?.site;
  const has = useParts();
  return (
    <div className="welcome">
      <p className="welcome__words">
        <strong className="welcome__promise">{site?.slogan || site?.name}</strong>
        {totals ? (
          <span className="welcome__totals">
            <CountLabel value={totals.question} word="个问题" />
            <CountLabel value={totals.answer} word="个回答" />
            {has("article") ? <CountLabel value={totals.article} word="篇文章" /> : null}
          </span>
        ) : null}
      </p>
      <MemberLink to={paths.write("question")} className={buttonClass({ variant: "soft" })}>
        提问
      </MemberLink>
    </div>
  );
}
