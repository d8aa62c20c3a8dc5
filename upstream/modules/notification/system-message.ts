import type { ReportTarget } from "#app/contract/moderation/report";
import { SANCTIONS, type SanctionKind, sanctionedUntil } from "#app/contract/moderation/sanction-kinds";
import { writtenByPath } from "#app/contract/people/written-by-path";
import { becauseOf } from "#app/contract/text/because-of";
import { chinaMinute } from "#app/contract/text/china-minute";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { APPEAL_ONCE, ASK_US, minute, notYou, rightName } from "./message-phrases";
import { type AppealedThing, appealedName, nameOf, reportedName, titleInMessage, undoneText } from "./name-of-thing";

type Written = ReviewsTable["kind"];

/** System message to somebody. A new kind needs a line here and a case in `wordsOf`. */
export type SystemMessage =
  /**
   * A held text was published; `id` is its public id, `name` its title or first words; `edited` if staff changed it.
   */
  | { kind: "text-released"; written: Written; id: number; name: string; edited?: boolean }
  /** A held text was refused; `held` is its number, `reason` the operator's (may be empty). */
  | { kind: "text-refused"; written: Written; held: number; name: string; reason: string }
  /** Staff removed a text; `reason` names the broken rule. */
  | { kind: "content-removed"; written: Written; id: number; name: string; reason: string }
  /** Staff restored it. */
  | { kind: "content-restored"; written: Written; name: string }
  /** Staff restored an earlier version of it. */
  | { kind: "content-reverted"; written: Written; name: string; reason: string }
  /** Staff edited its text, tags or classification. */
  | { kind: "content-rewritten"; written: Written; name: string; reason: string }
  /** A reader proposed a change of their text; `by` is the reader's name. */
  | { kind: "proposal-sent"; written: Written; name: string; id: number; by: string; reason: string }
  /** An author took or declined their proposal; `answer` may be empty. */
  | { kind: "proposal-taken" | "proposal-declined"; written: Written; name: string; id: number; answer: string }
  /** Staff merged two questions; `into` is the id of the remaining one, `title` its title. */
  | { kind: "question-merged"; name: string; into: number; title: string }
  /** Staff merged another account into this one; `name` is the other's name. */
  | { kind: "people-merged"; name: string; reason: string }
  /** Staff imposed a sanction (`until` null if permanent), or lifted it. */
  | { kind: "sanctioned"; sanction: SanctionKind; id: number; until: string | null; reason: string }
  | { kind: "sanction-lifted"; sanction: SanctionKind; reason: string }
  /** Another staff member decided their appeal: the decision was undone, or kept. `what` is what it was about. */
  | { kind: "appeal-granted"; what: AppealedThing; path: string; answer: string }
  | { kind: "appeal-kept"; what: AppealedThing; path: string; answer: string }
  /** Staff decided on their report; `name` may be empty. */
  | { kind: "report-decided"; reported: ReportTarget; name: string; outcome: "keep" | "remove" | "handled" }
  /** Members submitted the form `name`, or withdrew, `times` since it was last read; for staff who asked for it. */
  | { kind: "form-answered" | "form-withdrawn"; form: number; name: string; times: number }
  /** Somebody on the waiting list of an activity got a place; `name` is its form's title. */
  | { kind: "place-given"; form: number; name: string }
  /** A zhiku right ends soon; `name` is its category's, null for all; `until` is ISO 8601. */
  | { kind: "right-ending"; name: string | null; until: string }
  /** Staff granted a right; `from` is null if it starts at once. */
  | { kind: "right-granted"; name: string | null; from: string | null; until: string; reason: string }
  /** Staff revoked a right. */
  | { kind: "right-revoked"; name: string | null; reason: string }
  /** Staff reviewed a professional profile. */
  | { kind: "profile-approved" }
  | { kind: "profile-rejected"; reason: string }
  /** A payment arrived, and its right is granted; `begins` is null if it starts at once. */
  | { kind: "order-paid"; orderNo: string; offerName: string; begins: string | null; until: string }
  /** A refund arrived; `amount` in fen, null if unknown. `late`: the payment had come after the order was closed. */
  | { kind: "order-refunded"; orderNo: string; offerName: string; amount: number | null; late: boolean }
  /** A login from a new device; `device` and `address` may be empty. */
  | { kind: "new-device"; device: string; address: string }
  /** A credential was changed. */
  | { kind: "credential-changed"; credential: "phone" | "password" | "weixin-bound" | "weixin-unbound" }
  /** A passkey was added or removed; `name` is its name. */
  | { kind: "passkey-changed"; added: boolean; name: string }
  /** Their mail address was changed, or removed (null); `address` is masked. */
  | { kind: "mail-changed"; address: string | null }
  /** Mail to their address bounced; no more is sent. */
  | { kind: "mail-stopped" }
  /** WeChat reports that they don't follow the official account or don't exist; no more is sent. */
  | { kind: "wechat-stopped" };

