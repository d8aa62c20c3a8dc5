import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { adminReviewRuleApi, type ReviewRule, type ReviewRules } from "#app/contract/admin/review/review-rule";
import { type RuleCondition, ruleConditions } from "#app/contract/admin/review/rule-conditions";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { numberOf } from "#app/contract/text/number-of";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import {
  type StoredField,
  type StoredFields,
  storedBox,
  storedChoice,
  TheirFields,
} from "#app/features/admin/fields/their-fields";
import { VersionField } from "#app/features/admin/fields/version-field";
import { LogLink } from "#app/features/admin/log-link";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

const REVIEWED = kindsWith("reviewed");
const SWITCHES = { words: "含有要审核的敏感词", links: "含有站外链接", all: "全部" } as const;
const NUMBERS = { firstPosts: "作者公开的内容不足多少份时", newDays: "注册不满多少天的账号" } as const;
const LABELS: Record<RuleCondition, string> = { ...SWITCHES, ...NUMBERS };
/** Conditions in display order: switches before numbers. */
const SHOWN = [...Object.keys(SWITCHES), ...Object.keys(NUMBERS)] as RuleCondition[];
const isSwitch = (condition: RuleCondition): condition is keyof typeof SWITCHES => condition in SWITCHES;
const OUTCOMES = [
  ["hold", "先审核，通过后公开"],
  ["captcha", "完成验证才公开"],
  ["refuse", "直接拒绝，说明原因"],
] as const;

/** Submitted values by field name, `rules.article.links`; unchecked boxes are missing. */
type Values = Record<string, string>;

export async function loader(args: LoaderFunctionArgs) {
  return unlessReturned(args, async () => {
    await requireConsole(args);
    return loadForStaff(args, adminReviewRuleApi.get, {});
  });
}

/** Saves the rules of all kinds. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const names = [...form.keys()].filter((name) => name.startsWith("rules.") || name === "version");
  const values: Values = Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
  const number = (name: string) => (values[name]?.trim() === "" ? 0 : numberOf(values[name] ?? ""));
  const rules = Object.fromEntries(
    REVIEWED.map((kind): [string, ReviewRule] => [
      kind,
      {
        words: `rules.${kind}.words` in values,
        links: `rules.${kind}.links` in values,
        all: `rules.${kind}.all` in values,
        firstPosts: number(`rules.${kind}.firstPosts`),
        newDays: number(`rules.${kind}.newDays`),
        outcomes: Object.fromEntries(
          ruleConditions.flatMap((condition) => {
            const field = `rules.${kind}.outcomes.${condition}`;
            const outcome = OUTCOMES.find(([one]) => one === values[`${field}.outcome`])?.[0] ?? "hold";
            const sentence = values[`${field}.sentence`] ?? "";
            // The default outcome without a sentence is not stored.
            return outcome === "hold" && sentence === "" ? [] : [[condition, { outcome, sentence }]];
          }),
        ),
      },
    ]),
  ) as ReviewRules;
  const put = () => gateway(args).call(adminReviewRuleApi.put, { body: { rules, version: Number(values.version) } });
  return respondToStaffForm(args, values, put, { back: adminPaths.reviewRules(), flash: "已保存，马上生效" });
}

export { reloadStale as shouldRevalidate } from "#app/forms/reload-stale";

export default function AdminReviewRules() {
  const stored = useLoaderData<typeof loader>();
  const names = REVIEWED.flatMap((kind) => [
    ...Object.keys(NUMBERS).map((name) => `rules.${kind}.${name}`),
    ...ruleConditions.map((condition) => `rules.${kind}.outcomes.${condition}.sentence`),
  ]);
  const { ref, busy, fields, notice, values } = useAdminForm<unknown, Values>(names);
  return (
    <>
      <AdminHead
        title="审核规则"
        text="符合其中一条的内容先到待审核，或者要作者完成验证，或者直接拒绝；修改已公开的内容也一样。几条都符合时，拒绝在先，待审核其次。工作人员写的不受这些规则限制，敏感词除外。"
      >
        <LogLink to={adminPaths.logOf("review-rule", "review-rules")} />
      </AdminHead>
      <Form ref={ref} method="post" className="form" noValidate>
        <AdminNotice notice={notice} />
        <VersionField notice={notice} stored={stored?.version} submitted={values?.version}>
          <TheirFields<string> stored={stored ? storedRules(stored.rules) : {}} submitted={values} />
        </VersionField>
        {REVIEWED.map((kind) => {
          const rule = stored?.rules[kind];
          return (
            <details
              key={kind}
              className="admin-panel"
              open={Object.keys(fields).some((name) => name.startsWith(`rules.${kind}.`))}
            >
              <summary>
                {KINDS[kind].name}：{rule ? sentenceOf(rule) : ""}
              </summary>
              <div className="admin-limits">
                {SHOWN.map((condition) => (
                  <Condition
                    key={condition}
                    condition={condition}
                    rule={rule}
                    values={values}
                    field={`rules.${kind}.${condition}`}
                    outcome={`rules.${kind}.outcomes.${condition}`}
                    errors={fields}
                  />
                ))}
              </div>
            </details>
          );
        })}
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? "正在保存…" : "保存"}
        </Button>
      </Form>
    </>
  );
}

/** The stored rules by the names of the form's fields. */
const storedRules = (rules: ReviewRules): StoredFields<string> =>
  Object.fromEntries(
    REVIEWED.flatMap((kind) =>
      SHOWN.flatMap((condition): [string, StoredField][] => {
        const label = `${KINDS[kind].name}：${LABELS[condition]}`;
        const value = rules[kind][condition];
        const { outcome, sentence } = rules[kind].outcomes?.[condition] ?? { outcome: "hold", sentence: "" };
        const field = `rules.${kind}.outcomes.${condition}`;
        return [
          [
            `rules.${kind}.${condition}`,
            isSwitch(condition) ? storedBox(label, value ? "on" : "") : { label, value: value ? String(value) : "" },
          ],
          [`${field}.outcome`, storedChoice(`${label}：怎么处理`, outcome, OUTCOMES)],
          [`${field}.sentence`, { label: `${label}：给作者的话`, value: sentence }],
        ];
      }),
    ),
  );

