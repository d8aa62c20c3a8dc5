import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { RIGHT_SOURCES, RIGHT_STATES } from "#app/features/zhiku/rights/right-states";

/** Filters for rights, as in the URL. */
export type RightSearch = { member: string; category: string; state: string; source: string };

type Props = {
  search: RightSearch;
  wrong: Partial<Record<string, string>>;
  /** Values with labels. */
  categories: [value: string, label: string][];
};

/** Filter form for rights; all state is in the URL. */
export function RightFilter({ search, wrong, categories }: Props) {
  const { member, category, state, source } = search;
  const states = Object.entries(RIGHT_STATES).map(([one, { label }]): [string, string] => [one, label]);
  return (
    <Form key={JSON.stringify(search)} method="get" role="search" className="admin-filter">
      <TextField
        label="用户编号或手机号"
        name="member"
        inputMode="numeric"
        defaultValue={member}
        error={wrong.member}
      />
      <SelectField
        label="分类"
        name="category"
        defaultValue={category}
        options={[["", "不限"], ...categories]}
        held={`分类 #${category}`}
      />
      <SelectField label="状态" name="state" defaultValue={state} options={[["", "不限"], ...states]} />
      <SelectField
        label="来源"
        name="source"
        defaultValue={source}
        options={[["", "不限"], ...Object.entries(RIGHT_SOURCES)]}
      />
      <Button type="submit" icon="search">
        筛选
      </Button>
    </Form>
  );
}
