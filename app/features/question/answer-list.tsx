import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { NotLoaded } from "#app/components/ui/not-loaded";
import { Pagination } from "#app/components/ui/pagination";
import { Tabs } from "#app/components/ui/tabs";
import { ANSWER_BOX } from "#app/features/answer/answer-box";
import { AnswerItem } from "#app/features/answer/answer-item";
import type { AnswerView } from "#app/features/answer/answer-view.server";
import { LoginLink } from "#app/features/login/login-link";
import { withQuery } from "#app/paths";
import type { QuestionPage } from "./load-question-page.server";
import { useSteadyOrder } from "./use-steady-order";

/** The answers to a question; under a permalink, the linked one first. */
export function AnswerList({ page }: { page: QuestionPage }) {
  const { question, own, answers, linked, linkedIsGone, linkedNotLoaded, sort, comments, editing } = page;
  const list = answers?.list ?? [];
  // An accepted answer comes first at once.
  const accepted = list.find((answer) => answer.accepted)?.id;
  const steady = useSteadyOrder(list, `${question.id} ${sort} ${answers?.page} ${accepted}`);
  const item = (answer: AnswerView, highlighted = false) => (
    <li key={answer.id}>
      <AnswerItem
        answer={answer}
        highlighted={highlighted}
        editing={highlighted ? editing : null}
        asked={own?.mine ?? false}
        comments={comments?.of === `answer-${answer.shortId}` ? comments : undefined}
      />
    </li>
  );
  const sorted = (by: "default" | "time") => withQuery(question.href, { sort: by === "time" ? by : null });
  return (
    <section className="answers" id="answers" aria-label="回答">
      {linkedIsGone ? (
        <p className="flash flash--info" role="status">
          <Icon name="info" />
          你要找的回答不存在或已被删除，下面是这个问题的全部回答
        </p>
      ) : null}
      {linkedNotLoaded && answers ? (
        <div className="card">
          <NotLoaded what="你要找的回答" />
        </div>
      ) : null}
      {linked ? (
        <>
          <h2 className="visually-hidden">{linked.author.nickname}的回答</h2>
          <ol>{item(linked, true)}</ol>
          <p className="answers__all">
            <Link to={`${question.href}#answers`}>
              查看全部 {question.answerCount} 个回答
              <Icon name="chevron-right" />
            </Link>
          </p>
        </>
      ) : null}
      {answers && answers.list.length === 0 && linked ? null : (
        <div className="answers__head">
          <h2 className="answers__title">
            {linked ? "更多回答" : question.answerCount > 0 ? `${question.answerCount} 个回答` : "回答"}
          </h2>
          {question.answerCount > 1 && !linked ? (
            <Tabs
              label="回答排序"
              variant="pill"
              tabs={[
                { label: "默认", to: sorted("default"), current: sort === "default" },
                { label: "时间", to: sorted("time"), current: sort === "time" },
              ]}
            />
          ) : null}
        </div>
      )}
      {answers === null ? (
        <div className="card">
          <NotLoaded what="回答" />
        </div>
      ) : answers.list.length === 0 && !linked ? (
        <div className="card">
          {answers.page > 1 ? (
            <EmptyState text="这一页没有回答" action={{ label: "看第一页", to: question.href }} />
          ) : page.ownLinks ? (
            <EmptyState
              text="还没有人回答。把背景和试过的办法写清楚，更容易等到回答"
              action={{ label: "补充问题", to: page.ownLinks.editHref }}
            />
          ) : (
            <EmptyState
              text="还没有人回答，你的经验也许正是提问者需要的"
              action={
                page.answerBox ? (
                  { label: "写回答", to: `#${ANSWER_BOX}` }
                ) : (
                  <LoginLink open next={question.href} className={buttonClass({ variant: "soft" })}>
                    登录后写回答
                  </LoginLink>
                )
              }
            />
          )}
        </div>
      ) : (
        <ol>{steady.map((answer) => item(answer))}</ol>
      )}
      {answers ? <Pagination {...answers} /> : null}
    </section>
  );
}
