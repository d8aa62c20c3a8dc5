import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { LoginAnswer } from "./login-answer";
import { PhoneForm } from "./phone-form";

type Props = { next: string; answer: LoginAnswer | undefined };

/** Asks whoever came by WeChat for a phone number, once; posts to its own page. */
export function BindPhoneForm({ next, answer }: Props) {
  const { pathname, search } = useLocation();
  const [phone, setPhone] = useState(answer?.phone ?? "");
  return (
    <div className="login-form">
      <PhoneForm
        method="sms"
        action={pathname + search}
        purpose="bind-weixin"
        next={next}
        posted={answer}
        phone={phone}
        onPhone={setPhone}
        label="验证并登录"
      />
    </div>
  );
}
