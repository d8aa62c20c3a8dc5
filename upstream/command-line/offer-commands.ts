import { adminOfferApi } from "#app/contract/admin/zhiku/offer";
import type { CallData } from "#app/contract/endpoint";
import { fenOf } from "#app/contract/text/fen-of";
import { BadUsage, type Command, type CommandInput, type Options } from "./command";
import { idIn } from "./read-options";

const FIELDS = "[--text 说明] [--category 分类编号|all] [--sale on|off]";

/** Commands for zhiku's offers. */
export const OFFER_COMMANDS: Record<string, Command> = {
  "offer list": {
    usage: "",
    text: "列出商品与价格（分），按读者看到的顺序",
    example: "",
    run: ({ caller }) => caller(adminOfferApi.list, {}),
  },
  "offer add": {
    usage: `--title 名称 --price 元 --days 天数 ${FIELDS}`,
    text: "新建商品；不写 --category 是全部分类，不写 --sale on 先不上架",
    example: "--title 全库一年 --price 199 --days 365 --sale on",
    async run({ caller, options, flags }) {
      const none = { name: "", description: "", categoryId: null, price: Number.NaN, days: Number.NaN, onSale: false };
      const body = { ...none, ...givenIn(options) };
      const { id } = (await caller(adminOfferApi.add, { body })) as CallData<typeof adminOfferApi.add>;
      return flags?.dryRun ? "可以新建" : `已新建商品 ${id}`;
    },
  },
  "offer set": {
    usage: `--id 商品编号 [--title 名称] [--price 元] [--days 天数] ${FIELDS}`,
    text: "修改商品与价格，写了什么改什么；已有的订单不变",
    example: "--id 3 --price 99.50",
    run: setOffer,
  },
};

async function setOffer({ caller, options, flags }: CommandInput): Promise<string> {
  const params = { id: idIn(options.id, "--id 要一项商品的编号") };
  const given = givenIn(options);
  if (Object.keys(given).length === 0)
    throw new BadUsage("要写改什么：--title、--price、--days、--text、--category、--sale");
  const one = (await caller(adminOfferApi.get, { params })) as CallData<typeof adminOfferApi.get>;
  const { name, description, category, price, days, onSale, version } = one;
  const held = { name, description, categoryId: category?.id ?? null, price, days, onSale };
  await caller(adminOfferApi.put, { body: { ...held, ...given, ...params, version } });
  return flags?.dryRun ? "可以这样改" : "已修改";
}

/** Fields in the options. @throws BadUsage */
function givenIn({ title, text, price, days, category, sale }: Options) {
  if (sale !== undefined && sale !== "on" && sale !== "off") throw new BadUsage("--sale 是 on 或 off");
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(text === undefined ? {} : { description: text }),
    ...(price === undefined ? {} : { price: priceIn(price) }),
    ...(days === undefined ? {} : { days: idIn(days, "--days 要一个天数") }),
    ...(category === undefined
      ? {}
      : { categoryId: category === "all" ? null : idIn(category, "--category 要一个分类的编号，或 all") }),
    ...(sale === undefined ? {} : { onSale: sale === "on" }),
  };
}

/** Fen of a price in yuan. @throws BadUsage */
function priceIn(price: string): number {
  const fen = fenOf(price);
  if (fen < 0) throw new BadUsage("--price 要一个价格，至少 0.01 元，最多两位小数，如 99.50");
  return fen;
}
