import type { Reader, World } from "#tests/world/world";

/** Captcha fields of a form without scripts, before a code is sent. */
export type Asked = { captchaType: string; captchaToken: string; captchaAnswer: string };

/** The letters of the latest picture, from its stored answer. */
export async function newestLetters(world: World): Promise<string> {
  const { payload } = await world.upstream.services.db
    .selectFrom("one_time_tokens")
    .select("payload")
    .where("purpose", "=", "captcha/text")
    .orderBy("expires_at", "desc")
    .executeTakeFirstOrThrow();
  return (JSON.parse(payload) as { letters: string }).letters;
}

/** The fields of a page that asks for letters, with the right answer; only one challenge may be pending. */
export async function answered(world: World, page: string): Promise<Asked> {
  const token = /name="captchaToken" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return { captchaType: "text", captchaToken: token, captchaAnswer: await newestLetters(world) };
}

/** Resets all limits, and forgets earlier challenges. */
export async function forgetLimits({ upstream }: World): Promise<void> {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("one_time_tokens").where("purpose", "like", "captcha%").execute();
}

/** Gets a code like a browser without scripts, from a page with a form for it; reads it from the fake's inbox. */
export async function sentCode(
  world: World,
  reader: Reader,
  { path, fields, purpose }: { path: string; fields: Record<string, string>; purpose: string },
): Promise<string> {
  await forgetLimits(world);
  const inbox = () => world.upstream.services.fakes?.sms.inbox() ?? [];
  // The fake derives a provider's limits from its inbox.
  (inbox() as unknown[]).length = 0;
  const intent = `send-code:${purpose}`;
  const asked = await reader.submit(path, { ...fields, intent });
  const sent = await reader.submit(path, { ...fields, intent, ...(await answered(world, asked.text)) });
  const [newest] = inbox();
  if (!newest) throw new Error(`no code was sent: ${sent.status}`);
  return newest.code;
}
