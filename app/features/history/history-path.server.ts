import type { HistoryKind } from "#app/contract/writing/history";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";

/** Path of a text's version history; null if it was never edited. */
export const historyPath = ({ kind, id, version }: { kind: HistoryKind; id: number; version: number }) =>
  version > 1 ? serverPaths.history(kind, encodeId(id)) : null;
