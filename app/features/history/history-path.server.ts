import type { HistoryKind } from "#app/contract/history";
import { serverPaths } from "#app/server/server-paths";
import { encodeId } from "#app/server/short-id.server";

/** Path of the page that shows readers the changes of a text; null for one that was never changed. */
export const historyPath = ({ kind, id, version }: { kind: HistoryKind; id: number; version: number }) =>
  version > 1 ? serverPaths.history(kind, encodeId(id)) : null;
