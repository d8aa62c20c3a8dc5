import { describe, expect, it } from "vitest";
import { profileMeta } from "#app/features/profile/profile-meta";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

const root = {
  id: "root",
  data: {
    origin: "https://shequ.example.com",
    site: { name: "社区", slogan: "给认真做事的人", description: "一个中文内容社区" },
  },
};

describe("the head of a page", () => {
  it("has title, canonical, description and OpenGraph", () => {
    const tags = pageMeta(
      { title: "怎样提问", description: "一  \n段话", path: "/question/abc", image: "/oss/a.webp", type: "article" },
      [root],
    );
    expect(tags).toContainEqual({ title: "怎样提问 - 社区" });
    expect(tags).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://shequ.example.com/question/abc",
    });
    expect(tags).toContainEqual({ name: "description", content: "一 段话" });
    expect(tags).toContainEqual({ property: "og:image", content: "https://shequ.example.com/oss/a.webp" });
    expect(tags).toContainEqual({ property: "og:type", content: "article" });
  });

  it("has a drawn card if there is no picture, and the feed of its list", () => {
    const tags = pageMeta({ title: "写作的问题", path: "/question", card: "question/1", feed: "/feed/tag/a.xml" }, [
      root,
    ]);
    expect(tags).toContainEqual({ property: "og:image", content: "https://shequ.example.com/card/question/1.png" });
    expect(tags).toContainEqual(expect.objectContaining({ rel: "alternate", href: "/feed/tag/a.xml" }));
    const bare = pageMeta({ title: "关于", path: "/about" }, [root]);
    expect(bare).toContainEqual({ property: "og:image", content: "https://shequ.example.com/card/site/0.png" });
  });

  it("has only the site's name on the home page, whose description is the default", () => {
    const tags = pageMeta({ title: "", path: "/" }, [root]);
    expect(tags).toContainEqual({ title: "社区 - 给认真做事的人" });
    expect(tags).toContainEqual({ name: "description", content: "一个中文内容社区" });
  });

  it("keeps error pages out of search engines", () => {
    const missing = pageMeta(undefined, [root, { id: "page", data: undefined, error: { status: 404 } }]);
    expect(missing).toContainEqual({ title: "页面不存在 - 社区" });
    expect(missing).toContainEqual({ name: "robots", content: "noindex" });
    const closed = pageMeta(undefined, [
      root,
      { id: "page", data: undefined, error: { status: 503, data: { title: "网站正在筹备" } } },
    ]);
    expect(closed).toContainEqual({ title: "网站正在筹备 - 社区" });
    expect(pageMeta(undefined, [])).toContainEqual({ title: "出错了 - 社区" });
  });

  it.each([
    ["回答", "林知远的回答 - 社区"],
    ["收到的评论", "林知远收到的评论 - 社区"],
  ])("titles somebody's %s in natural words", (view, title) => {
    const profile = { userId: 7, nickname: "林知远", headline: "", bio: "", avatar: "" };
    const tags = profileMeta(view, paths.user, { page: 1 }, [root, { id: "routes/u/layout", data: { profile } }]);
    expect(tags).toContainEqual({ title });
  });

  it("cuts a long description between characters", () => {
    const tags = pageMeta({ title: "长", description: "𠮷".repeat(300), path: "/" }, [root]);
    const description = tags.find((tag) => "name" in tag && tag.name === "description") as { content: string };
    expect(description.content).toBe(`${"𠮷".repeat(120)}…`);
  });
});

it("the canonical path of a list includes its page from the second on", () => {
  expect(listPath(paths.questions({ tag: null }), 1)).toBe("/question");
  expect(listPath(paths.questions({ tag: "写作" }), 3)).toBe("/question?tag=%E5%86%99%E4%BD%9C&page=3");
  expect(listPath(paths.questions({ tag: "Vue 3" }), 1), "as its links are written").toBe("/question?tag=Vue%203");
});
