import { classificationApi } from "#app/contract/content/classification";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import type { ClassificationsTable } from "#upstream/db/schema/classifications";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";
import { shownClassifications } from "./shown-classifications";

/** Cached until a thing joins or leaves a classification. */
function listOf(call: Call, kind: ClassificationsTable["kind"]) {
  const keys: VersionKey[] = ["config", STORED[kind].table];
  return call.cached(`classification/${kind}`, keys, () =>
    shownClassifications(call.db, kind).select(["id", "name", "slug", "total"]).execute(),
  );
}

export const classification = implement(classificationApi, {
  articleList: async (_, call) => listOf(call, "article"),
  caseList: async (_, call) => listOf(call, "case"),
});
