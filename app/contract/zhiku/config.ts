import { z } from "zod";
import { image } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { siteText } from "#app/contract/site/config";

/** A picture placed by the operator; several with the same key rotate. */
export const zhikuConfigImage = z.object({
  key: z.string(),
  title: z.string(),
  /** Empty without a link. */
  href: z.string(),
  image,
});
export type ZhikuConfigImage = z.output<typeof zhikuConfigImage>;

const query = z.object({ key: z.string().min(1).max(100) });
const listQuery = z.object({ keys: z.string().max(500).optional() });

/** Calls for zhiku's pictures and texts set by the operator. */
export const zhikuConfigApi = ofPart("zhiku", {
  image: endpoint({
    method: "GET",
    path: "/api/pro/config/image",
    summary: "一个位置的第一张图片；没有时为 null",
    query,
    data: zhikuConfigImage.nullable(),
  }),
  imageList: endpoint({
    method: "GET",
    path: "/api/pro/config/image/list",
    summary: "各位置的图片，按运营排序；keys 以逗号分隔，不给时是全部",
    query: listQuery,
    data: z.array(zhikuConfigImage),
  }),
  text: endpoint({
    method: "GET",
    path: "/api/pro/config/text",
    summary: "一条知库文案；没有时为 null",
    query,
    data: siteText.nullable(),
  }),
  textList: endpoint({
    method: "GET",
    path: "/api/pro/config/text/list",
    summary: "知库文案，按 key 取；keys 以逗号分隔，不给时是全部",
    query: listQuery,
    data: z.record(z.string(), siteText),
  }),
});
