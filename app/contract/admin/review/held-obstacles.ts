/**
 * Reasons why a held text can't be published whatever it says, with the message for staff; `outdated`: the text that it
 * changes was changed since; `answered`: its author has answered the question meanwhile.
 */
export const HELD_OBSTACLES = {
  outdated: "它要修改的原文后来又改过，公开它会盖掉新的文字；要由作者对照新的原文改好，再提交一次",
  answered: "作者已经另外回答过这个问题，一个问题只回答一次；要由作者把补充的内容加到那份回答里",
} as const;

/** Reason why a held text can't be published now. */
export type HeldObstacle = keyof typeof HELD_OBSTACLES;
