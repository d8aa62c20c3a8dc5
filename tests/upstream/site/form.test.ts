import { afterAll, beforeAll, expect, test } from "vitest";
import { formApi } from "#app/contract/content/form";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { deleteForm, type FormFields, insertForm, prepareForm } from "#upstream/modules/form/write";

let now = new Date("2026-03-10T00:00:00Z");
let upstream: TestUpstream;

const FIELDS: FormFields = {
  title: "产品内测申请",
  description: "填写约需**三分钟**。",
  fields: [
    { name: "email", label: "邮箱", type: "email", rules: [{ required: true, message: "请填写邮箱" }] },
    { name: "device", label: "设备", type: "select", options: [{ value: "phone", label: "手机" }] },
  ],
  opensAt: "2026-03-10T08:00:00+08:00",
  closesAt: "2026-03-12T00:00:00Z",
  oncePerPerson: true,
};

async function add(fields: Partial<FormFields> = {}): Promise<number> {
  const prepared = await prepareForm(upstream.services, { ...FIELDS, ...fields });
  return (await transact(upstream.services.db, (trx) => insertForm(trx, prepared))).id;
}

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(() => upstream.close());

test("a form is returned with its fields and rules, in one statement", async () => {
  const id = await add();
  const { data, statements, dependsOn } = await upstream.measure(formApi.get, { params: { id } });
  expect(data).toMatchObject({
    title: "产品内测申请",
    opensAt: "2026-03-10T00:00:00.000Z",
    state: "open",
    oncePerPerson: true,
    submitted: false,
  });
  expect(data.descriptionHtml).toContain("<strong>三分钟</strong>");
  expect(data.fields[0]).toEqual({
    name: "email",
    label: "邮箱",
    type: "email",
    placeholder: "",
    help: "",
    options: [],
    rules: [{ required: true, message: "请填写邮箱" }],
  });
  expect(statements).toBe(1);
  expect(dependsOn).toEqual(["config", `form/${id}`]);
});

test("a form opens and closes by the clock", async () => {
  const id = await add();
  const stateAt = async (time: string) => {
    now = new Date(time);
    return (await upstream.call(formApi.get, { params: { id } })).state;
  };
  expect(await stateAt("2026-03-09T23:59:59.999Z")).toBe("not-yet");
  expect(await stateAt("2026-03-10T00:00:00Z")).toBe("open");
  expect(await stateAt("2026-03-12T00:00:00Z")).toBe("closed");
  const always = await add({ opensAt: null, closesAt: null });
  expect((await upstream.call(formApi.get, { params: { id: always } })).state).toBe("open");
});

test("a field that the contract does not know is refused", async () => {
  const fields = [{ name: "x", label: "x", type: "hologram" }] as unknown as FormFields["fields"];
  await expect(add({ fields })).rejects.toThrow("Invalid option");
});

test("a deleted form is not found", async () => {
  const id = await add();
  await transact(upstream.services.db, (trx) => deleteForm(trx, upstream.services, id));
  await expect(upstream.call(formApi.get, { params: { id } })).rejects.toThrow("NOT_FOUND");
});
