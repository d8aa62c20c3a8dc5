/** The feed of a tag. */
export const tagFeed = (tag: string): string => `/feed/tag/${encodeURIComponent(tag)}.xml`;
/** The feed of a classification of articles. */
export const classFeed = (id: number): string => `/feed/class/${id}.xml`;
