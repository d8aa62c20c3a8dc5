import type { Services } from "#upstream/call/context";
import { CATEGORIES_KEY } from "./tree";

type RightsText = { categoryId: number | null; title: string; contentHtml: string };

/** The operator's texts on what each right includes; the right to everything first. */
export function rightsTexts(services: Pick<Services, "db" | "cached">): Promise<RightsText[]> {
  return services.cached("zhiku/rights-texts", [CATEGORIES_KEY], async () => {
    const rows = await services.db
      .selectFrom("zhiku_rights_texts")
      .select(["category_id as categoryId", "title", "content_html as contentHtml"])
      .orderBy("id")
      .execute();
    return rows.sort((a, b) => Number(a.categoryId !== null) - Number(b.categoryId !== null));
  });
}
