import type { Db } from "#upstream/db/dialect";
import type { ZhikuFileRow } from "./file-row";

/** A file of a document; `id` if the document has or had it. */
export type KeptFile = ZhikuFileRow & { id?: number; downloadCount?: number };

/** Sets a document's files in this order; existing ones keep their id and download count. */
export async function keepFiles(trx: Db, contentId: number, files: readonly KeptFile[]): Promise<void> {
  const held = await trx
    .selectFrom("zhiku_attachments")
    .select(["id", "key"])
    .where("content_id", "=", contentId)
    .orderBy("id")
    .execute();
  const left = new Set(held);
  const kept = files.map((file) => {
    const row = [...left].find(({ id, key }) => (file.id === undefined ? key === file.key : id === file.id));
    if (row) left.delete(row);
    return { file, row };
  });
  const gone = [...left].map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom("zhiku_attachments").where("id", "in", gone).execute();
  for (const [position, { file, row }] of kept.entries()) {
    const fields = { position, file_name: file.fileName };
    if (row) {
      await trx.updateTable("zhiku_attachments").set(fields).where("id", "=", row.id).execute();
      continue;
    }
    const { key, contentType: content_type, bytes, id, downloadCount: download_count = 0 } = file;
    await trx
      .insertInto("zhiku_attachments")
      .values({
        ...fields,
        content_id: contentId,
        key,
        content_type,
        bytes,
        download_count,
        ...(id === undefined ? {} : { id }),
      })
      .execute();
  }
}
