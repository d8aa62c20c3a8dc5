import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminAppealApi } from "#app/contract/admin/review/appeal";
import { RULE_NOTE_MAX } from "#app/contract/admin/rule-sizes";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { Fact } from "#app/features/admin/fact";
import { KeyHelp } from "#app/features/admin/key-help";
import { ClaimNote } from "#app/features/admin/queue/claim-note";
import { PastDecisions } from "#app/features/admin/queue/past-decisions";
import { QueueLinks } from "#app/features/admin/queue/queue-links";
import { ThingText } from "#app/features/admin/queue/thing-text";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { useUnread } from "#app/features/admin/use-unread";
import { decidedText } from "#app/features/appeal/decision-facts";
import { inNewWindows } from "#app/features/content/in-new-windows";
import type { FormResult } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { idIn } from "#app/server/params/id-in.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  const appeal = await loadForStaff(args, adminAppealApi.get, { params: { id: numberOfParam(args) } });
  const user = permissions.includes("user.read") ? adminPaths.user : paths.user;
  return {
    ...appeal,
    contentHtml: inNewWindows(appeal.contentHtml),
    authorHref: user(appeal.author.userId),
    log: permissions.includes("audit.read") ? adminPaths.logOf("appeal", appeal.id) : null,
  };
}

/** Decides on this appeal; then the next one is open. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const values = { note: textOf(form, "note") };
  const grants = textOf(form, "intent") === "grant";
  const body = { id: numberOfParam(args), action: grants ? "grant" : "keep", ...values } as const;
  const next = idIn(form, "next");
  const back = next ? adminPaths.appeal(next) : adminPaths.appeals();
  const flash = grants ? "申诉成立，原来的处理已撤销" : "已维持原来的处理";
  return respondToStaffForm(args, values, () => gateway(args).call(adminAppealApi.decide, { body }), { back, flash });
}

const KEYS = [
  ["j / k", "下一份 / 上一份"],
  ["a", "申诉成立，打开下一份"],
  ["r", "写维持的原因"],
  ["c", "认领，或接手别人打开着的"],
  ["u", "回到列表"],
] as const;
const STATES = {
  open: { label: "等待复核", tone: "warm" },
  granted: { label: "成立", tone: "accent" },
  kept: { label: "维持原处理", tone: "neutral" },
} as const;
/** Labels for what granting an appeal does. */
const GRANTS = { review: "申诉成立，公开这份内容", sanction: "申诉成立，解除处罚" } as const;

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminAppeal() {
  const appeal = useLoaderData<typeof loader>();
  const unread = useUnread(String(appeal.id));
  const decides = appeal.decidable && (appeal.claim?.mine ?? true);
  const { id, kind, state, text, author, previousId, nextId, decidable, own, alone, stands } = appeal;
  return (
    <>
      <AdminHead
        title={decidedText(appeal)}
        text={<Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>}
        up={{ label: "申诉", to: adminPaths.appeals() }}
      >
        <QueueLinks previous={previousId} next={nextId} hrefOf={adminPaths.appeal} list={adminPaths.appeals()} />
      </AdminHead>
      <div className="admin-held">
        <div>
          <section className="admin-panel" aria-labelledby="appeal-words">
            <h2 id="appeal-words">申诉的理由</h2>
            <p className="admin-held__text">{appeal.words}</p>
            <p className="admin-queue__note">
              <Link to={appeal.authorHref} target="_blank">
                {author.nickname}
              </Link>
              <Time value={appeal.createdAt} />
            </p>
          </section>
          {text ? <ThingText text={text} contentHtml={appeal.contentHtml} /> : null}
        </div>
        <aside className="admin-panel">
          <h2>原来的处理</h2>
          <dl className="admin-facts">
            <Fact label="原因">{appeal.reason || "没有写明"}</Fact>
            <Fact label="作出决定的人">{appeal.decidedBy || "没有记录"}</Fact>
            <Fact label="时间">
              <Time value={appeal.decidedAt} />
            </Fact>
            {kind === "sanction" ? (
              <Fact label="到期">{appeal.until ? <Time value={appeal.until} format="datetime" /> : "长期"}</Fact>
            ) : null}
            {appeal.answeredAt ? (
              <Fact label="复核">
                {appeal.answeredBy}，<Time value={appeal.answeredAt} />
                {appeal.answer ? `：${appeal.answer}` : ""}
              </Fact>
            ) : null}
          </dl>
          <PastDecisions past={appeal.past} log={appeal.log} />
        </aside>
      </div>
      {state === "open" && !stands ? <FlashMessage kind="info" message="原来的处理已经不在了，没有要复核的。" /> : null}
      {state === "open" && stands && !decidable ? (
        <FlashMessage
          kind="info"
          message={own ? "这与你有关，由另一位同事复核。" : "你的角色不能撤销这项处理，由能做的同事复核。"}
        />
      ) : null}
      {/* A key per appeal, so that input is not carried over to the next one. */}
      {decides ? <DecideForm key={id} kind={kind} alone={alone} unread={unread} next={nextId} /> : <NotDecided />}
      {decidable ? <ClaimNote key={`claim:${id}`} claim={appeal.claim} queue="appeal" target={String(id)} /> : null}
      <KeyHelp keys={KEYS} />
    </>
  );
}

/** Refusal of a decision that came too late, with the submitted note, since the form is gone. */
function NotDecided() {
  const answered = useActionData<FormResult<unknown, { note: string }>>();
  if (answered?.status !== "refused") return null;
  const { note } = answered.values;
  return (
    <>
      <FlashMessage kind="error" message={answered.message} />
      {note ? <p className="admin-held__text">你写的说明：{note}</p> : null}
    </>
  );
}

type FormProps = { kind: string; alone: boolean; next: number | null; unread: boolean };

function DecideForm({ kind, alone, next, unread }: FormProps) {
  const { ref, busy, field, notice } = useAdminForm<unknown, { note: string }>(["note"]);
  return (
    <Form ref={ref} method="post" className="admin-panel admin-queue" noValidate>
      <AdminNotice notice={notice} />
      {alone ? (
        <FlashMessage kind="info" message="原来的决定是你作的，没有别的同事能复核：可以由你复核，日志会写明这一点。" />
      ) : null}
      <input type="hidden" name="next" value={next ?? ""} />
      <TextField
        label="说明（维持时必填；申诉的人会看到）"
        {...field("note")}
        maxLength={RULE_NOTE_MAX * 2}
        data-key="r"
      />
      <div className="admin-queue__buttons">
        {/* First button, so that Enter in the note field keeps the decision. */}
        <Button type="submit" name="intent" value="keep" variant="danger" busy={busy} disabled={unread}>
          维持原来的处理
        </Button>
        <Button type="submit" name="intent" value="grant" variant="primary" busy={busy} disabled={unread} data-key="a">
          {kind in GRANTS ? GRANTS[kind as keyof typeof GRANTS] : "申诉成立，恢复这份内容"}
        </Button>
      </div>
    </Form>
  );
}
