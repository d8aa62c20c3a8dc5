/** A file of zhiku as its row keeps it: where it lies in the object store, and how it is shown. */
export type ZhikuFileRow = { key: string; fileName: string; contentType: string; bytes: number };
