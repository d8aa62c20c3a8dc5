import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { Time } from "#app/components/ui/time";
import type { Sanction } from "#app/contract/admin/user/user";
import { SANCTIONS, type SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { AdminNotice } from "#app/features/admin/admin-notice";
import { seenIn } from "#app/features/admin/queue/seen-in";
import { useAdminForm } from "#app/features/admin/use-admin-form";
import { ImposeFields } from "./impose-fields";

/** All sanctions ever imposed on a member, with a form to lift those in force if permitted. */
export function UserSanctions({ sanctions, mayLift }: { sanctions: Sanction[]; mayLift: readonly SanctionKind[] }) {
  const { busy, notice, values } = useAdminForm<unknown, { intent: string; reason: string }>([], ["lift"]);
  if (sanctions.length === 0) return <p className="admin-card__note">没有受过处罚。</p>;
  return (
    <>
      <AdminNotice notice={notice} />
      <ul className="admin-sanctions">
        {sanctions.map((one) => (
          <li key={one.id}>
            <p>
              <strong>{SANCTIONS[one.kind].name}</strong> <Time value={one.from} format="datetime" /> 起，
              {one.until ? (
                <>
                  至 <Time value={one.until} format="datetime" />
                </>
              ) : (
                "长期"
              )}
              ：{one.reason}
              <small>
                {one.by}
                {one.inForce ? "，生效中" : one.liftedAt ? "，已解除" : "，已到期"}
                {one.liftedAt ? (
                  <>
                    （{one.liftedBy}，<Time value={one.liftedAt} />）
                  </>
                ) : null}
              </small>
            </p>
            {one.inForce && mayLift.includes(one.kind) ? (
              <Form method="post" className="admin-inline">
                <input type="hidden" name="intent" value="lift" />
                <TextField label="说明（选填，用户会看到）" name="reason" defaultValue={values?.reason ?? ""} />
                <Button type="submit" name="sanction" value={one.id} busy={busy}>
                  解除{SANCTIONS[one.kind].name}
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

type ImposeProps = { kinds: readonly SanctionKind[]; daysMax: number; inForce: readonly number[] };
type Values = { intent: string; sanction: string; days: string; reason: string; inForce?: string };

/**
 * Form that imposes a sanction on a member.
 * @param kinds that the viewer may impose
 * @param daysMax their maximum duration
 * @param inForce ids of the sanctions that the page shows as in force
 */
export function ImposeForm({ kinds, daysMax, inForce }: ImposeProps) {
  const names = ["kind", "days", "reason"];
  const { ref, busy, fields, notice, refused, values } = useAdminForm<unknown, Values>(names, ["impose"]);
  return (
    <Form ref={ref} method="post" className="form" noValidate>
      <AdminNotice notice={notice} />
      <input type="hidden" name="intent" value="impose" />
      <input type="hidden" name="inForce" value={seenIn(refused, values?.inForce, inForce.join())} />
      <ImposeFields kinds={kinds} daysMax={daysMax} errors={fields} values={values} />
      <Button type="submit" variant="danger" busy={busy}>
        处罚
      </Button>
    </Form>
  );
}
