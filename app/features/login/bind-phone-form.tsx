import { useLocation } from "@remix-run/react";
import { useState } from "react";
import type { LoginResult } from "./login-result";
import { PhoneForm } from "./phone-form";

type Props = { next: string; result: LoginResult | undefined };

/** Form for a phone number after a first login by WeChat; posts to its own page. */
export function BindPhoneForm({ next, result }: Props) {
  const { pathname, search } = useLocation();
  const [phone, setPhone] = useState(result?.values?.phone ?? "");
  return (
    <div className="login-form">
      <PhoneForm
        method="sms"
        action={pathname + search}
        purpose="bind-weixin"
        next={next}
        posted={result}
        phone={phone}
        onPhone={setPhone}
        label="验证并登录"
      />
    </div>
  );
}
