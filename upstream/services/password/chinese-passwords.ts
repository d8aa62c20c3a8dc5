/** Words common in Chinese passwords: pinyin of love and luck, names, places, sites, and keyboard patterns. */
const WORDS = new Set(
  `aa aaa abc abcd abcde asd asdf asdfg qaz qazwsx wsx qwe qwer qwert zxc zxcv zxcvb qq qqq ww www xx xxx zz zzz
  admin administrator root test guest user pass password passwd pwd mima mm login welcome hello iloveyou loveyou love
  woaini woaiwo aini ainiyiwannian woaiziji woaijia woaizhongguo wojiushiwo wozuimei nihao nishishui buzhidao meiyou
  laopo laogong baobei baobao qinaide xiaobao xiaopang xiaoming xiaohong xingfu kuaile shengri shengrikuaile jiayou
  gongxifacai facai fadacai zhaocai caishen pingan jiankang yongyuan mingtian tianshi shijie meng mengmeng tiantian
  zhongguo china beijing shanghai guangzhou shenzhen hangzhou nanjing wuhan chengdu chongqing tianjin hunan hubei henan
  hebei sichuan shandong guangdong zhejiang jiangsu taiwan xianggang
  weixin wechat taobao alipay zhifubao baidu tencent tengxun sina sohu netease wangyi douyin kuaishou bilibili jingdong
  huawei xiaomi oppo vivo apple windows dragon long hu tiger king boss super
  shequ zhiku community
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu guo he lin gao luo zheng liang xie song tang deng han
  feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lv ding ren lu yao shen zhong jin tan fan
  shi liao jia xia fu fang zou xiong bai meng qin qiu hou jiang yin xue yan lei long tao shi gu mao hao gong shao wan
  wangwei wangfang wangli wangjun wangyong wangyan wangtao wanglei wangpeng wangqiang liwei lina lijun lijing liqiang
  lipeng linlin liming liuwei liuyang liujie liuyan zhangwei zhangmin zhangjing zhangli zhanglei zhangyong zhangjie
  zhangqiang chenjie chenchen chenwei yangyang yangfan huangwei zhaolei xiaowei xiaolong xiaoyu jingjing lili feifei
  tingting yangguang dandan nana fangfang yanyan pengpeng leilei weiwei qiangqiang haohao junjun`.split(/\s+/),
);
const NUMBERS = new Set(
  `520 521 1314 5201314 1314520 5211314 521521 520520 13145 147258 147258369 258369 159357 159753 357159 159 789456 789456123
  456123 456789 112233 11223344 1122 2233 123123 321321 123321 1234321 102030 100200 110 119 120 168 188 198 618 233 250
  007 369 258 147 741 852 963 951 753 86 77 01 02 03 04 05 06 07 08 09 10 12 21`.split(/\s+/),
);
const RUNS = ["01234567890", "09876543210"];
const DATE =
  /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|19[5-9]\d|20[0-3]\d)$/;
const PIECE_MAX = 16;
/** Longer passwords made of words have too many combinations to be guessed. */
const GUESSED_MAX = 16;
const PIECES_MAX = 4;

/**
 * Whether a password is composed in ways common in China: pinyin words, initials, lucky and romantic numbers, dates,
 * the owner's names; `names` in lower case.
 */
export function isChineseCommon(password: string, names: readonly string[]): boolean {
  const text = password.replace(/[\p{P}\p{S}\s]/gu, "");
  for (const name of names) {
    const rest = name.length > 1 && text.includes(name) ? text.replace(name, "") : null;
    if (rest !== null && (rest.length <= PIECES_MAX || isMadeOf(rest, isPiece))) return true;
  }
  if (text.length > GUESSED_MAX) return false;
  const [, before = "", numbers = "", after = ""] = /^([a-z]{0,3})(\d+)([a-z]{0,3})$/.exec(text) ?? [];
  if (numbers && (before === "" || after === "") && isMadeOf(numbers, isNumber)) return true;
  return isMadeOf(text, isPiece);
}

const isPiece = (text: string): boolean => WORDS.has(text) || isNumber(text);

function isNumber(text: string): boolean {
  if (!/^\d{2,}$/.test(text)) return false;
  const same = text.split("").every((digit) => digit === text[0]);
  return same || NUMBERS.has(text) || DATE.test(text) || RUNS.some((run) => text.length > 2 && run.includes(text));
}

/** Whether a text consists of only a few pieces; tries each position once. */
function isMadeOf(text: string, isOne: (piece: string) => boolean): boolean {
  const fewest: number[] = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - PIECE_MAX); start < end; start += 1) {
      const before = fewest[start] ?? Number.POSITIVE_INFINITY;
      if (before + 1 < best && isOne(text.slice(start, end))) best = before + 1;
    }
    fewest[end] = best;
  }
  return text.length > 0 && (fewest[text.length] ?? Number.POSITIVE_INFINITY) <= PIECES_MAX;
}
