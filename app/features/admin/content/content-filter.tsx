import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";

/** Filters of the content list, as in the URL. */
export type ContentSearch = { state: string; q: string; author: string; from: string; to: string };

type Props = {
  search: ContentSearch;
  wrong: Partial<Record<string, string>>;
  /** Selected bulk action, from the URL's `do`; kept by the filter form. */
  does?: string | undefined;
};

/** Filter form for content; all state is in the URL. */
export function ContentFilter({ search, wrong, does }: Props) {
  const { state, q, author, from, to } = search;
  return (
    <Form key={JSON.stringify(search)} method="get" role="search" className="admin-filter">
      {state ? <input type="hidden" name="state" value={state} /> : null}
      {does ? <input type="hidden" name="do" value={does} /> : null}
      <TextField label="关键词或编号" name="q" defaultValue={q} error={wrong.q} />
      <TextField label="作者编号" name="author" inputMode="numeric" defaultValue={author} error={wrong.author} />
      <TextField label="从" name="from" type="date" defaultValue={from} error={wrong.from} />
      <TextField label="到" name="to" type="date" defaultValue={to} error={wrong.to} />
      <Button type="submit" icon="search">
        筛选
      </Button>
    </Form>
  );
}
