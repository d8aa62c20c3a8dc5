import type { ZhikuListed } from "#app/contract/zhiku/content";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/short-id.server";

/** A content of zhiku with its address. */
export const zhikuLinks = <T extends { id: number }>(content: T) => ({
  ...content,
  href: paths.zhikuArticle(encodeId(content.id)),
});

/** A document in a list, with its address. */
export type ZhikuItemData = ZhikuListed & { href: string };
