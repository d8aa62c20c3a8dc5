import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { EmptyState } from "#app/components/ui/empty-state";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Prose } from "#app/components/ui/prose";
import { Time } from "#app/components/ui/time";
import { type FormField, formApi } from "#app/contract/content/form";
import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { ossApi } from "#app/contract/files/oss";
import { CHOICE, chosen } from "#app/features/custom-form/chosen";
import { fieldAttributes } from "#app/features/custom-form/field-attributes.server";
import { filledFieldsOf, filledForm, rememberedForm, rememberForm } from "#app/features/custom-form/filled-form.server";
import { formProblems } from "#app/features/custom-form/form-problems";
import { type FormRefusal, FormToFill } from "#app/features/custom-form/form-to-fill";
import { formFilesOf, formValuesOf } from "#app/features/custom-form/form-values";
import {
  OWN_SUBMISSIONS_ANCHOR,
  OwnSubmissions,
  WITHDRAW,
  WITHDRAWN_FIELD,
} from "#app/features/custom-form/own-submissions";
import { ownWords } from "#app/features/custom-form/own-words.server";
import { Submitted } from "#app/features/custom-form/submitted";
import { LoginLink } from "#app/features/login/login-link";
import { pageMeta } from "#app/features/seo/meta";
import { attempt, refusedResult } from "#app/forms/attempt.server";
import { idempotencyKeyOf, newIdempotencyKey } from "#app/forms/idempotency-key";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { useParts } from "#app/hooks/parts";
import { useRoot } from "#app/hooks/root";
import { paths, withQuery } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { endAtNext } from "#app/server/request-scope.server";
import { uploadObject } from "#app/server/uploads/upload-object.server";

/** Values of `?state=` after a submission: with a place, if there are any, and on the waiting list. */
const SENT = "sent";
const WAITING = "waiting";
/** Notice that the form was already submitted with other values under the same key. */
const SENT_BEFORE = "刚才那一份已经收到，改过的还没有提交。再按一次提交，会另交一份";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: data.form.title, path: paths.form(data.form.id) }, matches);

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam(args);
  const form = await gateway(args)
    .load(formApi.get, { params: { id } })
    .catch((error) => rememberedForm(args.context) ?? Promise.reject(error));
  // Each rendering has its own idempotency key.
  if (form.state === "open") args.context.unshared = true;
  endAtNext(args.context, [form.opensAt]);
  const { searchParams } = new URL(args.request.url);
  const state = searchParams.get("state");
  const choice = searchParams.get(CHOICE);
  const shown = (field: FormField) => ({ ...field, attributes: fieldAttributes(field), value: chosen(field, choice) });
  return {
    form: { ...form, fields: form.fields.map(shown) },
    words: ownWords(form),
    sent: state === SENT || state === WAITING,
    waiting: form.own[0]?.waiting ?? state === WAITING,
  };
}

export async function action(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  const { call } = gateway(args);
  const filled = await readForm(args.request);
  if (textOf(filled, "intent") === WITHDRAW) return withdraw(args, id, filled);
  const idempotencyKey = idempotencyKeyOf(filled);
  const unknown = filledFieldsOf(filled);
  const asked = await attempt(() => call(formApi.get, { params: { id } }), {
    values: { filled: formValuesOf(unknown, filled), idempotencyKey },
  });
  if (asked.status === "refused") {
    rememberForm(args.context, filledForm(id, unknown));
    return respond(args, asked, { back: paths.form(id), echo: true, leads: true });
  }
  rememberForm(args.context, asked.data);
  const { fields } = asked.data;
  const values = formValuesOf(fields, filled);
  const files = formFilesOf(fields, filled);
  // Told before anything is uploaded, since each upload counts and none can be kept for the next try; and for any form,
  // whatever another upstream would check.
  const problems = asked.data.state === "open" ? formProblems(fields, filled) : {};
  const [problem] = Object.values(problems);
  if (problem !== undefined) {
    const refused = refusedResult(
      { code: "INVALID_PARAMS", message: problem, fields: problems },
      { filled: values, idempotencyKey },
    );
    return respond(args, refused, { back: paths.form(id), echo: true, leads: true });
  }
  let uploading = "";
  const sending = async () => {
    for (const { name, file } of files) {
      uploading = name;
      values[name] = (await uploadObject(args, { presign: ossApi.uploadUrl, file, purpose: "form" })).key;
    }
    uploading = "";
    return call(formApi.submit, { body: { id, values, idempotencyKey } });
  };
  const result = await attempt(sending, { values: { filled: values, idempotencyKey } });
  const waiting = result.status === "ok" && result.data.waiting;
  const back = withQuery(paths.form(id), { state: waiting ? WAITING : SENT });
  return respond(args, result.status === "refused" ? refusal(result, uploading) : result, {
    back,
    echo: true,
    leads: true,
  });
}

