import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { TextField } from "#app/components/ui/text-field";
import { useHere } from "#app/components/ui/use-here";
import { REDEEM_CODE_MAX } from "#app/contract/limits";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { useFormResult } from "#app/forms/use-form-result";

/** Refusal of a code, with the code as typed. */
export type RedeemRefusal = Refused<{ code: string }>;

/** On phones, the form is below a long list; the returned page scrolls to it, with or without scripts. */
const PLACE = "redeem";

/** Form to redeem a code. */
export function RedeemForm({ refused }: { refused: RedeemRefusal | undefined }) {
  const { path } = useHere();
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsent(form);
  const { fields, notice } = useFormResult(form, refused, { busy, names: ["code"] });
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
        <FormNotice notice={notice} />
        <TextField
          label="输入兑换码"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={REDEEM_CODE_MAX}
          defaultValue={refused?.values.code}
          error={fields.code}
          help="不分大小写，空格和连字符都可以省略"
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "请稍候…" : "兑换"}
        </Button>
      </Form>
    </Card>
  );
}
