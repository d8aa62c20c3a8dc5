import { LinkButton } from "#app/components/ui/button";
import { AdminHead } from "#app/features/admin/admin-head";

/** New recovery codes, shown once, with a link to go on. */
export function RecoveryCodes({ codes, next, label }: { codes: readonly string[]; next: string; label: string }) {
  return (
    <div className="admin-narrow">
      <AdminHead
        title="请保存恢复码"
        text="手机丢了，可以用其中一个代替验证码，每个只能用一次。它们只显示这一次：抄下来，或打印出来放好。"
      />
      <ul className="admin-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <LinkButton to={next} variant="primary">
        {label}
      </LinkButton>
    </div>
  );
}
