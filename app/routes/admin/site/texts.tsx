import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { Time } from "#app/components/ui/time";
import { adminTextApi } from "#app/contract/admin/site/text";
import { AdminHead } from "#app/features/admin/admin-head";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { loadForStaff } from "#app/features/admin/staff-gate.server";

const SHOWN = 60;

export async function loader(args: LoaderFunctionArgs) {
  const texts = await loadForStaff(args, adminTextApi.list, {});
  return { texts: texts.map(({ content, ...text }) => ({ ...text, begins: [...content].slice(0, SHOWN).join("") })) };
}

export default function AdminTexts() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHead title="文案" text="读者在各处看到的、由运营者写的话。保存后立即生效。" />
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th>文案</th>
            <th>在哪里</th>
            <th>现在</th>
            <th>修改</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ key, name, where, begins, updatedAt }) => (
            <tr key={key}>
              <td>
                <Link to={adminPaths.text(key)}>{name}</Link>
              </td>
              <td data-label="在哪里">{where}</td>
              <td>{begins || "还没有写"}</td>
              <td data-label="修改">{updatedAt ? <Time value={updatedAt} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </>
  );
}
