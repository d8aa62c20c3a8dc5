/** Name of a draft: its title, or its first words. */
export const draftName = ({ title, excerpt }: { title: string; excerpt: string }): string =>
  title || excerpt || "没有标题的草稿";
