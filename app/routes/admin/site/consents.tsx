import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Tabs } from "#app/components/ui/tabs";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { AGREEMENTS } from "#app/contract/people/agreements";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { CursorPager } from "#app/features/admin/cursor-pager";
import { PersonLink } from "#app/features/admin/person-link";
import { agreementKeyOf } from "#app/features/admin/site/agreement-key.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";

const ALL = "all";
const MISSING = "missing";

export async function loader(args: LoaderFunctionArgs) {
  await requireConsole(args);
  const key = agreementKeyOf(args);
  const given = new URL(args.request.url).searchParams;
  const q = given.get("q")?.trim().slice(0, 60) ?? "";
  const { versions } = await loadForStaff(args, adminAgreementApi.get, { params: { key } });
  const current = versions.find(({ state }) => state === "current");
  const wanted = given.get("version") ?? String(current?.version ?? ALL);
  const isOne = /^[1-9]\d{0,8}$/.test(wanted);
  const view = isOne || (wanted === MISSING && current) ? wanted : ALL;
  const query = {
    limit: 50,
    cursor: given.get("cursor") ?? undefined,
    ...(q ? { q } : {}),
    ...(view === MISSING ? { state: MISSING as "missing" } : {}),
    ...(isOne ? { version: Number(wanted) } : {}),
  };
  const { list, nextCursor } = await loadForStaff(args, adminAgreementApi.consents, { params: { key }, query });
  return {
    key,
    name: AGREEMENTS[key].name,
    view,
    q,
    list,
    nextCursor,
    isFirst: query.cursor === undefined,
    current: current?.version ?? null,
    versions: versions.map(({ version, consents }) => ({ version, consents })),
  };
}

export default function AdminConsents() {
  const { key, name, view, q, list, nextCursor, isFirst, current, versions } = useLoaderData<typeof loader>();
  const to = (version: string, cursor?: string) => adminPaths.consents(key, { version, q, cursor });
  const isMissing = view === MISSING;
  return (
    <>
      <AdminHead
        title={`谁同意了${name}`}
        text={
          isMissing ? `还没有同意现行的第 ${current} 版的人，新来的在前。` : "最近同意的在前。注销账号的人不在其中。"
        }
        up={{ label: name, to: adminPaths.agreement(key) }}
      >
        {isMissing ? null : (
          <Form method="post" action={adminPaths.consentsExport(key)} reloadDocument>
            {view === ALL ? null : <input type="hidden" name="version" value={view} />}
            <Button type="submit" icon="download">
              导出 CSV
            </Button>
          </Form>
        )}
      </AdminHead>
      <Tabs
        label="版本"
        tabs={[
          ...versions.map(({ version, consents }) => ({
            label: `第 ${version} 版`,
            to: to(String(version)),
            current: view === String(version),
            count: consents,
          })),
          { label: "每一版", to: to(ALL), current: view === ALL },
          ...(current === null ? [] : [{ label: `还没同意第 ${current} 版`, to: to(MISSING), current: isMissing }]),
        ]}
      />
      <Form key={`${view} ${q}`} method="get" role="search" className="admin-filter">
        <input type="hidden" name="version" value={view} />
        <TextField label="谁（昵称、编号或手机号）" name="q" maxLength={60} defaultValue={q} />
        <Button type="submit" icon="search">
          查找
        </Button>
      </Form>
      {list.length === 0 ? (
        <EmptyState later={!isFirst} text={q ? "没有这样的人。" : isMissing ? "都同意了。" : "还没有人同意。"} />
      ) : (
        <AdminTable shape="rows">
          <thead>
            <tr>
              <th>谁</th>
              {isMissing ? null : (
                <>
                  <th>版本</th>
                  <th>同意的时间</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={`${one.userId} ${one.version}`}>
                <td>
                  <PersonLink person={one} />
                </td>
                {one.at === null ? null : (
                  <>
                    <td>第 {one.version} 版</td>
                    <td>
                      <Time value={one.at} format="datetime" />
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
      <CursorPager first={isFirst ? null : to(view)} next={nextCursor ? to(view, nextCursor) : null} />
    </>
  );
}
