import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { pageMeta } from "#app/features/seo/meta";
import { editorAction } from "#app/features/write/editor-action.server";
import { EditorForm } from "#app/features/write/editor-form";
import { EditorPage } from "#app/features/write/editor-page";
import { loadEditor } from "#app/features/write/load-editor.server";
import type { EditorResult } from "#app/features/write/model/editor-result";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: titleOf(data.settings), path: data.settings.path, noIndex: true }, matches);

export const loader = (args: LoaderFunctionArgs) => loadEditor(args, "answer");

export const action = (args: ActionFunctionArgs) => editorAction(args, "answer");

const ADVICE = [
  "先给结论，再讲理由；亲身试过的最有用",
  "说清楚在什么条件下成立，什么时候不行",
  "引用别人的话注明出处，用了 AI 也请标出来",
];

export default function WriteAnswer() {
  const { settings, values, draftAt, knownDraftAt, preview, question, barred } = useLoaderData<typeof loader>();
  const result = useActionData<EditorResult>();
  return (
    <EditorPage title={titleOf(settings)} advice={ADVICE}>
      {question ? (
        <p className="editor-card__question">
          问题：<Link to={question.href}>{question.title}</Link>
        </p>
      ) : null}
      <EditorForm
        key={settings.path}
        settings={settings}
        initial={values}
        draftAt={draftAt}
        knownDraftAt={knownDraftAt}
        preview={preview}
        result={result}
        barred={barred}
      />
    </EditorPage>
  );
}

const titleOf = ({ isNew, isHeld }: { isNew: boolean; isHeld: boolean }): string =>
  isHeld ? "修改待审核的内容" : isNew ? "写回答" : "修改回答";
