import { z } from "zod";
import { time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { KEPT_LIMITS, type KeptLimit, keptLimits } from "./limit-names";

const within = (name: KeptLimit) => {
  const { min, max, unit } = KEPT_LIMITS[name];
  const range = `要在 ${min} 到 ${max} ${unit}之间`;
  return z.number({ error: "请填一个整数，或留空用默认值" }).int("请填整数").min(min, range).max(max, range);
};

/** Limits changed by staff; others have their defaults. */
export const limitValues = z.object(
  Object.fromEntries(keptLimits.map((name) => [name, within(name).optional()])) as Record<
    KeptLimit,
    z.ZodOptional<z.ZodNumber>
  >,
);
export type LimitValues = z.output<typeof limitValues>;

const version = z.number().int().nonnegative();

/** Calls on rate limits. */
export const adminLimitApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/limit",
    permission: "system.manage",
    summary: "后台：限额，改过的与默认的",
    data: z.object({
      limits: z.array(
        z.object({
          name: z.enum(keptLimits),
          /** Null if the default applies. */
          value: z.number().nullable(),
          default: z.number(),
        }),
      ),
      version,
      updatedAt: time.nullable(),
    }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/limit",
    permission: "system.manage",
    summary: "后台：修改限额，几秒内在所有进程生效；别人改过时拒绝",
    body: z.object({ limits: limitValues, version }),
    data: z.object({ version }),
  }),
};
