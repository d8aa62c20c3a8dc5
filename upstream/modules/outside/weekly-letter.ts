import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";
import { composeLetter, type Paragraph } from "#upstream/modules/mail/compose";
import type { Letter } from "#upstream/services/mail/mail";
import { shortened } from "#upstream/text/shortened";
import { returnToken } from "./return-token";
import { unsubscribeUrl } from "./unsubscribe-token";
import type { Picked, WeekItem } from "./week";

/** Weekly letter to one reader. `occasion` identifies the week and the reader. */
export async function weeklyLetter(
  services: Services,
  { to, userId, picked, occasion }: { to: string; userId: number; picked: Picked; occasion: string },
): Promise<Letter> {
  const { publicOrigin } = services.config;
  const site = (await readSetting(services, "logo")).name;
  const unsubscribe = unsubscribeUrl(services, { userId, sort: "weekly" });
  const letter = composeLetter(
    [
      `${site}的每周一信：上周值得一看的。`,
      ...picked.flatMap(({ title, items }) => [
        `【${title}】`,
        ...items.map((item) => paragraphOf(item, publicOrigin)),
      ]),
    ],
    [
      "你要求每周一寄这封信。没有可说的时候不寄。",
      { words: "通知设置", url: `${publicOrigin}/account/notifications` },
      { words: "不再寄这封信", url: unsubscribe },
    ],
  );
  const first = picked[0]?.items[0]?.title ?? "";
  const back = { returnToken: returnToken(services, { userId, address: to }) };
  return { to, site, subject: `${site}每周一信：${shortened(first, 30)}`, unsubscribe, occasion, ...letter, ...back };
}

function paragraphOf({ kind, id, questionId, nickname, title, excerpt }: WeekItem, origin: string): Paragraph {
  const path = kind === "article" ? `/article/${id}` : `/question/${questionId}`;
  const answer = kind === "answer" ? `?aid=${id}` : "";
  const words = kind === "answer" ? `${nickname}回答「${title}」` : `${title}（${nickname}）`;
  return { words, note: shortened(excerpt), url: `${origin}${path}${answer}` };
}
