import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { SelectField } from "#app/features/admin/fields/select-field";
import { LOGGED_KINDS } from "./action-names";

/** Filters of the log, as in the URL; empty for all. */
export type LogSearch = { kind: string; target: string; actorId: string; from: string; to: string };

/** Filter form for the log; all state is in the URL. */
export function LogFilter({ search, wrong }: { search: LogSearch; wrong: Partial<Record<string, string>> }) {
  const { kind, actorId, from, to } = search;
  return (
    <Form key={JSON.stringify(search)} method="get" role="search" className="admin-filter">
      {actorId ? <input type="hidden" name="actorId" value={actorId} /> : null}
      <SelectField label="种类" name="kind" defaultValue={kind} options={[["", "全部"], ...LOGGED_KINDS]} />
      <TextField label="从" name="from" type="date" defaultValue={from} error={wrong.from} />
      <TextField label="到" name="to" type="date" defaultValue={to} error={wrong.to} />
      <Button type="submit" icon="search">
        筛选
      </Button>
    </Form>
  );
}
