import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#upstream/services/password/common-passwords";

const OWNER = { phone: "13812345678", name: "林知远" };

describe("a password that is tried first", () => {
  test.each(
    `qq123456 aa123456 a123456789 woaini1314 woaini520 woaini123 5201314aa 5201314520 1314520520 admin123 admin888
    shequ123 shequ2026 zhiku2026 zhangwei123 wangwei520 liwei1990 wang19900101 lj19900101 19900101 19871225a abc123456
    asd123456 qwe123456 zxc123456 qaz123456 wsx123456 woaini!!! Woaini1314 WOAINI520 laopo1314 baobei520 nihao123
    mima123456 password1 test1234 root1234 1qaz2wsx a5201314 112233445566 147258369 159357159 789456123 asdf1234
    88888888 66668888 12345678 87654321 iloveyou520 zhongguo123 beijing2008 taobao123 weixin888 tiantian123
    13900001111 林知远123456 林知远2026 12345678林知远 13812345678 12345678a z12345678 qazwsx123 wang123456 li123456`.split(
      /\s+/,
    ),
  )("%s is refused", (password) => {
    expect(isCommonPassword(password, OWNER)).toBe(true);
  });

  test.each([
    "correct horse battery",
    "清晨的雾 horse",
    "换一个更长的密码-2026",
    "zhuyaodeshiqing88",
    "xiawuyaohejiubeicha",
    "mingyuejishiyou7ba",
    "Tr0ub4dor&3x",
    "j7Kp!q2Zv9",
    "八月的风吹过湖面",
    "wodemaochileyu",
    "kelp-onyx-31",
    "hx7wangq29zu",
    "9f2c47d1ab",
    "40918273645546",
    "linzhiyuandegushi",
  ])("%s is accepted", (password) => {
    expect(isCommonPassword(password, OWNER)).toBe(false);
  });

  test("random letters and digits are hardly ever refused", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    const chance = fc.string({ unit: fc.constantFrom(...letters), minLength: 10, maxLength: 14 });
    const some = fc.sample(chance, { seed: 77011, numRuns: 20_000 });
    // fast-check deliberately generates short and repetitive values (aaaaaaaaaa), which are not random.
    const refused = some.filter((password) => new Set(password).size > 5 && isCommonPassword(password, OWNER));
    expect(refused).toEqual([]);
  });

  test("is recognized quickly, however long it is", () => {
    for (const unit of ["1", "12", "wang", "a1"]) isCommonPassword(unit.repeat(64).slice(0, 128), OWNER);
    expect(isCommonPassword("1".repeat(128), OWNER)).toBe(true);
  });
});
