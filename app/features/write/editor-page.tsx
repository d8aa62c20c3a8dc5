import type { ReactNode } from "react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";

type Props = {
  title: string;
  text?: string;
  /** Advice on a good one, in single sentences. */
  advice: readonly string[];
  children: ReactNode;
};

/** The page around an editor. On a phone the advice is folded away below, on wide screens it stands beside. */
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
