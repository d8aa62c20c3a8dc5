import { resultOf, type Task } from "./task";

/** Rows between two progress messages. */
const ROWS = 200;

/** Checks that every confirmed upload is in the store with the recorded size. Changes nothing. */
export const checkFilesTask: Task = async ({ db, objects }, { progress }) => {
  const { total } = await db
    .selectFrom("objects")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("confirmed", "=", 1)
    .executeTakeFirstOrThrow();
  const missing: string[] = [];
  let done = 0;
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("objects")
      .select(["key", "bytes"])
      .where("confirmed", "=", 1)
      .where("key", ">", after)
      .orderBy("key")
      .limit(ROWS)
      .execute();
    for (const { key, bytes } of rows) {
      const found = await objects.sizeOf(key);
      if (found === null) missing.push(`${key} 不在存储里`);
      else if (found !== Number(bytes)) missing.push(`${key} 应有 ${bytes} 字节，存储里是 ${found}`);
    }
    done += rows.length;
    await progress(done, Number(total));
    const last = rows.at(-1);
    if (!last) break;
    after = last.key;
  }
  return resultOf(
    missing.length === 0 ? `${done} 个文件都在` : `${done} 个文件里，有 ${missing.length} 个不对`,
    missing,
  );
};
