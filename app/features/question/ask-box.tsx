import { buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { MemberLink } from "#app/features/login/member-link";
import { paths } from "#app/paths";

/** Link to ask, in the side column of the questions. */
export function AskBox() {
  return (
    <Card className="ask-box">
      <p className="ask-box__title">有想弄明白的事？</p>
      <p className="ask-box__text">写下背景和试过的办法，懂的人会来回答。</p>
      <MemberLink to={paths.write("question")} className={buttonClass({ variant: "primary", block: true })}>
        提问
      </MemberLink>
    </Card>
  );
}
