import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import type { adminAgreementApi } from "#app/contract/admin/site/agreement";
import type { CallData } from "#app/contract/endpoint";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { agreementPaths } from "#app/features/agreement/agreement-paths";

type Agreement = CallData<typeof adminAgreementApi.get>;

const STATES = {
  past: { label: "旧版", tone: "neutral" },
  current: { label: "现行", tone: "accent" },
  coming: { label: "待生效", tone: "warm" },
} as const;

type Props = {
  agreement: Agreement;
  /** Whether the viewer may publish and withdraw. */
  publishes: boolean;
};

/**
 * Every version of an agreement with the number of members who accepted it; one that is not effective yet can be
 * withdrawn.
 */
export function AgreementVersions({ agreement: { key, versions, members }, publishes }: Props) {
  const coming = versions.find(({ state }) => state === "coming");
  if (versions.length === 0) return <EmptyState text="还没有发布过。发布之后，每一版都会列在这里。" />;
  return (
    <>
      <AdminTable shape="rows">
        <thead>
          <tr>
            <th>版本</th>
            <th>生效</th>
            <th>发布</th>
            <th>再次同意</th>
            <th className="admin-table__sum">同意的人数</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <tr key={one.version}>
              <td>
                <Link to={agreementPaths.version(key, one.version)} reload>
                  第 {one.version} 版
                </Link>{" "}
                <Tag tone={STATES[one.state].tone}>{STATES[one.state].label}</Tag>
                {one.changes ? <small>{one.changes}</small> : null}
              </td>
              <td data-label="生效">
                <Time value={one.effectiveAt} format="date" />
              </td>
              <td data-label="发布">
                <Time value={one.publishedAt} />
                {one.publishedBy ? <small>{one.publishedBy}</small> : null}
                <small>
                  <Link to={adminPaths.logOf("agreement", `${key}/${one.version}`)}>日志</Link>
                </small>
              </td>
              <td data-label="再次同意">{one.askAgain ? "会问" : "不问"}</td>
              <td className="numbers admin-table__sum" data-label="同意的人数">
                <Link to={adminPaths.consents(key, { version: String(one.version) })}>
                  {one.consents} / {members}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
      {publishes && coming ? (
        <Form method="post" className="admin-danger">
          <input type="hidden" name="version" value={coming.version} />
          <TextField label="为什么撤回" name="reason" defaultValue="" />
          <Button type="submit" name="intent" value="withdraw" variant="danger">
            撤回第 {coming.version} 版
          </Button>
        </Form>
      ) : null}
    </>
  );
}
