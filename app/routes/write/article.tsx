import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { pageMeta } from "#app/features/seo/meta";
import { EditorSoon } from "#app/features/write/editor-soon";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "写文章", path: paths.writeArticle(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args, paths.login(paths.writeArticle()));
  return {};
}

export default function WriteArticle() {
  return (
    <EditorSoon
      title="写文章"
      text="把一件事讲清楚，留给后来的人"
      advice={[
        "标题说清楚写的是什么，让搜索的人一眼看懂",
        "先给结论，再讲过程；数字和出处都留下",
        "段落短一些，多用小标题，长表格放在后面",
        "引用别人的话注明出处，用了 AI 也请标出来",
      ]}
      back={{ label: "看看大家写的文章", to: paths.articles() }}
    />
  );
}
