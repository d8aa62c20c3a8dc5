import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { redirects } from "./redirects";

/** The URL map. Three layouts (default, zhiku, empty) and two pages without any; then what is no page. */
export default [
  layout("routes/layouts/default.tsx", [
    index("routes/home.tsx"),
    route("about", "routes/about.tsx"),
    route("joinus", "routes/joinus.tsx"),
    route("login", "routes/login.tsx"),
    route("login/complete", "routes/complete-registration.tsx"),
    route("link", "routes/link.tsx"),
    layout("routes/policy/layout.tsx", [
      route("policy/terms", "routes/policy/terms.tsx"),
      route("policy/privacy", "routes/policy/privacy.tsx"),
    ]),

    route("question", "routes/question/list.tsx"),
    route("question/answer", "routes/question/answers.tsx"),
    route("question/answer/:id", "routes/question/answer.tsx"),
    route("question/:id", "routes/question/detail.tsx"),
    route("article/:id", "routes/article/detail.tsx"),
    route("case", "routes/case/list.tsx"),
    route("case/:id", "routes/case/detail.tsx"),
    route("activity", "routes/activity/list.tsx"),
    route("activity/:id", "routes/activity/detail.tsx"),
    route("announcement", "routes/announcement/list.tsx"),
    route("announcement/:id", "routes/announcement/detail.tsx"),
    route("form/:id", "routes/form.tsx"),
    route("search/:type", "routes/search.tsx"),

    route("u", "routes/u/own.ts"),
    layout("routes/u/layout.tsx", [
      route("u/:id/qna/answer", "routes/u/answers.tsx"),
      route("u/:id/qna/question", "routes/u/questions.tsx"),
      route("u/:id/article", "routes/u/articles.tsx"),
      route("u/:id/follow/fans", "routes/u/fans.tsx"),
      route("u/:id/follow/follow", "routes/u/follows.tsx"),
      route("u/:id/follow/question", "routes/u/followed-questions.tsx"),
      route("u/:id/comment/post", "routes/u/comments.tsx"),
      route("u/:id/comment/receive", "routes/u/received-comments.tsx"),
      route("u/:id/collection/article", "routes/u/article-collection.tsx"),
      route("u/:id/collection/case", "routes/u/case-collection.tsx"),
      route("u/:id/_collection", "routes/u/collections.tsx"),
    ]),

    route("account", "routes/account/layout.tsx", [
      index("routes/account/index.ts"),
      route("profile", "routes/account/profile.tsx"),
      route("secure", "routes/account/secure.tsx"),
      route("export", "routes/account/export.ts"),
      route("weixin", "routes/account/bind-weixin.ts"),
    ]),
    route("notifications", "routes/notifications/layout.tsx", [
      index("routes/notifications/index.ts"),
      route("comment", "routes/notifications/comment.tsx"),
      route("like", "routes/notifications/like.tsx"),
      route("collection_follow", "routes/notifications/collection-follow.tsx"),
      route("system", "routes/notifications/system.tsx"),
    ]),
    route("write/article", "routes/write/article.tsx"),
    route("write/question", "routes/write/question.tsx"),
    route("write/comment", "routes/write/comment.tsx"),
    route("write/answer", "routes/write/answer.tsx"),
    route("write/delete", "routes/write/delete.tsx"),
    route("write/trash", "routes/write/trash.tsx"),

    route("_dev", "routes/dev/index.tsx"),
    route("_dev/inbox", "routes/dev/inbox.tsx"),
    route("*", "routes/not-found.tsx"),
  ]),

  route("zhiku", "routes/zhiku/layout.tsx", [
    index("routes/zhiku/home.tsx"),
    route("search", "routes/zhiku/search.tsx"),
    route("history", "routes/zhiku/history.tsx"),
    route("favorites", "routes/zhiku/favorites.tsx"),
    route("article/:hash_id", "routes/zhiku/article.tsx"),
    route("error/:status", "routes/zhiku/error.tsx"),
  ]),

  layout("routes/layouts/empty.tsx", [route("wxlogin", "routes/wxlogin.tsx")]),

  route("_dev/wechat/connect/qrconnect", "routes/dev/wechat.tsx"),
  route("_dev/index2", "routes/dev/gallery.tsx"),
  route("_dev/render-test", "routes/dev/render-test.tsx"),

  route("actions/read-news", "routes/actions/read-news.ts"),
  route("login/weixin", "routes/login-weixin.ts"),
  route("wechat-author", "routes/wechat-author.ts"),
  route("actions/captcha", "routes/actions/captcha.ts"),
  route("actions/sms-code", "routes/actions/sms-code.ts"),
  route("actions/logout", "routes/actions/logout.ts"),
  route("actions/delete-comment", "routes/actions/delete-comment.ts"),
  route("actions/reaction", "routes/actions/reaction.ts"),
  route("actions/accept", "routes/actions/accept.ts"),
  route("write/:kind.json", "routes/write/submit.ts"),
  route("write/draft/:kind", "routes/write/draft.ts"),
  route("write/preview", "routes/write/preview.ts"),
  route("write/similar", "routes/write/similar.ts"),

  ...redirects.map(({ from }) => route(from, "routes/redirect.ts", { id: `redirect:${from}` })),

  route("robots.txt", "routes/machines/robots.ts"),
  route("sitemap.xml", "routes/machines/sitemap-index.ts"),
  route("sitemap/:kind/:part.xml", "routes/machines/sitemap-part.ts"),
  route("feed.xml", "routes/machines/feed.ts", { id: "feed:all" }),
  route("feed/:kind.xml", "routes/machines/feed.ts", { id: "feed:kind" }),
  route("u/:id/feed.xml", "routes/machines/feed.ts", { id: "feed:user" }),
  route("icons/:prefix.json", "routes/machines/icons.ts"),
  route("builds/latest.json", "routes/machines/latest-build.ts"),
  route("oss/*", "routes/machines/object.ts"),
] satisfies RouteConfig;
