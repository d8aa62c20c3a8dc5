import { Form, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { useHere } from "#app/components/ui/use-here";

/** What became of a code that was not taken, with the code as it was typed. */
export type RedeemAnswer = { message: string; fields: Record<string, string>; code: string };

/** On a phone the form stands below a long list: there the page is shown that comes back, with or without scripts. */
const PLACE = "redeem";

/** Turns a code into a right. */
export function RedeemForm({ answer }: { answer: RedeemAnswer | undefined }) {
  const { path } = useHere();
  const busy = useNavigation().state !== "idle";
  const general = answer && !busy && !answer.fields.code ? answer.message : null;
  return (
    <Card title="兑换码">
      <Form method="post" action={`${path}#${PLACE}`} id={PLACE} className="form" noValidate>
        {general ? <FlashMessage kind="error" message={general} /> : null}
        <TextField
          label="输入兑换码"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          defaultValue={answer?.code}
          error={answer?.fields.code}
          help="不分大小写，空格和连字符都可以省略"
        />
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "请稍候…" : "兑换"}
        </Button>
      </Form>
    </Card>
  );
}
