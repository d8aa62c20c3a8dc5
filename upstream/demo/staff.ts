import { DEMO_STAFF } from "#app/contract/site/demo-staff";
import { nowIso, type Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";
import { grantRole } from "#upstream/policy/staff-roles";

/** Fixed hash of `DEMO_STAFF_PASSWORD`, so that every fill creates the same rows. */
const PASSWORD_HASH = "scrypt$14$RdYQmHsWU89-6zn4Tg8reA$YJrCir-Xc2VQqOr_1VfO_xYIpI2Bfp9AfgvzWf306Y0";

/** Adds one member for each staff role, all with the same password, which also verifies them for dangerous actions. */
export async function createStaff(services: Services): Promise<void> {
  await transact(services.db, async (trx) => {
    for (const { role, nickname, phone } of DEMO_STAFF) {
      const { id } = await createUser(trx, services, { nickname, phone: `86${phone}`, passwordHash: PASSWORD_HASH });
      await grantRole(trx, { userId: id, role, by: null, at: nowIso(services) });
    }
  });
}
