import type { ZhikuListed } from "#app/contract/zhiku/content";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Adds the link to a document. */
export const zhikuLinks = <T extends { id: number }>(content: T) => ({
  ...content,
  href: serverPaths.zhikuArticle(encodeId(content.id)),
});

/** A document in a list, with its link. */
export type ZhikuItemData = ZhikuListed & { href: string };
