const WORDS = `
的 了 着 过 地 得 之 是 在 有 和 与 及 或 而 且 并 但 就 都 也 还 又 很 太 最 更 不 没 吗 呢 吧 啊 呀 嘛 么 哦
我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 大家 各位 这 那 哪 这个 那个 哪个 这些 那些 哪些 这样 那样 这种 那种
这里 那里 哪里 什么 怎么 怎样 怎么样 怎么办 如何 为什么 为何 为啥 谁 多少 几 是否 是不是 有没有 能不能 可不可以 要不要
会 能 要 想 让 把 被 给 对 从 到 向 跟 于 以 为 因 所 则 即 若 如 请 请问 可以 应该 需要 可能 已经 正在 一个 一些 一下
一种 一样 因为 所以 但是 而且 如果 虽然 或者 还是 以及 关于 对于 由于 并且 不过 然后 其实 真的 到底 究竟 竟然 比较 非常
求 求助 求教 谢谢 有人 有什么 是什么 什么样 来说 来讲 的话 时候 之后 之前 上 下 里 中 个 一 去 来 做 用 等 才 再 只
a an and are as at be by for from how in is of on or that the this to was what when where which why with does
`;

const STOP_WORDS = new Set(WORDS.split(/\s+/).filter(Boolean));

/** Whether a word is too frequent to be useful; queries omit such words unless they have no others. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Words of grammar that texts are full of, so that a search by sound would find them before the nouns that sound alike. */
const GRAMMAR = new Set(
  `只是 就是 可是 都是 不是 也是 要是 正是 总是 而是 或是 若是 既是 于是 只有 没有 只能 不能 不会 不要 不到 不了 不再 不只
一直 一定 一起 起来 出来 下来 过来 那么 这么 此时 有时 当时 同时 即使 只要 只好 还要 还有 都有 也有`.split(/\s+/),
);

/** Whether a word is grammar and not what somebody looks for, as 只是 beside 知识; stop words are, too. */
export const isGrammar = (word: string): boolean => GRAMMAR.has(word) || STOP_WORDS.has(word);

/** Whether a word is an English stop word, which may also be a keyword of a programming language. */
export const isEnglishStopWord = (word: string): boolean => STOP_WORDS.has(word) && /^[a-z]/.test(word);
