import type { ReactNode } from "react";
import { Button, buttonClass } from "#app/components/ui/button";
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
  const { draft, restored, reason, href } = found;
  const takesBack = reason === "given-up" || reason === "replaced";
  return (
    <div className="draft-notice" role="status">
      <Icon name="clock" />
      <p className="draft-notice__text">{textOf(found, <Time value={new Date(draft.savedAt).toISOString()} />)}</p>
      <div className="draft-notice__actions">
        {href ? (
          <a href={href} data-reload="" className={buttonClass({ size: "small", variant: "soft" })}>
            打开草稿
          </a>
        ) : restored ? null : (
          <Button size="small" variant="soft" onClick={() => keeper.take(found)}>
            {reason === "overtaken" ? "使用那一份" : takesBack ? "撤销" : "使用草稿"}
          </Button>
        )}
        {reason === "overtaken" || reason === "unsaved" ? (
          <Button size="small" variant="quiet" onClick={() => keeper.replace(found)}>
            保留我写的
          </Button>
        ) : takesBack || href ? null : (
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
        {reason === "unsaved" ? null : (
          <Button size="small" variant="quiet" onClick={() => keeper.dismiss(found)}>
            {restored || takesBack || href ? "知道了" : "以后再说"}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Text of the notice of a draft. */
function textOf({ restored, reason }: FoundDraft, time: ReactNode): ReactNode {
  if (restored) return <>已恢复{time}没写完的草稿。</>;
  switch (reason) {
    case "elsewhere":
      return <>在别的窗口或设备上有一份{time}的草稿。</>;
    case "overtaken":
      return <>别的窗口或设备{time}保存了另一份草稿。你在这里写的只存在本机，没有覆盖那一份。</>;
    case "given-up":
      return "草稿已放弃。";
    case "replaced":
      return "已换成这一份，换下来的还能找回。";
    case "apart":
      return <>还有一份{time}的草稿，没有动它，这里写的另存一份。</>;
    case "unsaved":
      return <>有一份{time}没写完的草稿。用哪一份，选好之前，这里写的还没有保存。</>;
    case "old-version":
      return <>有一份{time}的草稿，写它时内容还是旧版本。</>;
    default:
      return <>有一份{time}没写完的草稿。</>;
  }
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
        : status.place === "undecided"
          ? "还没有保存，请先选用哪一份草稿"
          : status.place === "here"
            ? `草稿已存在本机 ${time}`
            : `草稿已保存 ${time}`}
    </p>
  );
}
