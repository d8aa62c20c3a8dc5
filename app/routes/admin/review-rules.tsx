import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminReviewRuleApi, type ReviewRule, type ReviewRules } from "#app/contract/admin/review-rule";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { answerStaffForm } from "#app/features/admin/answer-staff-form.server";
import { ConflictNote } from "#app/features/admin/conflict-note";
import { loadForStaff, requireConsole, unlessReturned } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { gateway } from "#app/server/gateway.server";

const REVIEWED = kindsWith("reviewed");
const SWITCHES = { words: "含有要审核的敏感词", links: "含有站外链接", all: "全部" } as const;
const NUMBERS = { firstPosts: "作者公开的内容不足多少份时", newDays: "注册不满多少天的账号" } as const;

/** Fields of the form by name, `rules.article.links`; what is not ticked is not there. */
type Values = Record<string, string>;

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    const { permissions } = await requireConsole(args);
    const stored = await loadForStaff(args, adminReviewRuleApi.get, {});
    return { ...stored, mayReadLog: permissions.includes("audit.read") };
  });
}

/** Keeps the rules of all kinds. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const names = [...form.keys()].filter((name) => name.startsWith("rules.") || name === "version");
  const values: Values = Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
  const number = (name: string) => (/^\d+$/.test(values[name]?.trim() ?? "") ? Number(values[name]) : Number.NaN);
  const rules = Object.fromEntries(
    REVIEWED.map((kind): [string, ReviewRule] => [
      kind,
      {
        words: `rules.${kind}.words` in values,
        links: `rules.${kind}.links` in values,
        all: `rules.${kind}.all` in values,
        firstPosts: number(`rules.${kind}.firstPosts`),
        newDays: number(`rules.${kind}.newDays`),
      },
    ]),
  ) as ReviewRules;
  const put = () => gateway(args).call(adminReviewRuleApi.put, { body: { rules, version: Number(values.version) } });
  return answerStaffForm(args, values, put, { back: adminPaths.reviewRules(), flash: "已保存，马上生效" });
}

export default function AdminReviewRules() {
  const stored = useLoaderData<typeof loader>();
  const names = REVIEWED.flatMap((kind) => Object.keys(NUMBERS).map((name) => `rules.${kind}.${name}`));
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(names);
  return (
    <>
      <AdminHead
        title="审核规则"
        text="符合其中一条的内容先到待审核，通过后才公开；修改已公开的内容也一样。工作人员写的不受这些规则限制，敏感词除外。"
      >
        {stored?.mayReadLog ? (
          <LinkButton to={adminPaths.logOf("review-rule", "review-rules")} variant="quiet" icon="clock">
            日志
          </LinkButton>
        ) : null}
      </AdminHead>
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        <ConflictNote notice={notice} current={stored?.version} read={values?.version}>
          {REVIEWED.map((kind) => (
            <p key={kind}>
              {KINDS[kind].name}：{stored ? sentenceOf(stored.rules[kind]) : ""}
            </p>
          ))}
        </ConflictNote>
        {REVIEWED.map((kind) => {
          const rule = stored?.rules[kind];
          return (
            <fieldset key={kind} className="admin-panel">
              <legend>{KINDS[kind].name}</legend>
              {Object.entries(SWITCHES).map(([name, label]) => {
                const field = `rules.${kind}.${name}`;
                const on = values ? field in values : rule?.[name as keyof typeof SWITCHES];
                return (
                  <label key={name} className="choice">
                    <input type="checkbox" name={field} value="on" defaultChecked={on} />
                    {label}
                  </label>
                );
              })}
              {Object.entries(NUMBERS).map(([name, label]) => {
                const field = `rules.${kind}.${name}`;
                const error = fields[field];
                return (
                  <TextField
                    key={name}
                    label={label}
                    name={field}
                    inputMode="numeric"
                    defaultValue={values?.[field] ?? String(rule?.[name as keyof typeof NUMBERS] ?? 0)}
                    help="0 是不限"
                    error={error}
                  />
                );
              })}
            </fieldset>
          );
        })}
        <Button type="submit" variant="primary" disabled={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}

/** What is held of a kind, in a few words. */
function sentenceOf(rule: ReviewRule): string {
  const switched = Object.entries(SWITCHES).flatMap(([name, label]) =>
    rule[name as keyof typeof SWITCHES] ? [label] : [],
  );
  const numbered = Object.entries(NUMBERS).flatMap(([name, label]) => {
    const number = rule[name as keyof typeof NUMBERS];
    return number > 0 ? [`${label}：${number}`] : [];
  });
  return [...switched, ...numbered].join("；") || "都不先审";
}
