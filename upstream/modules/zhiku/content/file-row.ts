/** A zhiku file as stored in its row: its object key, and how it is shown. */
export type ZhikuFileRow = { key: string; fileName: string; contentType: string; bytes: number };
