import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Services } from "#upstream/call/context";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { transact } from "#upstream/db/transact";
import { addSynonym } from "#upstream/modules/taxonomy/change-tags";
import { agreeToAgreements } from "./agreements";
import { writeAppeals } from "./appeals";
import { createChance } from "./chance";
import { readScripts, type Written, writeItem } from "./content";
import { shifted } from "./demo-time";
import { fillZhiku } from "./fill-zhiku";
import { drawGallery } from "./gallery";
import { handInHeldTexts, writeReports } from "./moderation";
import { createOrders } from "./orders";
import { createPeople } from "./people";
import { writeReactions } from "./reactions";
import { createSite } from "./site";
import { createStaff } from "./staff";
import { createStaffDrafts } from "./staff-drafts";
import { writeStaffHistory } from "./staff-history";
import { createStaffWork } from "./staff-work";
import { fillInForm } from "./submissions";
import { writeSystemNews } from "./system-notifications";
import { writeCodes } from "./zhiku-codes";

/** Folder of the scripts, from the project's root. */
const FOLDER = "upstream/demo/content";
const SEED = 20261120;
const PROGRESS_EVERY = 100;
/** Rows per statement, which takes at most some 32,000 parameters. */
const NEWS_AT_ONCE = 500;

/** Fills an empty database with the demo data; `say` receives progress messages. */
export async function fillDemoWorld(services: Services, say: (line: string) => void): Promise<void> {
  const folder = resolve(FOLDER);
  const started = Date.now();
  const chance = createChance(SEED);
  say("首次运行：正在准备演示社区 …");
  const items = await readScripts(folder);
  const people = await createPeople(services, folder, chance);
  const { classifications, formIds } = await createSite(services, folder, people);
  const gallery = await drawGallery(services, items);
  say(`  ${people.authors.size + people.readers.length} 位成员与图片已就绪`);
  const remarks = (await readFile(`${folder}/site/remarks.md`, "utf8")).trim().split("\n");
  const written: Written = { questions: [], answers: [], articles: [], cases: [], comments: [] };
  const world = { services, people, chance, gallery, classifications, formIds, remarks, written };
  for (const [index, item] of items.entries()) {
    await writeItem(world, item);
    if ((index + 1) % PROGRESS_EVERY === 0 || index + 1 === items.length) say(`  内容 ${index + 1} / ${items.length}`);
  }
  const { documents } = await fillZhiku(services, people, chance);
  say(`  知库 ${documents} 篇资料`);
  const reactions = await writeReactions(services, people, written, chance);
  await transact(services.db, (trx) => rebuildLists(trx));
  await writeSystemNews(services, people);
  await orderNews(services);
  await readOldNews(services);
  await createStaff(services);
  await agreeToAgreements(services, createChance(SEED));
  await nameSynonyms(services);
  await createOrders(services, people);
  await writeCodes(services, people);
  await createStaffDrafts(services);
  await createStaffWork(services);
  await handInHeldTexts(services, { folder, people, written, chance });
  await writeAppeals(services, { chance });
  await writeReports(services, { people, written, chance });
  await writeStaffHistory(services, people);
  await fillInForm(services, { people, formId: formIds[0] ?? 0, chance });
  await services.search.optimize(services.connection);
  say(
    `  ${written.questions.length} 个问题、${written.answers.length} 个回答、${written.articles.length} 篇文章、` +
      `${written.comments.length} 条评论、${reactions} 次互动，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒`,
  );
}

/** Sorts notifications by time, since they were created text by text. */
async function orderNews({ db }: Services): Promise<void> {
  await transact(db, async (trx) => {
    const news = await trx.selectFrom("news").selectAll().orderBy("created_at").orderBy("id").execute();
    await trx.deleteFrom("news").execute();
    for (let at = 0; at < news.length; at += NEWS_AT_ONCE) {
      const some = news.slice(at, at + NEWS_AT_ONCE).map(({ id: _, ...one }) => one);
      await trx.insertInto("news").values(some).execute();
    }
  });
}

/** Marks notifications older than four days as read, so that nobody starts with hundreds of unread ones. */
async function readOldNews({ db, clock }: Services): Promise<void> {
  const lastLook = shifted(clock(), -4);
  await db.updateTable("news").set({ read_at: lastLook }).where("created_at", "<", lastLook).execute();
}

/** Synonyms of tags in the demo data. */
const SYNONYMS = { 数据库: "DB", 前端: "前端开发" };

async function nameSynonyms({ db }: Services): Promise<void> {
  for (const [tag, synonym] of Object.entries(SYNONYMS)) await transact(db, (trx) => addSynonym(trx, { tag, synonym }));
}
