import { classificationApi } from "#app/contract/content/classification";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import type { ClassificationsTable } from "#upstream/db/schema/classifications";
import { STORED } from "#upstream/db/stored-kinds";
import type { VersionKey } from "#upstream/db/versions";

/** Cached until a thing joins or leaves a classification; in the order set by staff. */
function listOf(call: Call, kind: ClassificationsTable["kind"]) {
  const keys: VersionKey[] = ["config", STORED[kind].table];
  return call.cached(`classification/${kind}`, keys, () =>
    call.db
      .selectFrom("classifications")
      .select(["id", "name", "slug", "total"])
      .where("kind", "=", kind)
      .where("hidden_at", "is", null)
      .orderBy("position")
      .orderBy("id")
      .execute(),
  );
}

export const classification = implement(classificationApi, {
  articleList: async (_, call) => listOf(call, "article"),
  caseList: async (_, call) => listOf(call, "case"),
});
