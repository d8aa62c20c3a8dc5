import { type FlashAction, FlashMessage } from "#app/components/ui/flash-message";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import type { Refused } from "./form-result";
import { WriterField } from "./writer-field";

type Props = {
  notice: Refused<unknown, unknown> | null;
  /** Link to a remedy, if it is not the one implied by the code. */
  link?: FlashAction | undefined;
};

/**
 * Top of every form of members: for whom it was rendered (`WRITER`), and the message why it was refused when no single
 * field is to blame, with a link to the remedy.
 */
export function FormNotice(props: Props) {
  return (
    <>
      <WriterField notice={props.notice} />
      <RefusalNotice {...props} />
    </>
  );
}

/** That message alone. */
export function RefusalNotice({ notice, link }: Props) {
  const sms = useOffered("sms");
  if (!notice) return null;
  return (
    <FlashMessage
      kind="error"
      message={notice.message}
      action={link ?? notice.remedy ?? recoveryLink(notice.code, sms)}
    />
  );
}

/**
 * Link to where this refusal can be resolved. It opens in a new window so that nothing typed is lost. Without SMS there
 * is no link to add a phone number, since nobody could verify one.
 */
function recoveryLink(code: string, sms: boolean): FlashAction | undefined {
  if (code === "AGREEMENT_REQUIRED") return { label: "阅读并同意", to: paths.agree(), apart: true };
  if (code === "NOT_LOGIN") return { label: "在新窗口登录", to: paths.login("/"), apart: true };
  return code === "PHONE_REQUIRED" && sms ? { label: "去绑定", to: paths.accountSecure(), apart: true } : undefined;
}