/** Message as shown: one sentence, further text, and the path it links to. */
export type SystemWords = { title: string; excerpt: string; path: string };

const CREDENTIALS = {
  phone: "你的账号更换了手机号",
  password: "你的登录密码已修改",
  "weixin-bound": "你的账号绑定了微信",
  "weixin-unbound": "你的账号解除了微信绑定",
} as const;

/** Text of a message to the person `userId`, at `at` (ISO 8601). */
export function wordsOf(message: SystemMessage, userId: number, at: string): SystemWords {
  switch (message.kind) {
    case "text-released":
      return {
        title: `你的${nameOf(message)}已通过审核，现在公开可见`,
        excerpt: message.edited ? "公开之前，工作人员改动了文字；你可以照常修改。" : "",
        path: "",
      };
    case "text-refused": {
      const excerpt = message.reason ? `原因：${message.reason}` : "";
      return { title: `你的${nameOf(message)}没有通过审核`, excerpt, path: `/write/held/${message.held}` };
    }
    case "content-removed":
      return {
        title: `你的${nameOf(message)}已被移除`,
        excerpt: becauseOf(message.reason) + APPEAL_ONCE,
        path: `/appeal/${message.written}/${message.id}`,
      };
    case "content-restored": {
      const path = writtenByPath(message.written, userId);
      return { title: `你的${nameOf(message)}已恢复，重新公开可见`, excerpt: "", path };
    }
    case "content-reverted":
    case "content-rewritten": {
      const path = writtenByPath(message.written, userId);
      const excerpt = becauseOf(message.reason) + ASK_US;
      const done = message.kind === "content-reverted" ? "已恢复到较早的版本" : "由工作人员作了修改";
      return { title: `你的${nameOf(message)}${done}`, excerpt, path };
    }
    case "proposal-sent":
      return {
        title: `${message.by}对你的${nameOf(message)}提了修改建议`,
        excerpt: `理由：${message.reason}`,
        path: `/proposal/${message.id}`,
      };
    case "proposal-taken":
    case "proposal-declined":
      return {
        title: `你对${nameOf(message)}的修改建议${message.kind === "proposal-taken" ? "已被采纳，谢谢你" : "没有被采纳"}`,
        excerpt: message.answer ? `作者说：${message.answer}` : "",
        path: `/proposal/${message.id}`,
      };
    case "question-merged": {
      const title = `你的${nameOf({ written: "question", name: message.name })}已并入另一个问题`;
      return { title, excerpt: `现在是「${message.title}」，回答、评论和关注都在那里。`, path: "" };
    }
    case "people-merged": {
      const title = `你的另一个账号「${message.name}」已并入这个账号`;
      return { title, excerpt: `内容、关注、订单与权益都在这里了。说明：${message.reason}`, path: `/u/${userId}` };
    }
    case "sanctioned": {
      const title = `你${sanctionedUntil(message.sanction, message.until)}`;
      const excerpt = `${SANCTIONS[message.sanction].text}。${becauseOf(message.reason)}${APPEAL_ONCE}`;
      return { title, excerpt, path: `/appeal/sanction/${message.id}` };
    }
    case "sanction-lifted": {
      const excerpt = message.reason ? `说明：${message.reason}` : "";
      return { title: `对你的${SANCTIONS[message.sanction].name}已解除`, excerpt, path: "" };
    }
    case "appeal-granted":
      return { title: `你的申诉成立，${undoneText(message.what)}`, excerpt: message.answer, path: message.path };
    case "appeal-kept":
      return {
        title: `你对${appealedName(message.what)}的申诉已复核，维持原来的决定`,
        excerpt: `原因：${message.answer}`,
        path: message.path,
      };
    case "report-decided":
      return {
        title: `你举报的${reportedName(message)}${OUTCOMES[message.outcome]}`,
        excerpt: "感谢你的举报。",
        path: "",
      };
    case "form-answered":
    case "form-withdrawn": {
      const [state, what] = message.kind === "form-answered" ? ["", "新答卷"] : ["?state=withdrawn", "撤回"];
      const title = `表单「${titleInMessage(message.name)}」收到 ${message.times} 份${what}`;
      return { title, excerpt: "", path: `/admin/form/${message.form}/submission${state}` };
    }
    case "place-given": {
      const title = `有名额了：你在「${titleInMessage(message.name)}」的报名已从候补转为录取`;
      return { title, excerpt: "", path: `/form/${message.form}` };
    }
    case "right-ending":
      return {
        title: `你的${rightName(message)}将于 ${minute(message.until)} 到期`,
        excerpt: "到期前续订，新的期限从到期时接着计算。",
        path: "/zhiku/rights",
      };
    case "right-granted": {
      const begins = message.from === null ? "" : `从 ${chinaMinute(message.from)} 起。`;
      return {
        title: `你获得了${rightName(message)}，到 ${chinaMinute(message.until)} 为止`,
        excerpt: `${begins}原因：${message.reason}`,
        path: "/zhiku/rights",
      };
    }
    case "right-revoked":
      return {
        title: `你的${rightName(message)}已被收回`,
        excerpt: becauseOf(message.reason) + ASK_US,
        path: "/zhiku/rights",
      };
    case "profile-approved":
      return { title: "你的职业信息已通过审核", excerpt: "", path: "/zhiku/profile" };
    case "profile-rejected":
      return {
        title: "你的职业信息没有通过审核",
        excerpt: `${becauseOf(message.reason)}修改后保存，即可继续使用知库。`,
        path: "/zhiku/profile",
      };
    case "order-paid": {
      const begins = message.begins === null ? "" : `从 ${chinaMinute(message.begins)} 起，`;
      return {
        title: `你购买的「${message.offerName}」已付款并开通`,
        excerpt: `${begins}到 ${chinaMinute(message.until)} 为止。订单号 ${message.orderNo}`,
        path: `/zhiku/orders/${message.orderNo}`,
      };
    }
    case "order-refunded": {
      const money = message.amount === null ? "" : ` ¥${(message.amount / 100).toFixed(2)}`;
      const title = message.late
        ? `订单「${message.offerName}」关闭后才收到付款，已原路退回${money}`
        : `订单「${message.offerName}」已退款${money}，它带来的权益随之结束`;
      return { title, excerpt: `订单号 ${message.orderNo}`, path: `/zhiku/orders/${message.orderNo}` };
    }
    case "new-device": {
      const from = message.address ? `，网络地址 ${message.address}` : "";
      return {
        title: `你的账号在新设备上登录：${message.device || "未知设备"}`,
        excerpt: `${minute(at)}${from}。${notYou()}`,
        path: "/account/secure",
      };
    }
    case "passkey-changed": {
      const title = message.added
        ? `你的账号添加了通行密钥「${message.name}」`
        : `你的账号移除了通行密钥「${message.name}」`;
      return { title, excerpt: `${minute(at)}。${notYou(message.added ? "移除它" : "")}`, path: "/account/secure" };
    }
    case "mail-stopped":
      return {
        title: "寄到你邮箱的通知被退回，已停止寄信",
        excerpt: "对方的邮件服务说没有这个邮箱。请换一个，或重新确认一次。",
        path: "/account/secure",
      };
    case "wechat-stopped":
      return {
        title: "微信通知发不到你那里，已停止发送",
        excerpt: "你可能没有关注本站的公众号。关注以后，到“通知设置”里重新开通。",
        path: "/account/notifications",
      };
    case "mail-changed": {
      const title = message.address ? `你的通知邮箱现在是 ${message.address}` : "你的通知邮箱已移除";
      return { title, excerpt: `${minute(at)}。${notYou()}`, path: "/account/secure" };
    }
    case "credential-changed": {
      const advice = notYou(message.credential === "weixin-bound" ? "解除绑定" : "");
      return { title: CREDENTIALS[message.credential], excerpt: `${minute(at)}。${advice}`, path: "/account/secure" };
    }
  }
}

const OUTCOMES = { keep: "经核实没有违反规则，予以保留", remove: "违反了规则，已被移除", handled: "已经处理" } as const;
