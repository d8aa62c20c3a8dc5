import type { StartCheck } from "#app/contract/admin/system/start";
import { adminPaths } from "#app/features/admin/admin-paths";

type Step = {
  key: StartCheck["key"] | "proxy";
  label: string;
  /** Page to do the step on; undefined if it is done on the server. */
  to?: string;
  /** Label of the button that tests the step. */
  tries?: string;
};

/** Setup steps and checks of a site, by group. */
export const START_GROUPS: readonly { title: string; steps: readonly Step[] }[] = [
  {
    title: "开站",
    steps: [
      { key: "name", label: "名称与标志", to: adminPaths.logo() },
      { key: "agreements", label: "用户协议与隐私政策", to: adminPaths.agreements() },
      { key: "filing", label: "ICP 与公安备案号", to: adminPaths.footer() },
      { key: "parts", label: "开哪些栏目", to: adminPaths.parts() },
      { key: "sms", label: "短信登录", tries: "发一条给我" },
      { key: "wechat", label: "微信登录", tries: "问一次微信" },
      { key: "account", label: "微信服务号", tries: "要一次令牌" },
      { key: "mail", label: "邮件", tries: "问一次邮件服务" },
      { key: "pay", label: "微信支付", tries: "查一次订单" },
      { key: "classifications", label: "分类", to: adminPaths.taxonomy() },
      { key: "content", label: "内容" },
    ],
  },
  {
    title: "机器",
    steps: [
      { key: "https", label: "https" },
      { key: "proxy", label: "代理与来访地址" },
      { key: "disk", label: "磁盘" },
      { key: "objects", label: "文件存储", tries: "写入再读回" },
      { key: "fonts", label: "分享卡片的字体" },
      { key: "clock", label: "时区与时钟" },
      { key: "backup", label: "备份", to: adminPaths.system() },
      { key: "drill", label: "备份的演练", to: adminPaths.system() },
    ],
  },
  {
    title: "合规",
    steps: [
      { key: "words", label: "敏感词表", to: adminPaths.words() },
      { key: "review", label: "先审后发", to: adminPaths.reviewRules() },
      { key: "ai-labels", label: "AI 生成的标识" },
      { key: "phone", label: "真实身份" },
      { key: "reports", label: "举报按时处理", to: adminPaths.reports() },
      { key: "consents", label: "协议的同意", to: adminPaths.agreements() },
      { key: "network-log", label: "网络日志" },
      { key: "ip-region", label: "IP 属地" },
      { key: "foreign-hosts", label: "页面从哪里加载" },
      { key: "closing", label: "导出与注销" },
    ],
  },
];

/** Labels and colours of the states. */
export const START_STATES = {
  done: { label: "完成", tone: "accent" },
  open: { label: "待办", tone: "danger" },
  outside: { label: "这里查不到", tone: "neutral" },
} as const;
