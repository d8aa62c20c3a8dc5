import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button, buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { TextField } from "#app/components/ui/text-field";
import type { CallData } from "#app/contract/endpoint";
import { countsText } from "#app/contract/kinds";
import { handoverApi } from "#app/contract/people/handover";
import { accountPaths } from "#app/features/account/account-paths";
import { forgetLink, keepLink, keptLink } from "#app/features/account/handover-link.server";
import { LoginLink } from "#app/features/login/login-link";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { FormNotice } from "#app/forms/form-notice";
import type { FormResult } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { useFormResult } from "#app/forms/use-form-result";
import { useFragment } from "#app/hooks/use-fragment";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { viewerOf } from "#app/server/viewer.server";
import type { RouteHandle } from "#framework/late-start";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "认领作者", path: accountPaths.handover(), noIndex: true }, matches);

/** Shows whose account a link is for, and what taking it over would do. */
export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("handover")) throw notFound();
  const viewer = await viewerOf(args);
  const token = keptLink(args.request);
  const found = token === null ? null : await optional(gateway(args).call(handoverApi.look, { body: { token } }));
  return { found, spent: token !== null && found === null, me: viewer.kind === "member" ? viewer.user.nickname : null };
}

type Values = { token: string };

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const intent = textOf(form, "intent");
  const back = accountPaths.handover();
  if (intent === "forget") {
    return respond(args, { status: "ok", data: null }, { back, headers: [["set-cookie", forgetLink()]], leads: true });
  }
  if (intent === "take") {
    const token = keptLink(args.request) ?? "";
    const way = textOf(form, "way") === "become" ? "become" : "join";
    const result = await attempt(() => gateway(args).call(handoverApi.take, { body: { token, way } }), {
      values: { token: "" },
    });
    return respond(args, result, {
      back: result.status === "ok" ? paths.user(result.data.userId) : back,
      flash: "已认领，这些内容现在是你的了",
      headers: result.status === "ok" ? [["set-cookie", forgetLink()]] : [],
      echo: true,
      leads: true,
      bare: true,
    });
  }
  // The whole URL may have been pasted.
  const token = textOf(form, "token").replace(/^.*#/, "").trim();
  const values: Values = { token };
  const result = await attempt(() => gateway(args).call(handoverApi.look, { body: { token } }), { values });
  const headers: [string, string][] = result.status === "ok" ? [["set-cookie", keepLink(token)]] : [];
  return respond(args, result, { back, headers, echo: true, leads: true });
}

/** Only scripts can read the token in the URL. */
export const handle: RouteHandle = { eager: true };

export default function Handover() {
  const { found, spent, me } = useLoaderData<typeof loader>();
  return (
    <Columns>
      <PageHead title="认领作者" text="站点从别处搬来的内容，可以交给写它的人。链接只能用一次。" />
      <Card className="detail">{found ? <Found found={found} me={me} /> : <LinkForm spent={spent} />}</Card>
    </Columns>
  );
}

/** Accepts the link. Its token is behind `#`, so that proxies and logs don't see it; without scripts it is pasted. */
function LinkForm({ spent }: { spent: boolean }) {
  const answered = useActionData<FormResult<unknown, Values>>();
  const busy = useNavigation().formMethod === "POST";
  const ref = useRef<HTMLFormElement>(null);
  const { fields, notice, values } = useFormResult(ref, answered, { busy, names: ["token"] });
  const [token, setToken] = useFragment(values?.token ?? "");
  return (
    <Form ref={ref} method="post" className="form" noValidate reloadDocument>
      <FormNotice notice={notice} />
      {spent && !answered ? <p role="status">这个认领链接已经用过、过期或作废了，请向给你链接的人再要一个。</p> : null}
      <TextField
        label="认领链接"
        name="token"
        autoComplete="off"
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
        help="整条粘贴即可"
        error={fields.token}
      />
      <div className="actions">
        <Button type="submit" name="intent" value="look" variant="primary" busy={busy}>
          看看是谁
        </Button>
      </div>
    </Form>
  );
}

/** Shows the account and the consequences before the takeover. */
function Found({ found, me }: { found: CallData<typeof handoverApi.look>; me: string | null }) {
  const answered = useActionData<FormResult<unknown, object>>();
  const busy = useNavigation().formMethod === "POST";
  const ref = useRef<HTMLFormElement>(null);
  const { notice } = useFormResult(ref, answered, { busy, names: [] });
  const { author, counts, way } = found;
  return (
    <Form ref={ref} method="post" className="form" noValidate reloadDocument>
      <FormNotice notice={notice} />
      <p>
        这个链接交出的是 <a href={paths.user(author.userId)}>{author.nickname}</a>：{countsText(counts)}。
      </p>
      {way === "login" ? (
        <>
          <p>
            先登录，再确认。已有账号的，内容会并入那个账号；没有账号的，用手机号登录就会注册，之后你就是“
            {author.nickname}
            ”，名字和主页地址都不变。
          </p>
          <div className="actions">
            <LoginLink open next={accountPaths.handover()} className={buttonClass({ variant: "primary" })}>
              登录或注册
            </LoginLink>
          </div>
        </>
      ) : (
        <>
          <p>
            {way === "become"
              ? `你登录的“${me}”是个新账号：认领以后你就是“${author.nickname}”，名字、主页地址和内容都不变，以后用你的手机号或微信登录。`
              : `认领以后，这些内容都归你登录的账号“${me}”，署你的名字；“${author.nickname}”的主页会转到你的主页。`}
            不能撤销。
          </p>
          <input type="hidden" name="way" value={way} />
          <div className="actions">
            <Button type="submit" name="intent" value="take" variant="primary" busy={busy}>
              {way === "become" ? `成为“${author.nickname}”` : `并入我的账号“${me}”`}
            </Button>
          </div>
        </>
      )}
      <div className="actions">
        <Button type="submit" name="intent" value="forget" variant="quiet" busy={busy}>
          不是我，算了
        </Button>
      </div>
    </Form>
  );
}
