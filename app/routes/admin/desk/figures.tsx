import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { FIGURE_GROUPS, type FigureKey } from "#app/contract/admin/desk/figure-names";
import { adminFiguresApi } from "#app/contract/admin/desk/figures";
import type { CallData } from "#app/contract/endpoint";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { SelectField } from "#app/features/admin/fields/select-field";
import { FigureGroup } from "#app/features/admin/figures/figure-group";
import { Documents, Missed, SmsCost } from "#app/features/admin/figures/figure-lists";
import { figureRange, PRESETS, presetQuery } from "#app/features/admin/figures/figure-range.server";
import { Funnel } from "#app/features/admin/figures/funnel";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const { range, query, wrong } = figureRange(new URL(args.request.url).searchParams);
  const fallback = figureRange(new URLSearchParams()).query;
  const asked = query ?? fallback;
  // An invalid range shows errors next to its fields; missing permission is still reported.
  const figures = asked && (await loadForStaff(args, adminFiguresApi.get, { query: asked }));
  const presets = PRESETS.map((preset) => ({ label: preset.label, query: presetQuery(preset) }));
  return { range, wrong, figures: query ? figures : null, presets };
}

const STEPS = [
  ["day", "按日"],
  ["week", "按周"],
  ["month", "按月"],
] as const;
const groups = Object.keys(FIGURE_GROUPS) as (keyof typeof FIGURE_GROUPS)[];

export default function AdminFigures() {
  const { range, wrong, figures, presets } = useLoaderData<typeof loader>();
  const here = new URLSearchParams(range).toString();
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
  return (
    <>
      <AdminHead title="数据" text="按北京时间的日子统计，今天的还会变，有的一小时才数一次；前期有数据的，与前期相比。">
        {figures ? (
          <Form method="post" action={adminPaths.figuresExport()} reloadDocument>
            {Object.entries(range).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <Button type="submit" icon="download">
              导出 CSV
            </Button>
          </Form>
        ) : null}
      </AdminHead>
      <Tabs
        label="时间"
        tabs={presets.map(({ label, query }) => ({ label, to: adminPaths.figures(query), current: query === here }))}
      />
      <Form key={here} method="get" role="search" className="admin-filter">
        <TextField label="从" name="from" type="date" defaultValue={range.from} error={wrong.from} />
        <TextField label="到" name="to" type="date" defaultValue={range.to} error={wrong.to} />
        <SelectField label="汇总" name="step" defaultValue={range.step} options={STEPS} />
        <Button type="submit" icon="search">
          查看
        </Button>
      </Form>
      {figures ? (
        <>
          <nav className="figures__groups" aria-label="各类数据">
            {groups.map((group) => (
              <a key={group} href={`#figures-${group}`} className="tag">
                {FIGURE_GROUPS[group].name}
              </a>
            ))}
          </nav>
          {groups.map((group) => (
            <FigureGroup key={group} group={group} series={figures.series} labels={figures.labels}>
              <Beside group={group} figures={figures} days={days} />
            </FigureGroup>
          ))}
        </>
      ) : (
        <EmptyState text="请先改正上面的条件。" />
      )}
    </>
  );
}

type Figures = CallData<typeof adminFiguresApi.get>;

/** Content that belongs to a group beside its figures. */
function Beside({ group, figures, days }: { group: keyof typeof FIGURE_GROUPS; figures: Figures; days: number }) {
  const totalOf = (wanted: FigureKey) => figures.series.find(({ key }) => key === wanted)?.total ?? 0;
  if (group === "traffic") {
    const counted = totalOf("visit.anonymous") + totalOf("visit.member") + totalOf("visit.bot") > 0;
    return counted ? null : <p className="admin-log__note">这段时间里没有记下任何访问。</p>;
  }
  if (group === "logins") return <SmsCost sent={totalOf("sms.sent")} days={days} sms={figures.sms} />;
  if (group === "search") return <Missed missed={figures.missed} />;
  if (group !== "zhiku") return null;
  return (
    <>
      <Funnel series={figures.series} />
      <Documents documents={figures.documents} />
    </>
  );
}
