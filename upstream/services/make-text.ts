import type { Markdown, Rendered } from "./markdown/markdown";
import type { CutText } from "./search/cut-text";
import type { Search } from "./search/search";

/** All that is made of a text's Markdown before it is written, which is slow. */
export type MadeText = {
  rendered: Rendered;
  /** Words of the rendered text and its title, for the search. */
  cut: CutText;
};

/** Services by which texts are made. */
export type MakingServices = { markdown: Pick<Markdown, "render">; search: Pick<Search, "cut"> };

/** Way in which a text is made; `title` of one that has one. */
export type MakeOptions = { anchors: boolean; title?: string };

/** Makes of a text's Markdown what is written with it. */
export async function makeText(
  { markdown, search }: MakingServices,
  source: string,
  { title, ...options }: MakeOptions,
): Promise<MadeText> {
  const rendered = await markdown.render(source, options);
  return { rendered, cut: await search.cut(rendered.plain, title) };
}