type ConditionProps = {
  condition: RuleCondition;
  /** The stored rule. */
  rule: ReviewRule | undefined;
  /** Submitted values of a refused form. */
  values: Partial<Values> | undefined;
  /** Names of the fields for the condition and for its outcome. */
  field: string;
  outcome: string;
  errors: Record<string, string>;
};

/**
 * Form fields for a condition, its outcome and the sentence to the author, which is shown only if texts are refused.
 */
function Condition({ condition, rule, values, field, outcome, errors }: ConditionProps) {
  const stored = rule?.outcomes?.[condition];
  const sentence = `${outcome}.sentence`;
  return (
    <fieldset className="admin-rule" aria-label={LABELS[condition]}>
      {isSwitch(condition) ? (
        <label className="choice">
          <input
            type="checkbox"
            name={field}
            value="on"
            defaultChecked={values ? field in values : rule?.[condition]}
          />
          {LABELS[condition]}
        </label>
      ) : (
        <TextField
          label={LABELS[condition]}
          name={field}
          inputMode="numeric"
          defaultValue={values?.[field] ?? (rule?.[condition] ? String(rule[condition]) : "")}
          placeholder="不限"
          help="不填就是不限"
          error={errors[field]}
        />
      )}
      <SelectField
        label="怎么处理"
        name={`${outcome}.outcome`}
        defaultValue={values?.[`${outcome}.outcome`] ?? stored?.outcome ?? "hold"}
        options={OUTCOMES}
      />
      <div className="admin-rule__sentence">
        <TextField
          label="给作者的话"
          name={sentence}
          defaultValue={values?.[sentence] ?? stored?.sentence ?? ""}
          help="显示在输入框旁边，他写的都还在；不填就用默认的话"
          maxLength={100}
          error={errors[sentence]}
        />
      </div>
    </fieldset>
  );
}

/** Sentence that summarises a rule: what is held, needs a captcha or is refused. */
function sentenceOf(rule: ReviewRule): string {
  const held = SHOWN.flatMap((condition) => {
    const value = rule[condition];
    if (!value) return [];
    const words = typeof value === "number" ? `${LABELS[condition]}：${value}` : LABELS[condition];
    const outcome = rule.outcomes?.[condition]?.outcome;
    if (outcome === "captcha") return `${words}（验证）`;
    return outcome === "refuse" ? `${words}（拒绝）` : words;
  });
  return held.join("；") || "都不先审";
}
