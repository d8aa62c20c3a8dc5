import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/features/seo/meta";
import { editorAction } from "#app/features/write/editor-action.server";
import { EditorForm } from "#app/features/write/editor-form";
import { EditorPage, editorTitle } from "#app/features/write/editor-page";
import { loadEditor } from "#app/features/write/load-editor.server";
import type { EditorResult } from "#app/features/write/model/editor-result";
import { paths } from "#app/paths";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && { title: editorTitle(data.settings, TITLES), path: paths.write("question"), noIndex: true },
    matches,
  );

export const loader = (args: LoaderFunctionArgs) => loadEditor(args, "question");

export const action = (args: ActionFunctionArgs) => editorAction(args, "question");

const TITLES = { add: "提问", change: "修改问题" };
const ADVICE = [
  "先搜一搜，也许已经有人问过并得到了回答",
  "标题写成一个完整的问题，而不是几个词",
  "说明背景：想做成什么、试过什么、卡在哪里",
  "一次只问一件事，标签选最贴近的一两个",
];

export default function WriteQuestion() {
  const editor = useLoaderData<typeof loader>();
  const result = useActionData<EditorResult>();
  return (
    <EditorPage title={editorTitle(editor.settings, TITLES)} text="问得清楚，更容易得到好回答" advice={ADVICE}>
      <EditorForm key={editor.settings.path} {...editor} result={result} />
    </EditorPage>
  );
}
