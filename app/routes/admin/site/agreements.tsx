import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

export async function loader(args: LoaderFunctionArgs) {
  const agreements = await loadForStaff(args, adminAgreementApi.list, {});
  return {
    agreements: agreements.map(({ versions, ...agreement }) => ({
      ...agreement,
      current: versions.find(({ state }) => state === "current") ?? null,
      coming: versions.find(({ state }) => state === "coming") ?? null,
    })),
  };
}

export default function AdminAgreements() {
  const { agreements } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="协议" text="成员在登录、下单时同意的文字。每一版都留着，谁在何时同意了哪一版都有记录。" />
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th>协议</th>
            <th>现行版本</th>
            <th>待生效</th>
            <th className="admin-table__sum">同意现行版本</th>
          </tr>
        </thead>
        <tbody>
          {agreements.map(({ key, name, current, coming, members, agreed }) => (
            <tr key={key}>
              <td>
                <Link to={adminPaths.agreement(key)}>{name}</Link>
              </td>
              <td data-label="现行版本">
                {current ? (
                  <>
                    第 {current.version} 版，
                    <Time value={current.effectiveAt} format="date" />
                  </>
                ) : (
                  "还没有发布"
                )}
              </td>
              <td data-label="待生效">
                {coming ? (
                  <>
                    第 {coming.version} 版，
                    <Time value={coming.effectiveAt} format="date" />
                  </>
                ) : (
                  "—"
                )}
              </td>
              <td className="numbers admin-table__sum" data-label="同意现行版本">
                {current ? `${agreed} / ${members}` : "—"}
              </td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </>
  );
}
