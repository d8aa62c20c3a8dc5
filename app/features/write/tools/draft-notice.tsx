import { Button } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Time } from "#app/components/ui/time";
import { newDraftSlot } from "#app/features/write/model/draft-slot";
import { withQuery } from "#app/paths";
import type { DraftKeeper } from "./draft-keeper";
import type { DraftStatus, FoundDraft } from "./draft-state";

type Props = {
  found: FoundDraft;
  /** Path of the editor for another new text; null if this is not a new text. */
  another: string | null;
  keeper: Pick<DraftKeeper, "take" | "replace" | "drop" | "dismiss">;
};

/** Shows a found draft and what can be done with it; nothing is chosen silently. */
export function DraftNotice({ found, another, keeper }: Props) {
  const { draft, restored, reason } = found;
  const time = <Time value={new Date(draft.savedAt).toISOString()} />;
  return (
    <div className="draft-notice" role="status">
      <Icon name="clock" />
      <p className="draft-notice__text">
        {restored ? (
          <>已恢复{time}没写完的草稿。</>
        ) : reason === "elsewhere" ? (
          <>在别的窗口或设备上有一份{time}的草稿。</>
        ) : reason === "overtaken" ? (
          <>别的窗口或设备{time}保存了另一份草稿。你在这里写的只存在本机，没有覆盖那一份。</>
        ) : reason === "given-up" ? (
          "草稿已放弃。"
        ) : reason === "old-version" ? (
          <>有一份{time}的草稿，写它时内容还是旧版本。</>
        ) : (
          <>有一份{time}没写完的草稿。</>
        )}
      </p>
      <div className="draft-notice__actions">
        {restored ? null : (
          <Button size="small" variant="soft" onClick={() => keeper.take(found)}>
            {reason === "overtaken" ? "使用那一份" : reason === "given-up" ? "撤销" : "使用草稿"}
          </Button>
        )}
        {reason === "overtaken" ? (
          <Button size="small" variant="quiet" onClick={() => keeper.replace(found)}>
            保留我写的
          </Button>
        ) : reason === "given-up" ? null : (
          <Button size="small" variant="quiet" onClick={() => keeper.drop(found)}>
            放弃草稿
          </Button>
        )}
        {restored && another ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => location.assign(withQuery(another, { draft: newDraftSlot() }))}
          >
            另写一份
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => keeper.dismiss(found)}>
          {restored || reason === "given-up" ? "知道了" : "以后再说"}
        </Button>
      </div>
    </div>
  );
}

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DATE = { month: "long", day: "numeric" } as const;

/** Time of today (12:03), or of an earlier day with its date: a draft is also found days later. */
function savedAt(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("zh-CN", { ...(!isToday && DATE), ...CLOCK }).format(at);
}

/** Line with the draft's state: 草稿已保存 12:03. */
export function DraftStatusLine({ status }: { status: DraftStatus }) {
  if (!status) return null;
  const time = savedAt(status.at);
  return (
    <p className="draft-status" role="status">
      {status.place === "nowhere"
        ? "草稿没能保存，请复制一份"
        : status.place === "here"
          ? `草稿已存在本机 ${time}`
          : `草稿已保存 ${time}`}
    </p>
  );
}
