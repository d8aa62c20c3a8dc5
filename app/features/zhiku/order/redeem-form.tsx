import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { FlashMessage } from "#app/components/ui/flash-message";
import { focusInvalid } from "#app/components/ui/focus-invalid";
import { TextField } from "#app/components/ui/text-field";
import { NO_ERRORS, useFieldErrors } from "#app/components/ui/use-field-errors";
import { useHere } from "#app/components/ui/use-here";
import { loginApart } from "#app/features/login/login-apart";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";

/** What became of a code that was not taken, with the code as it was typed. */
export type RedeemAnswer = {
  message: string;
  /** It was refused since the login has ended. */
  login: boolean;
  fields: Record<string, string>;
  code: string;
};

/** On a phone the form stands below a long list: there the page is shown that comes back, with or without scripts. */
const PLACE = "redeem";

/** Turns a code into a right. */
export function RedeemForm({ answer }: { answer: RedeemAnswer | undefined }) {
  const { path } = useHere();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const told = answer?.fields ?? NO_ERRORS;
  const { code: error } = useFieldErrors(form, told);
  useEffect(() => {
    if (answer) focusInvalid(form.current);
  }, [answer]);
  const general = answer && !busy && !told.code ? answer : null;
  return (
    <Card title="兑换码">
      <Form
        ref={form}
        method="post"
        action={`${path}#${PLACE}`}
        id={PLACE}
        className="form"
        noValidate
        data-unsent="redeem"
      >
        <UnsentNotice {...unsent} />
        {general ? (
          <FlashMessage kind="error" message={general.message} action={general.login ? loginApart() : undefined} />
        ) : null}
        <TextField
          label="输入兑换码"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          defaultValue={answer?.code}
          error={error}
          help="不分大小写，空格和连字符都可以省略"
        />
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "请稍候…" : "兑换"}
        </Button>
      </Form>
    </Card>
  );
}
