import { useId } from "react";
import { Link } from "#app/components/ui/link";
import { EVERY_FIELD, type FieldName } from "#app/contract/writing/editor-fields";
import { type DiffLine, diffLines } from "./line-diff";
import type { EditorValues } from "./model/editor-values";
import { fieldNames } from "./model/field-codecs";

type Props = {
  stored: EditorValues;
  mine: EditorValues;
  /** Path of the editor. */
  href: string;
  /** Path of the stored text, if it is public and a held change has to be merged with it. */
  published?: string | undefined;
};

const EXPLANATION =
  "你编辑期间，它在另一个窗口或设备上保存了新的版本。下面并排列出两份，不同的行已标出。" +
  "请在下方的编辑框里合并，再次保存将以编辑框中的内容为准。";
const OF_PUBLIC =
  "你写这份修改之后，已公开的内容又改过：可能是你在别处改的，也可能是工作人员改的。下面并排列出两份，不同的行已标出。" +
  "请在下方的编辑框里合并，再次保存将以编辑框中的内容为准。";

/** Shows the stored text beside one's own after an edit conflict. The form continues below. */
export function Conflict({ stored, mine, href, published }: Props) {
  const id = useId();
  const texts = diffLines(whole(stored), whole(mine));
  return (
    <section className="conflict" aria-labelledby={id} data-notice="">
      <h2 className="conflict__title" id={id}>
        内容在别处被修改过
      </h2>
      <p className="conflict__text">{published ? OF_PUBLIC : EXPLANATION}</p>
      <div className="conflict__texts">
        <Version title={published ? "现在公开的版本" : "已保存的新版本"} lines={texts.left} />
        <Version title="你的版本" lines={texts.right} />
      </div>
      <p>
        {published ? (
          <Link to={published} target="_blank" className="text-link">
            查看现在公开的内容
          </Link>
        ) : (
          <Link to={href} className="text-link">
            放弃我的修改，查看已保存的版本
          </Link>
        )}
      </p>
    </section>
  );
}

function Version({ title, lines }: { title: string; lines: readonly DiffLine[] }) {
  return (
    <div className="conflict__version">
      <h3 className="conflict__name">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, and keys only scroll what has the focus */}
      <section className="conflict__lines" tabIndex={0} aria-label={title}>
        {lines.map((line, n) => (
          // Lines have no identity but their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <p key={n}>{line.changed ? <mark>{line.text || " "}</mark> : line.text || " "}</p>
        ))}
      </section>
    </div>
  );
}

/** All fields as one text: each line field under its label, then the body. */
function whole(values: EditorValues): string {
  const lines = fieldNames("title", "line", "tags").map((name) => values[name] && `${labelOf(name)}：${values[name]}`);
  return [...lines, ...fieldNames("markdown").map((name) => values[name])].filter(Boolean).join("\n");
}

function labelOf(name: FieldName): string {
  const field = EVERY_FIELD[name];
  return "label" in field ? field.label : "";
}
