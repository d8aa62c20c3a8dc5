import type { TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";

/** Creates a member with a complete professional profile, as required to read and buy in zhiku. */
export async function addProfessional(
  { services, addUser }: TestUpstream,
  nickname: string,
  phone: string | null = null,
): Promise<number> {
  const id = await addUser(nickname, phone && `86${phone}`);
  const fields = { name: nickname, company: "某公司", department: "产品", position: "经理", email: "a@b.cn" };
  await transact(services.db, (trx) =>
    putZhikuProfile(trx, services, id, { ...fields, phone: phone ?? "13600000000" }),
  );
  return id;
}
