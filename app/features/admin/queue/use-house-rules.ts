import { useRouteLoaderData } from "@remix-run/react";
import type { HouseRule } from "#app/contract/moderation/house-rule";

/** The console's layout, whose loader has the house rules. */
type Frame = { rules: readonly HouseRule[] };

/** House rules in order, available on every page of the console. */
export const useHouseRules = (): readonly HouseRule[] =>
  (useRouteLoaderData("routes/admin/layout") as Frame | undefined)?.rules ?? [];