async function withdraw(args: ActionFunctionArgs, id: number, filled: FormData) {
  const submission = textOf(filled, WITHDRAWN_FIELD);
  const result = await attempt(() => gateway(args).call(ownSubmissionApi.withdraw, { body: { id, submission } }));
  return respond(args, result, { back: paths.form(id), flash: "已撤回，还可以再填一次", leads: true, bare: true });
}

/** @param uploading field whose file was being uploaded; empty for none */
function refusal(refused: FormRefusal, uploading: string): FormRefusal {
  const again = refused.code === "ALREADY_SUBMITTED";
  const message = again ? SENT_BEFORE : refused.message;
  return {
    ...refused,
    message,
    fields: uploading ? { [uploading]: message } : refused.fields,
    values: again ? { ...refused.values, idempotencyKey: newIdempotencyKey() } : refused.values,
  };
}

export default function FormPage() {
  const { form, sent, waiting, words } = useLoaderData<typeof loader>();
  const refused = useActionData<FormRefusal>();
  const member = useRoot()?.viewer;
  const done = sent || (form.submitted && form.oncePerPerson);
  return (
    <Columns>
      <div className="card form-page">
        <h1 className="detail-title">{form.title}</h1>
        <Prose html={form.descriptionHtml} size="compact" />
        {form.state === "open" && form.closesAt ? (
          <p className="field__help">
            填写截止于 <Time value={form.closesAt} format="datetime" />
          </p>
        ) : null}
        {form.own.length > 0 && !done && form.state === "open" ? (
          <p className="field__help">
            你已经交过这份表单，
            <a href={`#${OWN_SUBMISSIONS_ANCHOR}`}>看看交过的</a>
          </p>
        ) : null}
        {form.state === "open" && form.oncePerPerson && !member ? (
          <p className="field__help">
            每人只能填写一次，请先<LoginLink open>登录</LoginLink>再填写
          </p>
        ) : null}
        {done && refused ? <FlashMessage kind="error" message={refused.message} /> : null}
        {done ? (
          <Submitted activityId={form.activityId} waiting={waiting} />
        ) : form.state === "open" ? (
          <FormToFill key={form.id} id={form.id} fields={form.fields} refused={refused} />
        ) : (
          <Closed state={form.state} opensAt={form.opensAt} />
        )}
        {form.own.length > 0 ? <OwnSubmissions own={form.own} words={words} /> : null}
      </div>
    </Columns>
  );
}

function Closed({ state, opensAt }: { state: "not-yet" | "closed"; opensAt: string | null }) {
  const has = useParts();
  return (
    <EmptyState
      illustration="locked"
      text={
        state === "closed" ? (
          "这份表单已经截止，不再接受填写"
        ) : (
          <>
            这份表单还没有开放
            {opensAt ? (
              <>
                ，将于 <Time value={opensAt} format="datetime" /> 开始
              </>
            ) : null}
          </>
        )
      }
      action={has("activity") ? { label: "看看活动", to: paths.activities() } : { label: "回到首页", to: paths.home() }}
    />
  );
}
