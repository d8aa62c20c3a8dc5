import { Tag } from "#app/components/ui/tag";
import { SANCTIONS, type SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { ROLES, type Role } from "#app/contract/permissions";

type Props = { user: { closedAt: string | null; roles: readonly Role[]; sanctions: readonly SanctionKind[] } };

/** Tags for a member's state: closed account, sanctions in force, roles; renders nothing without any. */
export function UserStanding({ user: { closedAt, roles, sanctions } }: Props) {
  return (
    <>
      {closedAt ? <Tag>已注销</Tag> : null}
      {sanctions.map((kind) => (
        <Tag key={kind} tone="danger">
          {SANCTIONS[kind].name}
        </Tag>
      ))}
      {roles.map((role) => (
        <Tag key={role} tone="accent">
          {ROLES[role].name}
        </Tag>
      ))}
    </>
  );
}
