import { Button } from "#app/components/ui/button";
import { Time } from "#app/components/ui/time";
import type { StaffProfile } from "#app/contract/admin/zhiku/profile";
import { PersonLink } from "#app/features/admin/person-link";

type Props = {
  profile: StaffProfile;
  /** Selection in the refused form. */
  marked: readonly string[] | undefined;
  busy: boolean;
};

/** A professional profile in the console's list. Its checkbox contains the version that was read. */
export function ProfileRow({ profile, marked, busy }: Props) {
  const { owner, name, company, department, position, phone, email, state, rejectReason } = profile;
  const item = `${owner.userId}:${profile.updatedAt}~${profile.reviewedAt ?? ""}`;
  return (
    <tr>
      <td>
        <label className="admin-queue__box">
          <input
            type="checkbox"
            name="item"
            value={item}
            defaultChecked={marked?.includes(item)}
            aria-label={`选中 ${owner.nickname} 的职业信息`}
          />
        </label>
      </td>
      <td>
        <PersonLink person={owner} />
        {rejectReason ? <small>退回：{rejectReason}</small> : null}
      </td>
      <td>
        {name}
        <small>{position}</small>
      </td>
      <td>
        {company}
        <small>{department}</small>
      </td>
      <td>
        {email}
        <small className="numbers">{phone ?? ""}</small>
      </td>
      <td>
        <Time value={profile.reviewedAt ?? profile.updatedAt} />
      </td>
      {state === "approved" ? null : (
        <td>
          <Button
            type="submit"
            name="only"
            value={item}
            size="small"
            busy={busy}
            aria-label={`通过 ${owner.nickname} 的职业信息`}
          >
            通过
          </Button>
        </td>
      )}
    </tr>
  );
}
