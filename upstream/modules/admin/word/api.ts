import { sql } from "kysely";
import { adminWordApi } from "#app/contract/admin/review/word";
import { found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { containsWord } from "#upstream/db/like";
import { findWord } from "#upstream/modules/moderation/find-word";
import { markWord } from "#upstream/services/moderation/mark-word";
import { keyOfWord } from "#upstream/services/moderation/word-filter";
import { changeWords, compareWords, WORD_UNDOS } from "./change-words";
import { countMatching } from "./count-matching";
import { readWordList } from "./read-list";

const handlers: Handlers<typeof adminWordApi> = {
  async list({ query: { q, page, pageSize } }, call) {
    const words = (db: Db) =>
      db.selectFrom("words").$if(q !== "", (query) => query.where(containsWord(sql.ref("word"), q)));
    const { total } = await words(call.db)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await words(call.db)
      .selectAll()
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const list = rows.map(({ id, word, action, hits, created_at }) => ({
      id,
      word,
      action,
      hits,
      addedAt: created_at,
    }));
    return { list, total: Number(total), page, pageSize, file: !call.words.isEmpty() };
  },

  async put({ body: { word, action } }, call) {
    const key = keyOfWord(word);
    if (key === "") throw invalid({ word: "这里没有可以查找的字" });
    return changeWords(call, "word.put", [{ word, key, action }]);
  },

  async remove({ body: { id } }, call) {
    const row = found(await call.db.selectFrom("words").selectAll().where("id", "=", id).executeTakeFirst());
    return changeWords(call, "word.remove", [{ word: row.word, key: row.word_key, action: null }]);
  },

  async check({ body: { text } }, { db }) {
    const { fresh, changed, same } = await compareWords(db, readWordList(text));
    const matches = await countMatching(db, [...fresh, ...changed]);
    return { added: fresh.length, changed: changed.length, same, ...matches };
  },

  async import({ body: { text } }, call) {
    const words = readWordList(text);
    const { fresh, changed, same } = await compareWords(call.db, words);
    await changeWords(call, "word.import", words);
    return { added: fresh.length, changed: changed.length, same };
  },

  async test({ body: { text } }, call) {
    const word = await findWord(call, text);
    return {
      found: word && { word: word.word, action: word.action },
      parts: word ? markWord(text, word.word) : [{ text, matched: false }],
    };
  },
};

export const adminWord = implement(adminWordApi, handlers, WORD_UNDOS);
