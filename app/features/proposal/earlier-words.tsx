import { FlashMessage } from "#app/components/ui/flash-message";
import type { ProposalWords } from "#app/contract/writing/proposal";

/** One's own pending proposal, to copy from, since it can't be continued: the text was changed after it. */
export function EarlierWords({ words: { title, content } }: { words: ProposalWords }) {
  return (
    <>
      <FlashMessage
        kind="info"
        message="原文在你上次提建议之后改过，下面是现在的原文，请重新改一遍；再次提交会替换上次的建议。"
      />
      <details>
        <summary>你上次的改法</summary>
        <textarea
          className="input"
          readOnly
          rows={8}
          aria-label="你上次的改法"
          value={title === undefined ? content : `${title}\n\n${content}`}
        />
      </details>
    </>
  );
}
