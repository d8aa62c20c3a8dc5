import { open } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { readForm } from "#app/forms/read-form.server";
import { withSpooledForm } from "#app/forms/spooled-form.server";

const FILES_MAX = 100;
const FIELDS_MAX = 2000;

const request = (body: FormData) => new Request("http://127.0.0.1/admin", { method: "POST", body });

function formOf({ files = 0, fields = 0 }: { files?: number; fields?: number }): FormData {
  const form = new FormData();
  for (let at = 0; at < files; at += 1) form.append("files.file", new File([`${at}`], `${at}.txt`));
  for (let at = 0; at < fields; at += 1) form.append(`text${at}`, `${at}`);
  return form;
}

/** Number of parts read; the status and message of a refusal. */
const outcomeOf = (body: FormData, keep: boolean) =>
  withSpooledForm(request(body), { keep }, async (form) => [...form].length).catch(
    ({ init, data }: { init: { status: number }; data: { message: string } }) => [init.status, data.message],
  );

test.each([true, false])("the maximum number of files and fields arrives completely (files kept: %s)", async (keep) => {
  const expected = FIELDS_MAX + (keep ? FILES_MAX : 0);
  expect(await outcomeOf(formOf({ files: FILES_MAX, fields: FIELDS_MAX }), keep)).toBe(expected);
});

test.each([true, false])("one more is refused with a message, not dropped (files kept: %s)", async (keep) => {
  expect(await outcomeOf(formOf({ files: FILES_MAX + 1 }), keep)).toEqual([
    413,
    "一次最多能提交 100 个文件，请减少一些再提交",
  ]);
  expect(await outcomeOf(formOf({ fields: FIELDS_MAX + 1 }), keep)).toEqual([
    413,
    "一次最多能提交 2,000 项内容，请减少一些再提交",
  ]);
});

test.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
  "lines end as they were typed, whatever browsers make of them on the way (%s)",
  async (type) => {
    const sent = new FormData();
    // Line breaks as browsers send them; FormData here does not convert them.
    for (const text of ["一\r\n二\r\n\r\n三", "一\n二\n\n三"]) sent.append("content", text);
    sent.append("file", new File(["甲\r\n乙"], "行.txt"));
    const plain = new URLSearchParams(sent.getAll("content").map((text) => ["content", String(text)]));
    const read = type.startsWith("multipart")
      ? await withSpooledForm(request(sent), { keep: true }, async (form) => {
          // A file is not typed input.
          expect(await (form.get("file") as File).text()).toBe("甲\r\n乙");
          return form.getAll("content");
        })
      : (await readForm(new Request("http://127.0.0.1/write", { method: "POST", body: plain }))).getAll("content");
    expect(read).toEqual(["一\n二\n\n三", "一\n二\n\n三"]);
    expect((await readForm(request(sent))).getAll("content")).toEqual(read);
  },
);

test("a file that the disk does not take can't be read, and all else of the form arrives", async () => {
  const form = new FormData();
  form.append("title", "题目");
  form.append("files.file", new File([new Uint8Array(300_000)], "大.pdf", { type: "application/pdf" }));
  form.append("files.file", new File([new Uint8Array(300_000)], "也大.pdf", { type: "application/pdf" }));
  form.append("content", "写了很久的正文");
  const handle = await open("package.json");
  await handle.close();
  const write = vi
    .spyOn(Object.getPrototypeOf(handle), "writeFile")
    .mockRejectedValue(new Error("ENOSPC: no space left on device"));
  try {
    await withSpooledForm(request(form), { keep: true }, async (read) => {
      expect([read.get("title"), read.get("content")]).toEqual(["题目", "写了很久的正文"]);
      const files = read.getAll("files.file") as File[];
      expect(files.map(({ name, size, type }) => [name, size, type])).toEqual([
        ["大.pdf", 300_000, "application/pdf"],
        ["也大.pdf", 300_000, "application/pdf"],
      ]);
      for (const file of files) expect(() => file.stream()).toThrow("ENOSPC");
    });
  } finally {
    write.mockRestore();
  }
});
