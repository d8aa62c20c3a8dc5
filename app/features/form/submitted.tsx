import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import type { FormDetail } from "#app/contract/content/form";
import { WriterField } from "#app/forms/writer-field";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";

/** Value of `intent` that withdraws one's submission. */
export const WITHDRAW = "withdraw";

type Props = { form: Pick<FormDetail, "withdrawable" | "activityId">; waiting: boolean };

/** Thanks for a submission, and the button that withdraws it. */
export function Submitted({ form: { withdrawable, activityId }, waiting }: Props) {
  const busy = useNavigation().formMethod === "POST";
  const has = useParts();
  const signedUp = activityId !== null;
  return (
    <>
      <EmptyState
        illustration="success"
        text={waiting ? "已收到。名额已满，你在候补名单上；有人退出、轮到你时会通知你" : "已收到你的填写，谢谢"}
        action={
          signedUp && has("activity")
            ? { label: "回到活动", to: paths.activity(activityId) }
            : { label: "回到首页", to: paths.home() }
        }
      />
      {withdrawable ? (
        <Form method="post" className="form">
          <WriterField notice={null} />
          <p className="form-page__until">
            {signedUp ? "不能参加了？取消之后名额让给别人，想参加可以再报。" : "写错了？撤回之后可以再填一次。"}
          </p>
          <Button type="submit" name="intent" value={WITHDRAW} disabled={busy}>
            {signedUp ? "取消报名" : "撤回这一份"}
          </Button>
        </Form>
      ) : null}
    </>
  );
}
