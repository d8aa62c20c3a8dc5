import type { ReactNode } from "react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import type { EditorSettings } from "./model/editor-settings.server";

type Props = {
  title: string;
  text?: string;
  /** Tips for a good text, one sentence each. */
  advice: readonly string[];
  children: ReactNode;
};

/** Layout of an editor page. The tips are collapsed below the form on phones, and beside it on wide screens. */
export function EditorPage({ title, text, advice, children }: Props) {
  return (
    <Columns
      side={
        <Card title="动笔之前" className="editor-advice">
          <ul>
            {advice.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Card>
      }
    >
      <PageHead title={title} {...(text ? { text } : {})} />
      <div className="card editor-card">{children}</div>
    </Columns>
  );
}

/** Title of an editor page: for a new text, for a change of one, or for one that is held for review. */
export const editorTitle = (
  { isNew, isHeld }: Pick<EditorSettings, "isNew" | "isHeld">,
  titles: { add: string; change: string },
): string => (isHeld ? "修改待审核的内容" : isNew ? titles.add : titles.change);
