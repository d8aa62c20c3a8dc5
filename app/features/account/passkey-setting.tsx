import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { TextField } from "#app/components/ui/text-field";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { PASSKEY_NAME_MAX } from "#app/contract/limits";
import type { Passkey } from "#app/contract/people/passkey";
import { defaultIntent } from "#app/features/sms-code/code-step";
import { UnsentNotice } from "#app/features/unsent/unsent-notice";
import { useUnsent } from "#app/features/unsent/use-unsent";
import { DefaultButton } from "#app/forms/default-button";
import { FormNotice } from "#app/forms/form-notice";
import { PasskeyRow } from "./passkey-row";
import { ProofFields } from "./proof-fields";
import { Setting } from "./setting";
import { useAccountForm } from "./use-account-form";

type Owner = { hasPassword: boolean; phone: string | null };
type Props = Owner & {
  /** Null if they could not be loaded. */
  passkeys: readonly Passkey[] | null;
  /** Whether the owner was recently verified, so that passkeys can be added and removed. */
  proven: boolean;
};

/** Setting for passkeys, used to log in instead of a code: the list with rename and remove, and a form to add one. */
export function PasskeySetting({ passkeys, proven, ...owner }: Props) {
  const { typed } = useAccountForm("passkeys");
  const some = passkeys !== null && passkeys.length > 0;
  const value = some ? `${passkeys.length} 个` : "未添加，可以用指纹、面容或设备密码登录";
  return (
    <Setting
      form="passkeys"
      title="通行密钥"
      value={
        <>
          {passkeys ? value : "暂时无法读取"}
          <noscript>。添加要用到 JavaScript，请先在浏览器里开启</noscript>
        </>
      }
      label={some ? "管理" : "添加"}
      open={Boolean(typed) || some || proven}
    >
      <p className="field__help">
        通行密钥存在手机、电脑或安全钥匙里，登录时用指纹、面容或设备密码确认，不用等短信。设备丢了也不要紧：短信验证码一直可以登录，再把丢了的那一个移除。
      </p>
      {some ? (
        <ul className="sessions">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} removable={proven} />
          ))}
        </ul>
      ) : null}
      {proven ? <AddForm /> : <PasskeyProof {...owner} removes={some} />}
    </Setting>
  );
}

/** Form that verifies the owner before passkeys are added or removed. */
export function PasskeyProof({ hasPassword, phone, removes }: Owner & { removes: boolean }) {
  const { Form, action, ref, busy, typed, step, fields, notice } = useAccountForm("passkeys", "proof");
  return (
    <Form ref={ref} action={action} method="post" className="form" noValidate>
      <DefaultButton value={defaultIntent(step, "prove-passkeys")}>下一步</DefaultButton>
      <input type="hidden" name="part" value="proof" />
      <FormNotice notice={notice} />
      <p>{removes ? "添加或移除之前，请先确认是你本人。" : "添加之前，请先确认是你本人。"}</p>
      <ProofFields
        hasPassword={hasPassword}
        phone={phone}
        password={{ name: "password", label: "登录密码" }}
        purpose="change-passkey"
        values={typed}
        fields={fields}
        step={step}
      />
      <Button type="submit" name="intent" value="prove-passkeys" variant="primary" busy={busy}>
        {busy ? "请稍候…" : "下一步"}
      </Button>
    </Form>
  );
}

/** Form that names and creates a passkey; the browser asks for the device. */
function AddForm() {
  const { Form, action, ref, busy, typed, fields, notice, submit, done } = useAccountForm("passkeys", "add");
  const [failed, setFailed] = useState("");
  const [wrongName, setWrongName] = useState("");
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();
  // Not by a `key`: input of a new element would not be kept.
  useEffect(() => {
    if (done > 0) ref.current?.reset();
  }, [done, ref]);
  const unsent = useUnsent(ref, done);
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setFailed("");
    // The device would keep a passkey whose name is refused afterwards, and offer it at the login in vain.
    const wrong = wrongIn(String(new FormData(form).get("name")));
    setWrongName(wrong);
    if (wrong) {
      form.querySelector<HTMLInputElement>("[name=name]")?.focus();
      return;
    }
    setAsking(true);
    const ceremony = await import("#app/features/passkey/ceremony").catch(() => null);
    if (!ceremony) {
      setAsking(false);
      return setFailed(NETWORK_MESSAGE);
    }
    try {
      const credential = await ceremony.makePasskey();
      const sent = new FormData(form);
      sent.set("intent", "add-passkey");
      sent.set("credential", credential);
      submit(sent, { action, method: "post" });
    } catch (error) {
      if (!(error instanceof ceremony.PasskeyError)) throw error;
      setFailed(error.message);
      // The owner may have to be verified again, for which the page has another form; the typed name is kept.
      revalidate();
    } finally {
      setAsking(false);
    }
  };
  return (
    <Form ref={ref} action={action} method="post" className="form" data-unsent="passkey:new" noValidate onSubmit={make}>
      <input type="hidden" name="part" value="add" />
      <UnsentNotice {...unsent} />
      {failed ? <FlashMessage kind="error" message={failed} /> : null}
      <FormNotice notice={failed ? null : notice} />
      <TextField
        label="给它起个名字"
        name="name"
        defaultValue={typed?.name ?? "这台设备"}
        help={`最多 ${PASSKEY_NAME_MAX} 个字，好在丢了设备时认出是哪一个`}
        error={wrongName || fields.name}
      />
      <Button type="submit" name="intent" value="add-passkey" variant="primary" icon="passkey" busy={busy || asking}>
        {busy || asking ? "请按浏览器的提示确认…" : "添加通行密钥"}
      </Button>
    </Form>
  );
}

/** Message about a passkey's name, as the contract has it; empty if the name is right. */
function wrongIn(name: string): string {
  const length = [...name.trim()].length;
  if (length === 0) return "名称不能为空";
  return length > PASSKEY_NAME_MAX ? `名称不能超过${PASSKEY_NAME_MAX}个字` : "";
}
