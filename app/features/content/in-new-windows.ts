/** Makes links of rendered Markdown open in a new window, so that a preview never loses the text. */
export const inNewWindows = (html: string): string => html.replaceAll("<a ", '<a target="_blank" ');
