/** Site-wide jobs, with name and description. */
export const JOBS = {
  recount: { name: "重算计数", text: "从每一行重新数出喜欢、评论、关注等数目和热度，改正不对的" },
  "rebuild-lists": { name: "重建列表", text: "重新数出各个列表的总数与页码位置" },
  reindex: { name: "重建搜索", text: "把全部公开的内容重新放进搜索，去掉不该在里面的" },
  rerender: { name: "重新排版", text: "升级之后，把已有的文章、问答等按现在的写法重新排版，再重建搜索" },
  "check-files": { name: "核对文件", text: "看每一个登记过的文件是不是真在存储里" },
  backup: { name: "备份", text: "把数据库与全部文件写成一个归档，放进放备份的地方" },
  "verify-backup": { name: "验证备份", text: "读一遍最近的备份：校验每个文件，打开数据库看是否完好" },
  export: {
    name: "导出内容",
    text: "把公开的问题、回答、文章写成 Markdown，连同图片放进放备份的地方；解开之后 npm run import 读得回来",
  },
} as const;

/** Kind of a job. */
export type JobKind = keyof typeof JOBS;
/** All kinds of jobs, in the console's order. */
export const jobKinds = Object.keys(JOBS) as [JobKind, ...JobKind[]];

/** State of a job: queued, running, completed, or failed. */
export const JOB_STATES = ["waiting", "running", "done", "failed"] as const;
/** State of a job. */
export type JobState = (typeof JOB_STATES)[number];
