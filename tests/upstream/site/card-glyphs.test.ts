import { expect, test } from "vitest";
import { drawable, hasChinese } from "#upstream/modules/share-card/card-glyphs";

test("emoji, invisible characters and piled accents are not drawn", async () => {
  expect(await drawable("👨‍👩‍👧‍👦 家庭🇨🇳与❤️‍🔥：如何使用 👍🏽？")).toBe("家庭与：如何使用？");
  expect(await drawable("1️⃣ 第一\u0000\u0008\u202e\ufeff\ud800步")).toBe("1 第一步");
  expect(await drawable("Z\u0338\u0322\u031b\u035a")).toHaveLength(3);
  expect(await drawable("🎉🎉")).toBe("");
});

test("characters that no font of this machine has are left out instead of being drawn as boxes", async () => {
  expect(await hasChinese()).toBe(true);
  expect(await drawable("前𖠀𖠁后")).toBe("前后");
});
