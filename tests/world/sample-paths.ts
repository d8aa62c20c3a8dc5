import { encodeId } from "#app/server/urls/short-id.server";
import type { Seed } from "./seed-world";

/** Parameters in the seed data for paths of the route map, and required queries. */
const SAMPLES: Record<string, (seed: Seed) => string> = {
  "/login/weixin": () => "/login/weixin?next=/u",
  "/policy/:key/:version": () => "/policy/terms/1",
  "/link": () => `/link?to=${encodeURIComponent("https://example.com/a")}`,
  "/question/answer/:id": ({ answer }) => `/question/answer/${answer}`,
  "/question/:id": ({ question }) => `/question/${encodeId(question)}`,
  "/article/:id": ({ article }) => `/article/${encodeId(article)}`,
  "/case/:id": (seed) => `/case/${seed.case}`,
  "/activity/:id": ({ activity }) => `/activity/${activity}`,
  "/announcement/:id": ({ announcement }) => `/announcement/${announcement}`,
  "/form/:id": ({ form }) => `/form/${form}`,
  "/search/:type": () => "/search/all",
  "/write/answer": ({ lonelyQuestion }) => `/write/answer?question=${encodeId(lonelyQuestion)}`,
  "/write/comment": ({ article }) => `/write/comment?on=article:${article}`,
  "/write/comment/:id": ({ reply }) => `/write/comment/${reply}`,
  "/write/delete": ({ otherAnswer }) => `/write/delete?kind=answer&id=${encodeId(otherAnswer)}`,
  "/write/held/:id": ({ held }) => `/write/held/${held}`,
  "/proposal/:id": ({ proposal }) => `/proposal/${proposal}`,
  "/write/proposal/:kind/:id": ({ answer }) => `/write/proposal/answer/${answer}`,
  "/u/:id/collection/:kind": ({ alice }) => `/u/${alice}/collection/question`,
  "/u/:id/collection/folder/:folder": ({ alice, folder }) => `/u/${alice}/collection/folder/${folder}`,
  "/favorite/folder/:id": ({ folder }) => `/favorite/folder/${folder}`,
  "/favorite/:kind/:id": ({ answer }) => `/favorite/answer/${answer}`,
  "/appeal/:kind/:id": ({ refused }) => `/appeal/review/${refused}`,
  "/admin/taxonomy/tag": () => `/admin/taxonomy/tag?name=${encodeURIComponent("数据库")}`,
  "/search-suggestions": () => "/search-suggestions?q=a",
  "/write/similar": () => "/write/similar?title=a",
  "/history/:kind/:id": ({ article }) => `/history/article/${encodeId(article)}`,
  "/unsubscribe/:token": ({ unsubscribe }) => `/unsubscribe/${unsubscribe}`,
  "/report": ({ comment }) => `/report?on=comment:${comment}`,
  "/zhiku/article/:hash_id": ({ zhikuContent }) => `/zhiku/article/${encodeId(zhikuContent)}`,
  "/zhiku/article/:hash_id/original": ({ zhikuContent }) => `/zhiku/article/${encodeId(zhikuContent)}/original`,
  "/zhiku/error/:status": () => "/zhiku/error/404",
  "/sitemap/:kind/:part.xml": () => "/sitemap/article/0.xml",
  "/qr.svg": ({ article }) => `/qr.svg?to=/article/${encodeId(article)}`,
  "/icons/:prefix.json": () => "/icons/sq.json?icons=home",
};

/** A URL in the seed data for a path of the route map; people are alice, kinds are articles. */
export function samplePath(path: string, seed: Seed): string {
  const made = SAMPLES[path]?.(seed);
  if (made) return made;
  return path
    .replace(/^\/u\/:id/, `/u/${seed.alice}`)
    .replace(":kind", "article")
    .replace(/:\w+/g, "1")
    .replace("*", "x");
}
