import { expect } from "vitest";
import type { Code } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import type { AccessWorld, Caller, Secret } from "./access-world";
import type { SampleInput } from "./sample-input";

/** Expected replies of one endpoint by caller. The rest follows from its `auth` in the contract. */
export type Access = {
  /** Replaces the sample input; created anew for each caller. */
  input?: (world: AccessWorld) => SampleInput | Promise<SampleInput>;
  /** Codes that differ from those of `auth`: NOT_LOGIN for those without access, SUCCESS for all others. */
  codes?: Partial<Record<Caller, Code>>;
  /** Secrets that only the owner finds in the reply. */
  tells?: readonly Secret[];
  /** Checks a successful reply. */
  shows?: (data: never, caller: Caller, world: AccessWorld) => void;
};

/** Access for all logged-in callers alike. */
const everybody: Access = {};
/** Access for the owner only; others learn that the item exists, as elsewhere. */
const owners = (input: NonNullable<Access["input"]>): Access => ({
  input,
  codes: { other: "FORBIDDEN", phoneless: "FORBIDDEN" },
});
/** Publishing requires a phone number, which is checked first. */
const authors = (input: NonNullable<Access["input"]>): Access => ({
  input,
  codes: { other: "FORBIDDEN", phoneless: "PHONE_REQUIRED" },
});
/** Access for publishing a text. */
const publishers = (input: NonNullable<Access["input"]>): Access => ({ input, codes: { phoneless: "PHONE_REQUIRED" } });
const param = (id: (world: AccessWorld) => number | Promise<number>): Access => ({
  input: async (world) => ({ params: { id: await id(world) } }),
});
/** A public list of the owner's. */
const ofOwner: Access = { input: ({ people }) => ({ query: { userId: people.owner } }) };
const hiddenCollection: Access = {
  ...ofOwner,
  shows: ({ list, total }: { list: unknown[]; total: number }, caller) => {
    const shown = caller === "owner" ? 1 : 0;
    expect([list.length, total]).toEqual([shown, shown]);
  },
};
/** A list of the caller's own. */
const mine: Access = {
  shows: ({ list }: { list: { author: { userId: number } }[] }, caller, { people }) => {
    for (const { author } of list) expect(author.userId).toBe(people[caller as keyof typeof people]);
  },
};
/** Access to calls whose sample is invalid for everyone, because it refers to nothing. */
const refusesAll = (code: Code): Access => ({
  codes: { anonymous: code, closed: code, other: code, phoneless: code, owner: code },
});
/** Access to calls that refuse all logged-in callers. */
const ownersAlone = (code: Code): Access => ({ codes: { other: code, phoneless: code, owner: code } });
const react = ({ seed }: AccessWorld) => ({ body: { targetKind: "article", targetId: seed.otherArticle } });
const TITLE = "一个足够长的标题";

