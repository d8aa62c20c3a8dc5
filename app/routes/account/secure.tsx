import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { accountApi } from "#app/contract/people/account";
import { passkeyApi } from "#app/contract/people/passkey";
import { userApi } from "#app/contract/people/user";
import { accountPaths } from "#app/features/account/account-paths";
import type { AccountForm, AccountResult, AskedForm } from "#app/features/account/account-result";
import { changeAccount } from "#app/features/account/change-account.server";
import { CloseSetting } from "#app/features/account/close-setting";
import { MailSetting } from "#app/features/account/mail-setting";
import { PasskeyName } from "#app/features/account/passkey-row";
import { PasskeyProof, PasskeySetting } from "#app/features/account/passkey-setting";
import { PasswordSetting } from "#app/features/account/password-setting";
import { PhoneSetting } from "#app/features/account/phone-setting";
import { SessionsSetting } from "#app/features/account/sessions-setting";
import { WechatSetting } from "#app/features/account/wechat-setting";
import { provenBindingOf } from "#app/features/login/wechat-attempt.server";
import { pageMeta } from "#app/features/seo/meta";
import { userUnlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data === undefined ? undefined : { title: "账号与安全", path: paths.accountSecure(), noIndex: true },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const user = await userUnlessReturned(args);
  // A refused form without a session is shown alone.
  if (!user) return null;
  const { phone, hasPassword, weixinBound } = user;
  const missing = await missingOf(args);
  const extended = !missing.includes("account");
  const { call } = gateway(args);
  const listed = missing.includes("passkey") ? undefined : optional(call(passkeyApi.list, {}));
  const written = missing.includes("mail") ? undefined : optional(call(mailAddressApi.get, {}));
  const [editor, sessions, passkeys, mail] = await Promise.all([
    optional(call(userApi.editor, {})),
    extended ? optional(call(accountApi.sessions, {})) : null,
    listed,
    written,
  ]);
  return {
    phone,
    loginName: editor?.loginName ?? null,
    hasPassword,
    weixinBound,
    wechatProven: provenBindingOf(args.request) !== null,
    sessions,
    /** Undefined if passkeys are not supported. */
    passkeys,
    mail,
    extended,
    sms: !missing.includes("sms"),
    weixin: weixinBound || !missing.includes("wechat"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return changeAccount(args);
}

export default function AccountSecure() {
  const account = useLoaderData<typeof loader>();
  const typed = useActionData<AccountResult>()?.values;
  if (account) return <Settings {...account} />;
  return (
    <div className="account">
      {typed?.form && typed.asked ? <GivenBack form={typed.form} asked={typed.asked} /> : null}
    </div>
  );
}

/** Shows a refused form alone: the session has ended, or the owner can't be determined at the moment. */
function GivenBack({ form, asked }: { form: AccountForm; asked: AskedForm }) {
  const phone = asked.code ? "已绑定号码" : null;
  if (form === "phone") return <PhoneSetting phone={phone} />;
  if (form === "password") return <PasswordSetting hasPassword={asked.password} phone={phone} />;
  if (form === "passkeys") return <GivenBackPasskeys asked={asked} />;
  if (form === "mail") return <MailSetting mail={null} />;
  if (form === "close") return <CloseSetting phone={phone} hasPassword={asked.password} sms={asked.code} />;
  return <WechatSetting bound={asked.unbinds} proven={false} hasPassword={asked.password} phone={phone} />;
}

function GivenBackPasskeys({ asked }: { asked: AskedForm }) {
  const typed = useActionData<AccountResult>()?.values;
  if (typed?.part?.startsWith("name-")) return <PasskeyName id={typed.passkey ?? ""} name="" open />;
  return <PasskeyProof hasPassword={asked.password} phone={asked.code ? "已绑定号码" : null} removes />;
}

/** The phone number on a site without SMS, where another one can't be verified. */
function FixedPhone({ phone }: { phone: string | null }) {
  return (
    <section className="setting" aria-labelledby="phone-title">
      <div className="setting__head">
        <h2 className="setting__title" id="phone-title">
          手机号
        </h2>
        <span className="setting__value">
          {phone ?? "未绑定"}，本站没有开通短信，不能{phone ? "更换" : "绑定"}
        </span>
      </div>
    </section>
  );
}

type Account = NonNullable<Awaited<ReturnType<typeof loader>>>;

function Settings({
  phone,
  loginName,
  hasPassword,
  weixinBound,
  wechatProven,
  sessions,
  passkeys,
  mail,
  extended,
  sms,
  weixin,
}: Account) {
  const codes = extended && sms;
  // Changes that the owner could not be verified for are not offered.
  const provable = hasPassword || (codes && phone !== null);
  // Without our calls on accounts nobody proves to be the owner, which a binding requires, but not its end.
  const wechat = weixin && (extended ? provable : weixinBound);
  return (
    <div className="account">
      {codes ? <PhoneSetting phone={phone} /> : null}
      {extended && !sms ? <FixedPhone phone={phone} /> : null}
      {provable ? (
        <PasswordSetting hasPassword={hasPassword} phone={codes ? phone : null} loginName={loginName} />
      ) : null}
      {codes && !provable ? <p>绑定手机号之后，就可以设置密码、更改微信绑定。</p> : null}
      {extended || provable || wechat ? null : <p>本站现在没有可以修改的安全设置。</p>}
      {wechat ? (
        <WechatSetting
          bound={weixinBound}
          proven={wechatProven}
          hasPassword={hasPassword}
          phone={codes ? phone : null}
          proves={extended}
        />
      ) : null}
      {passkeys === undefined ? null : (
        <PasskeySetting
          passkeys={passkeys?.passkeys ?? null}
          proven={passkeys?.provenUntil != null}
          hasPassword={hasPassword}
          phone={codes ? phone : null}
        />
      )}
      {mail === undefined ? null : <MailSetting mail={mail} />}
      {extended ? (
        <>
          <SessionsSetting sessions={sessions} />
          <section className="setting" aria-labelledby="export-title">
            <div className="setting__head">
              <h2 className="setting__title" id="export-title">
                我的数据
              </h2>
              <span className="setting__value">发表的内容、收藏、关注和账号记录，JSON 格式</span>
              <LinkButton to={accountPaths.export()} reload size="small" icon="download">
                导出
              </LinkButton>
            </div>
          </section>
          <CloseSetting phone={phone} hasPassword={hasPassword} sms={sms} />
        </>
      ) : null}
    </div>
  );
}
