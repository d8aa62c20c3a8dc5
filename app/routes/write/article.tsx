import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/features/seo/meta";
import { editorAction } from "#app/features/write/editor-action.server";
import { EditorForm } from "#app/features/write/editor-form";
import { EditorPage, editorTitle } from "#app/features/write/editor-page";
import { loadEditor } from "#app/features/write/load-editor.server";
import type { EditorResult } from "#app/features/write/model/editor-result";
import { paths } from "#app/paths";
import { requirePart } from "#app/server/site/require-part.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: editorTitle(data.settings, TITLES), path: paths.write("article"), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requirePart(args, "article");
  return loadEditor(args, "article");
}

export const action = (args: ActionFunctionArgs) => editorAction(args, "article");

const TITLES = { add: "写文章", change: "修改文章" };
const ADVICE = [
  "标题说清楚写的是什么，让搜索的人一眼看懂",
  "先给结论，再讲过程；数字和出处都留下",
  "段落短一些，多用小标题，长表格放在后面",
  "引用别人的话注明出处，用了 AI 也请标出来",
];

export default function WriteArticle() {
  const editor = useLoaderData<typeof loader>();
  const result = useActionData<EditorResult>();
  return (
    <EditorPage title={editorTitle(editor.settings, TITLES)} text="把一件事讲清楚，留给后来的人" advice={ADVICE}>
      <EditorForm key={editor.settings.path} {...editor} result={result} />
    </EditorPage>
  );
}
