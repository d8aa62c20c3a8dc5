/** URL of the cover of an item, or of its draft, as `PictureField` has it; empty for none. */
export const coverOf = ({ cover }: { cover?: { url: string } | string | null | undefined }): string =>
  (typeof cover === "object" ? cover?.url : cover) ?? "";
