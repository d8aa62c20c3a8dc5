import { mergedApi } from "#app/contract/reading/merged";
import { implement } from "#upstream/call/implement";
import { keysOf } from "#upstream/db/versions";
import { personMergedInto } from "#upstream/modules/merge-people/person-merged-into";
import { wayFrom } from "#upstream/modules/question/merged-into";

export const merged = implement(mergedApi, {
  async question({ query: { id } }, { db, dependsOn }) {
    const way = await wayFrom(db, id);
    dependsOn(...keysOf("question", [id, ...way]));
    return { id: way.at(-1) ?? null };
  },

  async person({ query: { id } }, { db, dependsOn }) {
    const into = await personMergedInto(db, id);
    dependsOn(...keysOf("user", [id, into]));
    return { id: into };
  },
});
