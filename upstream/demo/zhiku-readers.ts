import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import type { Chance } from "#upstream/demo/chance";
import type { People } from "#upstream/demo/people";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";
import { putZhikuProfile, reviewZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { openJourney, updateJourney } from "#upstream/modules/zhiku/reading/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";

type World = {
  documents: readonly number[];
  /** Returns the id of a category. */
  category(slug: string): number;
  chance: Chance;
};

const DEVICES = ["os=Windows; browser=Chrome", "os=iOS; browser=WeChat", "os=Mac OS; browser=Safari"];
/** Number of further readers, and their maximum of documents. */
const READERS = 40;
const READ_MAX = 12;

/**
 * Creates members in each state that zhiku knows, the first five of whom can log in (see the login page): without a
 * profile, rejected, complete, entitled, expired; a sixth has a right that ends soon. Further readers make counters
 * realistic.
 */
export async function createReaders(services: Services, people: People, world: World): Promise<void> {
  const [, rejected, complete, entitled, expired, ending, ...others] = [...people.authors.values()];
  await fillInProfile(services, rejected, "13900000002");
  await fillInProfile(services, complete, "13900000003");
  await fillInProfile(services, entitled, "13900000004");
  await fillInProfile(services, expired, "13900000005");
  await fillInProfile(services, ending, "13900000006");
  const past = { clock: () => new Date(services.clock().getTime() - 40 * DAY) };
  await transact(services.db, async (trx) => {
    if (rejected) {
      const reason = "公司名称与邮箱后缀对不上，请填写公司全称，或改用公司邮箱";
      await reviewZhikuProfile(trx, services, rejected, { rejected: true, reason });
    }
    for (const userId of [entitled, expired]) {
      if (userId) await reviewZhikuProfile(trx, services, userId, { rejected: false });
    }
    const grant = { days: 30, source: "operator", orderId: null } as const;
    if (entitled) await grantRight(trx, services, { ...grant, userId: entitled, categoryId: null, days: 365 });
    if (expired) await grantRight(trx, past, { ...grant, userId: expired, categoryId: world.category("product") });
    if (ending)
      await grantRight(trx, past, { ...grant, userId: ending, categoryId: world.category("product"), days: 45 });
  });
  await notifyEndingRights(services);
  for (const userId of [entitled, ...others.slice(0, READERS)]) if (userId) await read(services, userId, world);
}

async function fillInProfile(services: Services, userId: number | undefined, phone: string): Promise<void> {
  if (userId === undefined) return;
  const profile = { name: "演示读者", company: "演示科技有限公司", department: "产品部", position: "产品经理" };
  await transact(services.db, (trx) =>
    putZhikuProfile(trx, services, userId, { ...profile, phone, email: "reader@example.com" }),
  );
}

/** Opens some documents as a member over the last weeks, with some progress, and makes some favorites. */
async function read(services: Services, userId: number, { documents, chance }: World): Promise<void> {
  for (const id of chance.sample([...documents], chance.between(2, READ_MAX))) {
    const at = new Date(services.clock().getTime() - chance.between(1, 40 * 24) * (DAY / 24));
    const then = { clock: () => at };
    const opening = { userId, content: { id, version: 1 }, device: chance.pick(DEVICES) };
    const position = { percent: chance.between(5, 100), anchor: null, version: 1 };
    const keeps = chance.next() < 0.35;
    await transact(services.db, async (trx) => {
      const journey = await openJourney(trx, then, opening);
      await updateJourney(trx, then, userId, { id: journey.id, ...position });
      if (keeps) await setZhikuFavorite(trx, then, { userId, contentId: id, on: true });
    });
  }
}
