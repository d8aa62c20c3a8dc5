import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";
import type { Chance } from "./chance";
import { inParallel, putPicture } from "./demo-objects";
import { daysAgo } from "./demo-time";
import { drawAvatar } from "./pictures";

/** User ids of the demo's people. */
export type People = {
  /** User ids of authors, by handle. */
  authors: Map<string, number>;
  /** User ids of members who mostly read, vote and follow. */
  readers: number[];
};

const MANNERS = [
  "早睡的",
  "慢热的",
  "路过的",
  "认真的",
  "爱喝茶的",
  "骑车的",
  "南方的",
  "北岸的",
  "靠窗的",
  "收集雨声的",
  "不熬夜的",
  "会修灯的",
];
const BEINGS = [
  "松鼠",
  "鲸",
  "山雀",
  "萝卜",
  "邮差",
  "泡面",
  "风车",
  "橘子",
  "海獭",
  "石头",
  "灯塔",
  "旧书",
  "羽毛球",
  "云朵",
  "土豆",
];

/** Creates the authors of `authors.yaml` with drawn portraits, and readers with generated names. */
export async function createPeople(services: Services, folder: string, chance: Chance): Promise<People> {
  const described = parse(await readFile(`${folder}/authors.yaml`, "utf8")) as Record<string, [string, string, string]>;
  const now = services.clock();
  const portraits = await inParallel(Object.keys(described), 4, async (handle) => {
    const image = await putPicture(services, `avatar/demo/${handle}.webp`, await drawAvatar(handle), "");
    return [handle, image.url] as const;
  });
  const avatars = new Map(portraits);
  const authors = new Map<string, number>();
  const readers: number[] = [];
  await transact(services.db, async (trx) => {
    let number = 0;
    for (const [handle, [nickname, headline, city]] of Object.entries(described)) {
      number += 1;
      const { id } = await createUser(trx, services, {
        nickname,
        headline,
        city,
        bio: `${headline}。常住${city}。`,
        avatar: avatars.get(handle) ?? "",
        phone: `86139000000${String(number).padStart(2, "0")}`,
        collectionsPrivate: number % 9 === 0,
        createdAt: daysAgo(now, 430 + chance.between(0, 200), chance),
      });
      authors.set(handle, id);
    }
    for (const manner of MANNERS) {
      for (const being of BEINGS) {
        const { id } = await createUser(trx, services, {
          nickname: `${manner}${being}`,
          createdAt: daysAgo(now, chance.between(5, 400), chance),
        });
        readers.push(id);
      }
    }
  });
  return { authors, readers };
}
