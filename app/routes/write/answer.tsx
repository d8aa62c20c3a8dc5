import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Link } from "#app/components/ui/link";
import { pageMeta } from "#app/features/seo/meta";
import { editorAction } from "#app/features/write/editor-action.server";
import { EditorForm } from "#app/features/write/editor-form";
import { EditorPage, editorTitle } from "#app/features/write/editor-page";
import { loadEditor } from "#app/features/write/load-editor.server";
import type { EditorResult } from "#app/features/write/model/editor-result";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: editorTitle(data.settings, TITLES), path: data.settings.path, noIndex: true }, matches);

export const loader = (args: LoaderFunctionArgs) => loadEditor(args, "answer");

export const action = (args: ActionFunctionArgs) => editorAction(args, "answer");

const TITLES = { add: "写回答", change: "修改回答" };
const ADVICE = [
  "先给结论，再讲理由；亲身试过的最有用",
  "说清楚在什么条件下成立，什么时候不行",
  "引用别人的话注明出处，用了 AI 也请标出来",
];

export default function WriteAnswer() {
  const { question, ...editor } = useLoaderData<typeof loader>();
  const result = useActionData<EditorResult>();
  return (
    <EditorPage title={editorTitle(editor.settings, TITLES)} advice={ADVICE}>
      {question ? (
        <p className="editor-card__question">
          问题：<Link to={question.href}>{question.title}</Link>
        </p>
      ) : null}
      <EditorForm key={editor.settings.path} {...editor} result={result} />
    </EditorPage>
  );
}
