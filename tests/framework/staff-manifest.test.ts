import { expect, it } from "vitest";
import { placedRoutes } from "#app/route-facts";
import { routes } from "#app/routes";
import { isStaffRoute } from "#framework/staff-manifest.mjs";

/** Opened by a link from outside only, so readers' scripts never navigate there. */
const OPENED_BY_LINK = ["routes/admin/system/handover", "routes/admin/system/setup"];

it("tells the console's routes by their folder, as their audience does", () => {
  for (const { id, facts } of placedRoutes(routes).all) {
    expect(isStaffRoute(id), id).toBe(facts.audience === "staff" || OPENED_BY_LINK.includes(id));
  }
});
