import { type FlashAction, FlashMessage } from "#app/components/ui/flash-message";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import type { Refused } from "./form-result";

type Props = {
  notice: Refused<unknown, unknown> | null;
  /** The way out of it, where it is another than its code tells. */
  link?: FlashAction | undefined;
};

/** Reason why a form was refused, where none of its fields is to blame, and the way out of it. */
export function FormNotice({ notice, link }: Props) {
  const sms = useOffered("sms");
  if (!notice) return null;
  return <FlashMessage kind="error" message={notice.message} action={link ?? recoveryLink(notice.code, sms)} />;
}

/**
 * Link to where a form refused for this code can be made good: in a window of its own, so that nothing typed is lost;
 * no phone number where nobody can prove one.
 */
function recoveryLink(code: string, sms: boolean): FlashAction | undefined {
  if (code === "AGREEMENT_REQUIRED") return { label: "阅读并同意", to: "/policy/agree", apart: true };
  if (code === "NOT_LOGIN") return { label: "在新窗口登录", to: paths.login("/"), apart: true };
  return code === "PHONE_REQUIRED" && sms ? { label: "去绑定", to: paths.accountSecure(), apart: true } : undefined;
}
