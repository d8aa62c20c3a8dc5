import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { Link } from "#app/components/ui/link";
import { Tag } from "#app/components/ui/tag";
import { adminStartApi, type StartCheck, type Trial } from "#app/contract/admin/system/start";
import { AdminHead } from "#app/features/admin/admin-head";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { adminPaths } from "#app/features/admin/admin-paths";
import { AdminTable } from "#app/features/admin/admin-table";
import { proxyCheck } from "#app/features/admin/desk/proxy-check.server";
import { START_GROUPS, START_STATES } from "#app/features/admin/desk/start-steps";
import { respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { loadForStaff, requireConsole } from "#app/features/admin/staff-gate.server";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { readForm, textOf } from "#app/forms/read-form.server";
import { unlessReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";

export async function loader(args: LoaderFunctionArgs) {
  const checks = await unlessReturned(args, async () => {
    await requireConsole(args);
    return (await loadForStaff(args, adminStartApi.get, {})).checks;
  });
  return { checks, proxy: proxyCheck(args) };
}

/** Tests an external service with a real request. */
export async function action(args: ActionFunctionArgs) {
  const what = textOf(await readForm(args.request), "what") as Trial;
  const trial = () => gateway(args).call(adminStartApi.try, { body: { what } });
  return respondToStaffForm(args, {}, trial, ({ message }) => ({ back: adminPaths.start(), flash: message }));
}

export default function AdminStart() {
  const { checks, proxy } = useLoaderData<typeof loader>();
  const { ref, busy, notice } = useAdminForm<unknown, object>();
  const all: Shown[] = [...(checks ?? []), proxy];
  const left = all.filter(({ state }) => state === "open").length;
  return (
    <>
      <AdminHead
        title="开站与合规"
        text={
          checks === null
            ? "现在读不到做到了哪里。"
            : left
              ? `还有 ${left} 项没有完成。随时可以离开，再回来接着做。`
              : DONE
        }
      />
      <Form ref={ref} method="post">
        <AdminNotice notice={notice} />
        {START_GROUPS.map(({ title, steps }) => (
          <section key={title} className="admin-panel" aria-label={title}>
            <h2>{title}</h2>
            <AdminTable shape="rows">
              <thead>
                <tr>
                  <th>事项</th>
                  <th>状态</th>
                  <th>说明</th>
                </tr>
              </thead>
              <tbody>
                {steps.map(({ key, label, to, tries }) => {
                  const { state, detail } = all.find((one) => one.key === key) ?? UNKNOWN;
                  return (
                    <tr key={key}>
                      <td>{to ? <Link to={to}>{label}</Link> : label}</td>
                      <td>
                        <Tag tone={START_STATES[state].tone}>{START_STATES[state].label}</Tag>
                      </td>
                      <td>
                        {/* The space stays at the end of the line if the button wraps. */}
                        {detail}
                        {"\u2003"}
                        {tries && (state === "done" || key === "objects") ? (
                          <Button type="submit" name="what" value={key} size="small" busy={busy}>
                            {tries}
                          </Button>
                        ) : null}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </AdminTable>
          </section>
        ))}
      </Form>
    </>
  );
}

type Shown = Omit<StartCheck, "key"> & { key: string };
const DONE = "这里能查的都完成了。";
const UNKNOWN = { state: "outside", detail: "现在读不到" } as const;
