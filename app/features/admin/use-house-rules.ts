import { useRouteLoaderData } from "@remix-run/react";
import type { HouseRule } from "#app/contract/house-rule";

/** The console's frame, whose loader has the rules of the house. */
type Frame = { rules: readonly HouseRule[] };

/** Rules of the house, in their order, on every page of the console. */
export const useHouseRules = (): readonly HouseRule[] =>
  (useRouteLoaderData("routes/admin/layout") as Frame | undefined)?.rules ?? [];
