import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminPersonApi, type PersonCounts } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { type KindWith, kindsWith, measured } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import {
  refuseStaffForm,
  reshapeStaffForm,
  respondToStaffForm,
} from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { attempt } from "#app/forms/attempt.server";
import { DefaultButton } from "#app/forms/default-button";
import { readForm, textOf } from "#app/forms/read-form.server";
import { wrongAddress } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const { permissions } = await requireConsole(args);
  if (!permissions.includes("user.merge")) throw wrongAddress();
  const id = numberOfParam(args);
  const { nickname, closedAt } = await loadForStaff(args, adminUserApi.get, { params: { id } });
  return { id, nickname, closed: closedAt !== null };
}

type Values = { into: string; reason: string; confirm: string; seal: string; tried: string };

/** Merges two accounts, or previews what would be moved; the preview is required first. */
export async function action(args: ActionFunctionArgs) {
  const from = numberOfParam(args);
  const form = await readForm(args.request);
  const [into, reason, confirm, seal] = ["into", "reason", "confirm", "seal"].map((name) => textOf(form, name));
  const values: Values = {
    into: into ?? "",
    reason: reason ?? "",
    confirm: confirm ?? "",
    seal: seal ?? "",
    tried: "",
  };
  const target = personOf(values.into);
  const { call } = gateway(args);
  const body = { from, into: target, reason: values.reason };
  if (textOf(form, "intent") !== "merge") {
    const trial = () => call(adminPersonApi.merge, { body: { ...body, dryRun: true } });
    const tried = await attempt(trial, { values });
    if (tried.status !== "ok") return refuseStaffForm(args, tried);
    const { into: kept, counts } = tried.data;
    const text = `会把${mergedText(counts)}并入“${kept.nickname}”（#${kept.userId}），${tried.data.from.nickname} 的账号随即注销、退出登录，主页转过去。两人都赞过、关注过的只算一次。`;
    return reshapeStaffForm(args, { ...values, seal: tried.data.seal, tried: text });
  }
  const work = () => call(adminPersonApi.merge, { body: { ...body, seal: values.seal, confirm: values.confirm } });
  return respondToStaffForm(args, values, work, {
    back: Number.isNaN(target) ? adminPaths.users() : adminPaths.user(target),
    flash: "已合并，旧主页会转到这里的主页",
  });
}

/** Parses a member's number or profile URL; NaN for neither. */
function personOf(typed: string): number {
  const [, id] = /(?:^#?|\/u\/)(\d{1,15})(?:\D|$)/.exec(typed.normalize("NFKC").trim()) ?? [];
  return id ? Number(id) : Number.NaN;
}

const NAMES: Record<keyof PersonCounts, string> = {
  ...(Object.fromEntries(kindsWith("owned").map((kind) => [kind, measured(kind)])) as Record<
    KindWith<"owned">,
    string
  >),
  votes: "次投票",
  likes: "个赞",
  favorites: "个收藏",
  following: "个关注的人",
  fans: "个粉丝",
  questionFollows: "个关注的问题",
  tagFollows: "个关注的标签",
  drafts: "份草稿",
  held: "份审核过的内容",
  rights: "项权益",
  orders: "个订单",
  notifications: "条通知",
  sessions: "处登录",
};

function mergedText(counts: PersonCounts): string {
  const told = (Object.keys(NAMES) as (keyof PersonCounts)[])
    .filter((name) => counts[name] > 0 && name !== "sessions")
    .map((name) => `${counts[name]} ${NAMES[name]}`);
  return told.length === 0 ? "一个空账号" : ` ${told.join("、")}`;
}

export default function AdminUserMerge() {
  const { id, nickname, closed } = useLoaderData<typeof loader>();
  const { ref, busy, field, notice, values } = useAdminForm<unknown, Values>(["into", "reason", "confirm"]);
  const seal = values?.seal ?? "";
  return (
    <>
      <AdminHead
        title={`把 ${nickname} 并入另一个人`}
        text="同一个人的两个账号变成一个：内容、评论、投票、关注、收藏、权益、订单与通知都过去。合并以后分不清哪些是谁的，所以不能撤销，要先看一次。"
        up={{ label: `${nickname} #${id}`, to: adminPaths.user(id) }}
      />
      {closed ? (
        <p>这个账号已经注销，不能合并。</p>
      ) : (
        <Form ref={ref} method="post" className="form admin-form admin-panel" noValidate>
          <DefaultButton value="try">先看看会移多少</DefaultButton>
          <AdminNotice notice={notice} />
          <input type="hidden" name="seal" value={seal} />
          <TextField
            label="并入谁（留下的账号）"
            {...field("into")}
            help="填用户编号，或粘贴主页地址；名字、手机号以留下的为准"
          />
          <TextField label="原因，本人会看到" {...field("reason")} maxLength={200} />
          {values?.tried ? <p role="status">{values.tried}</p> : null}
          {seal ? <TextField label={`确认：原样填写“${nickname}”`} {...field("confirm")} autoComplete="off" /> : null}
          <div className="admin-buttons">
            <Button type="submit" name="intent" value="try" busy={busy}>
              先看看会移多少
            </Button>
            {seal ? (
              <Button type="submit" name="intent" value="merge" variant="danger" busy={busy}>
                并走 {nickname}，不能撤销
              </Button>
            ) : null}
          </div>
        </Form>
      )}
    </>
  );
}
