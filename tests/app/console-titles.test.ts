import { expect, test } from "vitest";
import { titleOf } from "#app/features/admin/frame/admin-menu";

test.each([
  ["/admin", "工作台"],
  ["/admin/review", "待审核"],
  ["/admin/review/12", "待审核 #12"],
  ["/admin/content/answer/7/version", "全部内容 #7"],
  ["/admin/zhiku/content/new", "资料"],
  ["/admin/verify", ""],
  ["/admin/factor/new", "第二步验证"],
])("the tab of %s is called %s", (pathname, title) => {
  expect(titleOf(pathname)).toBe(title);
});
