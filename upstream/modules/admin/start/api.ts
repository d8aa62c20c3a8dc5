import { randomUUID } from "node:crypto";
import { adminStartApi } from "#app/contract/admin/start";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { sendTrialCode } from "#upstream/modules/sms/codes";
import { staffWrite } from "#upstream/policy/staff-write";
import { startChecks } from "./checks";

export const adminStart = implement(adminStartApi, {
  get: async (_, call) => ({ checks: await startChecks(call) }),

  async try({ body: { what } }, call) {
    const message = what === "sms" ? await trySms(call) : await tryObjects(call);
    return staffWrite(call, async (_, note) => {
      note({ action: "start.try", kind: "start", target: what, before: null, after: { message } });
      return { message };
    });
  },
});

/** @throws BusinessError PHONE_REQUIRED, SMS_FAILED, RATE_LIMITED */
async function trySms(call: StaffCall): Promise<string> {
  const { db, viewer, client, sms } = call;
  if (!sms) throw new BusinessError("SMS_FAILED", "本站没有开通短信服务：缺少 SMS_PROVIDER");
  const { phone } = await db
    .selectFrom("users")
    .select("phone")
    .where("id", "=", viewer.userId)
    .executeTakeFirstOrThrow();
  if (!phone) throw new BusinessError("PHONE_REQUIRED");
  const own = phone.replace(/^86/, "");
  if (!client.dryRun) await sendTrialCode(call, own);
  return `已给尾号 ${own.slice(-4)} 发出一条验证码，请看手机有没有收到`;
}

/** Writes a file into the store, reads it back, and takes it away. @throws BusinessError CONFLICT where it does not come back as it was */
async function tryObjects({ objects, client }: StaffCall): Promise<string> {
  if (client.dryRun) return "会写一个文件，读回来，再删掉";
  const key = `trial/${randomUUID()}.txt`;
  const text = new TextEncoder().encode(key);
  try {
    await objects.put(key, text, "text/plain");
    const back = await objects.get(key);
    if (!back || Buffer.compare(back.bytes, text) !== 0) throw new Error("it came back as something else");
    await objects.remove(key);
  } catch (error) {
    throw new BusinessError("CONFLICT", `文件没能写入或读回：${(error as Error).message}`);
  }
  return "写入、读回、删除都成功了";
}
