import type { ReactNode } from "react";
import { Button, buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import { Time } from "#app/components/ui/time";
import { isoOf } from "#app/features/write/model/iso-of";
import { withQuery } from "#app/paths";
import type { DraftKeeper } from "./draft-keeper";
import { newDraftSlot } from "./draft-slot";
import type { DraftStatus, FoundDraft } from "./draft-state";

type Props = {
  found: FoundDraft;
  /** Path of the editor for another new text; null if this is not a new text. */
  another: string | null;
  keeper: Pick<DraftKeeper, "take" | "replace" | "drop" | "dismiss">;
};

type Notice = {
  text: (time: ReactNode) => ReactNode;
  /** Label of the button that puts the draft into the form. */
  take?: string;
  /** Whether it can be replaced by what is in the form. */
  replace?: true;
  /** Whether it can be deleted. */
  drop?: true;
  /** Label of the button that hides the notice. */
  dismiss?: string;
};

const NOTICES: Record<FoundDraft["reason"], Notice> = {
  restored: { text: (time) => <>已恢复{time}没写完的草稿。</>, drop: true, dismiss: "知道了" },
  unfinished: { text: (time) => <>有一份{time}没写完的草稿。</>, take: "使用草稿", drop: true, dismiss: "以后再说" },
  elsewhere: {
    text: (time) => <>在别的窗口或设备上有一份{time}的草稿。</>,
    take: "使用草稿",
    drop: true,
    dismiss: "以后再说",
  },
  overtaken: {
    text: (time) => <>别的窗口或设备{time}保存了另一份草稿。你在这里写的只存在本机，没有覆盖那一份。</>,
    take: "使用那一份",
    replace: true,
    dismiss: "以后再说",
  },
  "old-version": {
    text: (time) => <>有一份{time}的草稿，写它时内容还是旧版本。</>,
    take: "使用草稿",
    drop: true,
    dismiss: "以后再说",
  },
  "given-up": { text: () => "草稿已放弃。", take: "撤销", dismiss: "知道了" },
  replaced: { text: () => "已换成这一份，换下来的还能找回。", take: "撤销", dismiss: "知道了" },
  continued: {
    text: (time) => <>已换成在别的窗口或设备上接着写的草稿，这里{time}的那一份还能找回。</>,
    take: "撤销",
    dismiss: "知道了",
  },
  apart: { text: (time) => <>还有一份{time}的草稿，没有动它，这里写的另存一份。</>, dismiss: "知道了" },
  unsaved: {
    text: (time) => <>有一份{time}没写完的草稿。用哪一份，选好之前，这里写的还没有保存。</>,
    take: "使用草稿",
    replace: true,
  },
};

/** Shows a found draft and what can be done with it; nothing is chosen silently. */
export function DraftNotice({ found, another, keeper }: Props) {
  const { text, take, replace, drop, dismiss } = NOTICES[found.reason];
  return (
    <div className="draft-notice" role="status">
      <Icon name="clock" />
      <p className="draft-notice__text">{text(<Time value={isoOf(found.draft.savedAt)} />)}</p>
      <div className="draft-notice__actions">
        {found.reason === "apart" ? (
          <a href={found.href} data-reload="" className={buttonClass({ size: "small", variant: "soft" })}>
            打开草稿
          </a>
        ) : null}
        {take ? (
          <Button size="small" variant="soft" onClick={() => keeper.take(found)}>
            {take}
          </Button>
        ) : null}
        {replace ? (
          <Button size="small" variant="quiet" onClick={() => keeper.replace(found)}>
            保留我写的
          </Button>
        ) : null}
        {drop ? (
          <Button size="small" variant="quiet" onClick={() => keeper.drop(found)}>
            放弃草稿
          </Button>
        ) : null}
        {found.reason === "restored" && another ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => location.assign(withQuery(another, { draft: newDraftSlot() }))}
          >
            另写一份
          </Button>
        ) : null}
        {dismiss ? (
          <Button size="small" variant="quiet" onClick={() => keeper.dismiss(found)}>
            {dismiss}
          </Button>
        ) : null}
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
        : status.place === "undecided"
          ? "还没有保存，请先选用哪一份草稿"
          : status.place === "here"
            ? `草稿已存在本机 ${time}`
            : `草稿已保存 ${time}`}
    </p>
  );
}
