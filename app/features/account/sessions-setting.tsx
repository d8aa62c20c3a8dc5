import { Button } from "#app/components/ui/button";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import type { Session } from "#app/contract/people/account";
import { RefusalNotice } from "#app/forms/form-notice";
import { WriterField } from "#app/forms/writer-field";
import { useAccountForm } from "./use-account-form";

/** Setting for sessions: the list, each with a button to end it. */
export function SessionsSetting({ sessions }: { sessions: readonly Session[] | null }) {
  const { Form, busy, notice } = useAccountForm("sessions");
  return (
    <section className="setting" aria-labelledby="sessions-title">
      <div className="setting__head">
        <h2 className="setting__title" id="sessions-title">
          登录设备
        </h2>
        <span className="setting__value">{sessions ? `${sessions.length} 台` : "暂时无法读取"}</span>
      </div>
      <RefusalNotice notice={notice} />
      <ul className="sessions">
        {sessions?.map((session) => (
          <li key={session.id} className="session">
            <div className="session__words">
              <p className="session__device">
                {session.device || "未知设备"}
                {session.current ? <Tag>当前设备</Tag> : null}
              </p>
              <p className="session__facts">
                <Time value={session.createdAt} />
                登录 ·{" "}
                {session.current ? (
                  "正在使用"
                ) : (
                  <>
                    最近活动 <Time value={session.lastSeenAt} />
                  </>
                )}
                {session.address ? ` · ${session.address}` : ""}
              </p>
            </div>
            {session.current ? null : (
              <Form method="post">
                <WriterField notice={notice} />
                <input type="hidden" name="session" value={session.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end-session"
                  size="small"
                  busy={busy}
                  aria-label={`让${session.device || "未知设备"}退出登录`}
                >
                  退出
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" className="setting__actions">
        <WriterField notice={notice} />
        {sessions && sessions.length > 1 ? (
          <Button type="submit" name="intent" value="end-other-sessions" size="small" busy={busy}>
            退出其他设备
          </Button>
        ) : null}
        <Button type="submit" name="intent" value="log-out-everywhere" size="small" busy={busy}>
          退出所有设备
        </Button>
      </Form>
    </section>
  );
}
