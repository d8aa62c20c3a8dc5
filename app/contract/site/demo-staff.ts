import { ROLES, roles } from "#app/contract/permissions";

/** Password of the demo's staff; used nowhere else. */
export const DEMO_STAFF_PASSWORD = "演示后台-2026";

/** Staff of the demo, one per role, by their phone numbers. */
export const DEMO_STAFF = roles.map((role, index) => ({
  role,
  nickname: `演示${ROLES[role].name}`,
  phone: `139000001${String(index + 1).padStart(2, "0")}`,
}));
