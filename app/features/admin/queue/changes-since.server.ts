import { adminVersionApi, revertedKind } from "#app/contract/admin/content/version";
import type { SeenPlace } from "#app/contract/admin/review/report";
import { textVersionIn } from "#app/contract/admin/thing-version";
import { changedFields, type FieldChange } from "#app/features/admin/fields/changed-fields.server";
import { attempt } from "#app/forms/attempt.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Changes of a text since a version of it was seen; none if its kind keeps no versions. */
export async function changesSince(args: ServerArgs, { kind, id, version: seen }: SeenPlace): Promise<FieldChange[]> {
  const versioned = revertedKind.safeParse(kind);
  const version = textVersionIn(seen ?? "");
  if (!versioned.success || Number.isNaN(version)) return [];
  const params = { kind: versioned.data, id, version };
  const earlier = await attempt(() => gateway(args).call(adminVersionApi.get, { params }), { explains: ["NOT_FOUND"] });
  if (earlier.status !== "ok") return [];
  return changedFields(kind, earlier.data.fields, earlier.data.present).filter(({ kept }) => !kept);
}
