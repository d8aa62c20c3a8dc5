import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { LinkButton } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";

type Props = {
  title: string;
  text: string;
  /** What makes a good one, in single sentences. */
  advice: readonly string[];
  back: { label: string; to: string };
};

/** Where something will be written: advice, until the editor opens. */
export function EditorSoon({ title, text, advice, back }: Props) {
  return (
    <Columns>
      <PageHead title={title} text={text} />
      <Card title="动笔之前">
        <ul className="search-start__hints">
          {advice.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="write-soon">编辑器即将在这里开放。</p>
        <LinkButton to={back.to}>{back.label}</LinkButton>
      </Card>
    </Columns>
  );
}
