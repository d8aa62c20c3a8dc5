import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { pageMeta } from "#app/features/seo/meta";
import { EditorSoon } from "#app/features/write/editor-soon";
import { paths } from "#app/paths";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "提问", path: paths.writeQuestion(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args, paths.login(paths.writeQuestion()));
  return {};
}

export default function WriteQuestion() {
  return (
    <EditorSoon
      title="提问"
      text="问得清楚，更容易得到好回答"
      advice={[
        "先搜一搜，也许已经有人问过并得到了回答",
        "标题写成一个完整的问题，而不是几个词",
        "说明背景：想做成什么、试过什么、卡在哪里",
        "一次只问一件事，标签选最贴近的一两个",
      ]}
      back={{ label: "看看大家的问题", to: paths.questions() }}
    />
  );
}