/** One row for each implemented endpoint, except those of zhiku. */
export const ACCESS: Record<string, Access> = {
  "site.activity.get": param(({ seed }) => seed.activity),
  "site.activity.list": everybody,
  "site.announcement.get": param(({ seed }) => seed.announcement),
  "site.announcement.list": everybody,
  "site.answer.create": publishers(({ seed }) => ({ body: { questionId: seed.lonelyQuestion, content: "回答" } })),
  "site.answer.update": authors(async ({ fresh }) => ({
    body: { id: await fresh.answer(), version: 1, content: "改" },
  })),
  "site.answer.remove": owners(async ({ fresh }) => ({ body: { id: await fresh.answer() } })),
  "site.answer.get": param(({ seed }) => seed.answer),
  "site.answer.authorList": ofOwner,
  "site.answer.myList": mine,
  "site.answer.init": owners(async ({ fresh }) => ({ params: { id: await fresh.answer() } })),
  "site.answer.list": everybody,
  "site.article.create": publishers(() => ({ body: { title: TITLE, content: "正文" } })),
  "site.article.update": authors(async ({ fresh }) => ({
    body: { id: await fresh.article(), version: 1, title: TITLE, content: "改" },
  })),
  "site.article.remove": owners(async ({ fresh }) => ({ body: { id: await fresh.article() } })),
  "site.article.get": param(({ seed }) => seed.article),
  "site.article.extraInfo": param(({ seed }) => seed.article),
  "site.article.authorList": ofOwner,
  "site.article.myList": mine,
  "site.article.init": owners(async ({ fresh }) => ({ params: { id: await fresh.article() } })),
  "site.article.list": everybody,
  "site.captcha.get": everybody,
  "site.captcha.check": refusesAll("CAPTCHA_EXPIRED"),
  "site.case.get": param(({ seed }) => seed.case),
  "site.case.extraInfo": param(({ seed }) => seed.case),
  "site.case.list": everybody,
  "site.case.downloadReportUrl": { input: ({ seed }) => ({ body: { id: seed.case } }) },
  "site.classification.articleList": everybody,
  "site.classification.caseList": everybody,
  "site.comment.remove": owners(async ({ fresh }) => ({ body: { id: await fresh.comment() } })),
  "site.comment.add": publishers((world) => ({ body: { ...react(world).body, text: "说得好" } })),
  "site.comment.articleAdd": publishers(({ seed }) => ({ body: { articleId: seed.article, text: "说得好" } })),
  "site.comment.articleList": { input: ({ seed }) => ({ query: { articleId: seed.article } }) },
  "site.comment.childList": { input: ({ seed }) => ({ query: { parentId: seed.comment } }) },
  "site.comment.postList": ofOwner,
  "site.comment.receiveList": ofOwner,
  "site.comment.list": { input: ({ seed }) => ({ query: { targetKind: "question", targetId: seed.question } }) },
  "site.config.banner": everybody,
  "site.config.footer": everybody,
  "site.config.logo": everybody,
  "site.config.poster": everybody,
  "site.config.recommendAuthor": everybody,
  "site.config.text": everybody,
  "site.content.list": everybody,
  "site.favorites.add": { input: react },
  "site.favorites.remove": { input: react },
  "site.favorites.articleList": hiddenCollection,
  "site.favorites.caseList": hiddenCollection,
  "site.follow.add": {
    input: ({ people }) => ({ body: { userId: people.owner } }),
    codes: { owner: "INVALID_PARAMS" },
  },
  "site.follow.cancel": {
    input: ({ people }) => ({ body: { userId: people.owner } }),
    codes: { owner: "INVALID_PARAMS" },
  },
  "site.follow.fansList": ofOwner,
  "site.follow.followList": ofOwner,
  "site.form.get": param(({ seed }) => seed.form),
  "site.form.submit": { input: ({ seed }) => ({ body: { id: seed.form, values: { name: "名字" } } }) },
  "site.like.add": { input: react },
  "site.like.cancel": { input: react },
  "site.notification.commentList": everybody,
  "site.notification.favoriteFollowList": everybody,
  "site.notification.likeList": everybody,
  "site.notification.systemMessageList": { tells: ["news"] },
  "site.notification.unreadCount": everybody,
  "site.notification.unreadCountWithType": everybody,
  "site.notification.readAll": everybody,
  "site.oss.authUploadUrl": everybody,
  "site.oss.uploadUrl": everybody,
  "site.queryObj.get": refusesAll("WECHAT_FAILED"),
  "site.question.create": publishers(() => ({ body: { title: TITLE, content: "正文" } })),
  "site.question.update": authors(async ({ fresh }) => ({
    body: { id: await fresh.question(), version: 1, title: TITLE, content: "改" },
  })),
  "site.question.remove": owners(async ({ fresh }) => ({ body: { id: await fresh.question() } })),
  "site.question.get": param(({ seed }) => seed.question),
  "site.question.extraInfo": param(({ seed }) => seed.question),
  "site.question.follow": { input: ({ seed }) => ({ body: { id: seed.question } }) },
  "site.question.unfollow": { input: ({ seed }) => ({ body: { id: seed.question } }) },
  "site.question.authorList": ofOwner,
  "site.question.followList": ofOwner,
  "site.question.myList": mine,
  "site.question.relevantList": { input: ({ seed }) => ({ query: { questionId: seed.question } }) },
  "site.question.init": owners(async ({ fresh }) => ({ params: { id: await fresh.question() } })),
  "site.question.list": everybody,
  "site.search.article": everybody,
  "site.search.case": everybody,
  "site.search.content": everybody,
  "site.sms.code": {
    input: async ({ fresh, newPhone }) => ({
      body: { phone: newPhone(), captchaVerification: await fresh.captchaPass() },
    }),
  },
  "site.sms.codeTest": everybody,
  "site.user.loginOrRegisterByPhone": {
    input: async ({ fresh, newPhone }) => {
      const phone = newPhone();
      return { body: { phone, code: await fresh.code("login", phone) } };
    },
  },
  "site.user.login": refusesAll("LOGIN_FAILED"),
  "site.user.logout": everybody,
  "site.user.tokenQueryClientUser": {
    shows: ({ userId }: { userId: number }, caller, { people }) =>
      expect(userId).toBe(people[caller as keyof typeof people]),
  },
  "site.user.editor": {
    shows: ({ userId }: { userId: number }, caller, { people }) =>
      expect(userId).toBe(people[caller as keyof typeof people]),
  },
  "site.user.update": {
    input: ({ newPhone }) => ({ body: { nickname: `改名${newPhone()}`, collectionsPrivate: true } }),
  },
  "site.user.complete": { codes: { other: "CONFLICT", phoneless: "CONFLICT", owner: "CONFLICT" } },
  "site.user.updatePwd": {
    codes: { other: "SMS_CODE_WRONG", phoneless: "SMS_CODE_WRONG", owner: "SMS_CODE_WRONG" },
  },
  "site.user.baseInfo": {
    ...ofOwner,
    shows: (info: { articleFavoriteCount: number; caseFavoriteCount: number; viewer: { me: boolean } }, caller) => {
      const shown = caller === "owner" ? 1 : 0;
      expect([info.articleFavoriteCount, info.caseFavoriteCount]).toEqual([shown, shown]);
      expect(info.viewer.me).toBe(caller === "owner");
    },
  },
  "site.user.wechatBind": {
    codes: { other: "WECHAT_FAILED", phoneless: "WECHAT_FAILED", owner: "WECHAT_FAILED" },
  },
  "site.user.wechatUnbind": {
    codes: { other: "FORBIDDEN", phoneless: "PHONE_REQUIRED", owner: "FORBIDDEN" },
  },
  "site.vote.set": { input: ({ seed }) => ({ body: { answerId: seed.answer, vote: "up" } }) },

  "ext.siteState.capabilities": everybody,
  "ext.siteState.siteIcon": everybody,
  "ext.syndication.sitemap": everybody,
  "ext.siteState.versions": everybody,
  "ext.tag.popular": everybody,
  "ext.siteState.totals": everybody,
  "ext.tag.current": everybody,
  "ext.merged.question": everybody,
  "ext.merged.person": everybody,
  "ext.authorCard.get": everybody,
  "ext.preview.render": everybody,
  "ext.syndication.feed": everybody,
  "ext.shareCard.get": { input: () => ({ query: { kind: "site", id: "0" } }) },
  "ext.glance.get": { input: ({ seed }) => ({ query: { kind: "comment", id: seed.comment } }) },
  "ext.accept.set": owners(async ({ fresh }) => ({ body: { questionId: await fresh.question(), answerId: null } })),
  "ext.account.smsCode": {
    input: async ({ fresh }) => ({
      body: { purpose: "change-password", captchaVerification: await fresh.captchaPass() },
    }),
    codes: { phoneless: "PHONE_REQUIRED" },
  },
  "ext.account.changePhone": {
    input: ({ newPhone }) => ({ body: { phone: newPhone(), code: "000000", currentCode: "000000" } }),
    codes: { other: "SMS_CODE_WRONG", phoneless: "SMS_CODE_WRONG", owner: "SMS_CODE_WRONG" },
  },
  "ext.account.prove": {
    input: () => ({ body: { code: "000000" } }),
    codes: { other: "SMS_CODE_WRONG", phoneless: "PHONE_REQUIRED", owner: "SMS_CODE_WRONG" },
  },
  // The test host is an IP address; passkeys are tested in tests/upstream/login/passkey.test.ts.
  "ext.passkey.loginOptions": refusesAll("FORBIDDEN"),
  "ext.passkey.login": refusesAll("FORBIDDEN"),
  "ext.passkey.list": everybody,
  "ext.passkey.prove": {
    input: () => ({ body: { code: "000000" } }),
    codes: { other: "SMS_CODE_WRONG", phoneless: "PHONE_REQUIRED", owner: "SMS_CODE_WRONG" },
  },
  "ext.passkey.proofOptions": ownersAlone("FORBIDDEN"),
  "ext.passkey.addOptions": ownersAlone("FORBIDDEN"),
  "ext.passkey.add": ownersAlone("FORBIDDEN"),
  "ext.passkey.rename": ownersAlone("NOT_FOUND"),
  "ext.passkey.remove": ownersAlone("FORBIDDEN"),
  "ext.account.sessions": { tells: ["device"] },
  "ext.account.endSession": {
    input: async ({ fresh }) => ({ body: { id: await fresh.session() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.account.endOtherSessions": everybody,
  "ext.account.export": {
    tells: ["draft", "trash", "removed", "news", "submission", "review", "report", "file", "phone", "mail"],
  },
  "ext.account.close": {
    input: () => ({ body: { code: "000000" } }),
    codes: { other: "SMS_CODE_WRONG", phoneless: "PHONE_REQUIRED", owner: "SMS_CODE_WRONG" },
  },
  "ext.ownSubmission.withdraw": { input: ({ seed }) => ({ body: { id: seed.form, submission: 999_999 } }) },
  "ext.commentPlace.get": { input: ({ seed }) => ({ params: { id: seed.comment } }) },
  "ext.commentEdit.init": owners(async ({ fresh }) => ({ params: { id: await fresh.comment() } })),
  "ext.commentEdit.put": authors(async ({ fresh }) => ({
    body: { id: await fresh.comment(), version: 1, text: "改" },
  })),
  "ext.history.list": { input: ({ seed }) => ({ params: { kind: "article", id: seed.article } }) },
  "ext.history.get": { input: ({ seed }) => ({ params: { kind: "article", id: seed.article, version: 1 } }) },
  "ext.proposal.init": {
    input: async ({ fresh }) => ({ params: { kind: "article", id: await fresh.article() } }),
    codes: { owner: "FORBIDDEN" },
  },
  "ext.proposal.waiting": everybody,
  "ext.proposal.send": {
    input: async ({ fresh }) => ({
      body: {
        kind: "article",
        id: await fresh.article(),
        version: 1,
        title: TITLE,
        content: "改好了",
        reason: "有错字",
      },
    }),
    codes: { owner: "FORBIDDEN", phoneless: "PHONE_REQUIRED" },
  },
  "ext.notificationReading.read": everybody,
  "ext.notificationSettings.get": everybody,
  "ext.notificationSettings.put": { input: () => ({ body: { wanted: ["comment"] } }) },
  "ext.unsubscribe.look": refusesAll("NOT_FOUND"),
  "ext.unsubscribe.stop": refusesAll("NOT_FOUND"),
  "ext.mailAddress.get": { tells: ["mail"] },
  "ext.mailAddress.ask": everybody,
  "ext.mailAddress.confirm": {
    input: () => ({ body: { code: "000000" } }),
    codes: { owner: "MAIL_CODE_WRONG", other: "MAIL_CODE_WRONG", phoneless: "MAIL_CODE_WRONG" },
  },
  "ext.mailAddress.remove": everybody,
  // It belongs to the two people of the seed.
  "ext.proposal.get": { codes: { owner: "NOT_FOUND", other: "NOT_FOUND", phoneless: "NOT_FOUND" } },
  "ext.proposal.take": { codes: { owner: "NOT_FOUND", other: "NOT_FOUND", phoneless: "PHONE_REQUIRED" } },
  "ext.proposal.decline": { codes: { owner: "NOT_FOUND", other: "NOT_FOUND", phoneless: "NOT_FOUND" } },
  "ext.proposal.withdraw": { codes: { owner: "NOT_FOUND", other: "NOT_FOUND", phoneless: "NOT_FOUND" } },
  "ext.history.hide": owners(async ({ fresh }) => ({
    body: { kind: "article", id: await fresh.changedArticle(), version: 1, hidden: true },
  })),
  "ext.dev.inbox": everybody,
  "ext.dev.mailInbox": everybody,
  "ext.dev.wechatInbox": everybody,
  "ext.dev.sendLetters": { input: () => ({ body: { what: "notifications" } }) },
  "ext.dev.faults": everybody,
  "ext.dev.setFault": { input: () => ({ body: { service: "sms", fault: null } }) },
  "ext.dev.wechatPage": everybody,
  "ext.dev.charges": everybody,
  "ext.dev.payCharge": everybody,
  "ext.dev.refundCharge": everybody,
  "ext.dev.notifyCharge": everybody,
  "ext.dev.redeemCode": everybody,
  "ext.traffic.report": { input: () => ({ body: { counts: [{ key: "page.read", times: 1 }] } }) },
  "ext.trash.list": { tells: ["trash"] },
  "ext.trash.removed": { tells: ["removed"] },
  "ext.trash.restore": {
    input: async ({ fresh }) => ({ body: { kind: "article", id: await fresh.deleted() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.draft.get": { input: ({ draftTarget }) => ({ query: { target: draftTarget } }), tells: ["draft"] },
  "ext.draft.put": { input: () => ({ body: { target: "article/new", fields: { title: "草稿" } } }) },
  "ext.draft.remove": { input: () => ({ body: { target: "article/new" } }) },
  "ext.draft.list": { tells: ["draft"] },
  "ext.upload.confirm": {
    input: async ({ fresh }) => ({ body: { key: await fresh.upload() } }),
    codes: { anonymous: "FORBIDDEN", closed: "FORBIDDEN", other: "FORBIDDEN", phoneless: "FORBIDDEN" },
    tells: ["file"],
  },
  "ext.upload.remote": {
    input: () => ({ body: { url: "http://127.0.0.1/a.png" } }),
    codes: { owner: "UPLOAD_REJECTED", other: "UPLOAD_REJECTED", phoneless: "UPLOAD_REJECTED" },
  },
  "ext.zhikuHistory.forgetReadings": everybody,
  "ext.zhikuHistory.searches": everybody,
  "ext.zhikuHistory.rememberSearch": { input: () => ({ body: { q: "缓存" } }) },
  "ext.zhikuHistory.forgetSearches": everybody,
  "ext.zhikuSuggest.titles": { codes: { other: "USER_INFO_INCOMPLETE", phoneless: "USER_INFO_INCOMPLETE" } },
  "ext.zhikuOrder.cancel": {
    input: async ({ fresh }) => ({ body: { orderNo: await fresh.order() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
    shows: ({ order }: { order: { state: string } }) => expect(order.state).toBe("closed"),
  },
  "ext.searchNamed.list": everybody,
  "ext.suggest.search": everybody,
  "ext.suggest.questions": everybody,
  "ext.suggest.mentions": everybody,
  "ext.suggest.tags": everybody,
  "ext.favorite-folder.questionList": ofOwner,
  "ext.favorite-folder.answerList": ofOwner,
  "ext.favorite-folder.list": {
    ...ofOwner,
    shows: (list: unknown[], caller) => expect(list.length > 0).toBe(caller === "owner"),
  },
  "ext.favorite-folder.get": {
    input: ({ folder }) => ({ params: { id: folder } }),
    codes: { anonymous: "NOT_FOUND", closed: "NOT_FOUND", other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.favorite-folder.create": { input: () => ({ body: { name: "以后再看" } }) },
  "ext.favorite-folder.update": {
    input: ({ folder }) => ({ body: { id: folder, name: "改过的名字", shown: false } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.favorite-folder.remove": {
    input: async ({ fresh }) => ({ body: { id: await fresh.folder() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.favorite-folder.places": { input: ({ seed }) => ({ query: { targetKind: "article", targetId: seed.article } }) },
  "ext.favorite-folder.put": {
    input: ({ seed, folder }) => ({
      body: { targetKind: "article", targetId: seed.article, folderIds: [folder] },
    }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.following.list": {},
  "ext.following.tag": { input: () => ({ query: { name: "缓存" } }) },
  "ext.following.addTag": { input: () => ({ body: { name: "缓存" } }) },
  "ext.following.cancelTag": { input: () => ({ body: { name: "缓存" } }) },
  "ext.report.own": {
    input: ({ people }) => ({ query: { targetKind: "user", targetId: people.other } }),
    tells: ["report"],
  },
  "ext.report.add": {
    input: ({ people }) => ({ body: { targetKind: "user", targetId: people.owner, reason: "spam" } }),
    codes: { owner: "INVALID_PARAMS" },
  },
  "ext.appeal.get": {
    input: async ({ fresh }) => ({ params: { kind: "review", id: await fresh.refused() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.appeal.send": {
    input: async ({ fresh }) => ({ body: { kind: "review", id: await fresh.refused(), words: "请再看一次" } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.appeal.sanction": {},
  "ext.appeal.lookBanned": refusesAll("FORBIDDEN"),
  "ext.appeal.sendBanned": {
    input: () => ({ body: { ticket: "1.1.1.x", words: "请再看一次" } }),
    ...refusesAll("FORBIDDEN"),
  },
  // The sample's link does not exist.
  "ext.handover.look": refusesAll("FORBIDDEN"),
  "ext.handover.take": { codes: { other: "FORBIDDEN", phoneless: "FORBIDDEN", owner: "FORBIDDEN" } },
  "ext.review.list": { tells: ["review"] },
  "ext.review.get": {
    input: async ({ fresh }) => ({ params: { id: await fresh.held() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.review.put": {
    input: async ({ fresh }) => ({ body: { id: await fresh.held(), version: 1, content: "改过的评论" } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.review.withdraw": {
    input: async ({ fresh }) => ({ body: { id: await fresh.held() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.review.remove": {
    input: async ({ fresh }) => ({ body: { id: await fresh.held() } }),
    codes: { other: "NOT_FOUND", phoneless: "NOT_FOUND" },
  },
  "ext.wechat.authorization": everybody,
  "ext.wechat.payerAuthorization": everybody,
  "ext.wechat.exchange": everybody,
  "ext.wechatReceiver.keep": ownersAlone("WECHAT_FAILED"),
  "ext.wechatReceiver.remove": everybody,
  "ext.wechatPicture.get": everybody,
  "ext.wechatPicture.take": ownersAlone("NOT_FOUND"),
  "ext.houseRule.list": everybody,
  "ext.agreement.versions": everybody,
  "ext.agreement.version": everybody,
  "ext.agreement.pending": everybody,
  "ext.agreement.agree": everybody,
  "ext.setup.state": everybody,
  "ext.setup.claim": {
    input: () => ({
      body: { token: "x".repeat(43), phone: "13900000009", nickname: "站长", password: "很长的一个密码-2026" },
    }),
    ...refusesAll("FORBIDDEN"),
  },
};

/** Expected code for a caller. */
export function expectedCode({ auth }: Pick<Endpoint, "auth">, { codes = {} }: Access, caller: Caller): Code {
  const known = caller !== "anonymous" && caller !== "closed";
  return codes[caller] ?? (auth === "anyone" || known ? "SUCCESS" : "NOT_LOGIN");
}
