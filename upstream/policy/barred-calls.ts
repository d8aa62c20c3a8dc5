import { setupApi } from "#app/contract/admin/system/console";
import { acceptApi } from "#app/contract/content/accept";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { caseApi } from "#app/contract/content/case";
import { commentApi } from "#app/contract/content/comment";
import { formApi } from "#app/contract/content/form";
import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { questionApi } from "#app/contract/content/question";
import type { Endpoint } from "#app/contract/endpoint";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { appealApi } from "#app/contract/moderation/appeal";
import { reportApi } from "#app/contract/moderation/report";
import { reviewApi } from "#app/contract/moderation/review";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationReadingApi } from "#app/contract/notification/reading";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { wechatReceiverApi } from "#app/contract/notification/wechat-receiver";
import { accountApi } from "#app/contract/people/account";
import { agreementApi } from "#app/contract/people/agreement";
import { captchaApi } from "#app/contract/people/captcha";
import { handoverApi } from "#app/contract/people/handover";
import { passkeyApi } from "#app/contract/people/passkey";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { wechatApi } from "#app/contract/people/wechat";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { devApi } from "#app/contract/site/dev";
import { trafficApi } from "#app/contract/site/traffic";
import { draftApi } from "#app/contract/writing/draft";
import { previewApi } from "#app/contract/writing/preview";

/** Calls on a member's own data that nobody else sees, and the steps before and around a login. */
const OWN = new Set<Endpoint>([
  userApi.loginOrRegisterByPhone,
  userApi.login,
  userApi.logout,
  userApi.updatePwd,
  userApi.wechatBind,
  userApi.wechatUnbind,
  ...Object.values<Endpoint>(captchaApi),
  ...Object.values<Endpoint>(smsApi),
  ...Object.values<Endpoint>(wechatApi),
  ...Object.values<Endpoint>(accountApi),
  ...Object.values<Endpoint>(passkeyApi),
  ...Object.values<Endpoint>(agreementApi),
  ...Object.values<Endpoint>(appealApi),
  ...Object.values<Endpoint>(draftApi),
  ...Object.values<Endpoint>(ownSubmissionApi),
  caseApi.downloadReportUrl,
  previewApi.render,
  handoverApi.look,
  followingApi.addTag,
  followingApi.cancelTag,
  trafficApi.report,
  // Uploaded files are shown only once a text or a profile names them, which is barred.
  ...Object.values<Endpoint>(ossApi),
  uploadApi.confirm,
  uploadApi.remote,
  notificationApi.readAll,
  ...Object.values<Endpoint>(notificationReadingApi),
  ...Object.values<Endpoint>(notificationSettingsApi),
  ...Object.values<Endpoint>(mailAddressApi),
  ...Object.values<Endpoint>(wechatReceiverApi),
  ...Object.values<Endpoint>(unsubscribeApi),
]);
/** Zhiku shows a member's orders, rights, profile and readings to nobody else, and has no texts by members. */
const ZHIKU = /^\/api\/(?:pro|ext\/zhiku)\//;

/** Calls of the first start, before there are members, and of the demo, which stand for WeChat and the phone. */
const OUTSIDE = new Set<Endpoint>([setupApi.claim, ...Object.values<Endpoint>(devApi)]);

/** Calls that publish no words, or take words back. */
const WORDLESS = new Set<Endpoint>([
  ...Object.values<Endpoint>(likeApi),
  ...Object.values<Endpoint>(voteApi),
  ...Object.values<Endpoint>(favoritesApi),
  favoriteFolderApi.put,
  favoriteFolderApi.remove,
  ...Object.values<Endpoint>(followApi),
  ...Object.values<Endpoint>(acceptApi),
  ...Object.values<Endpoint>(reportApi),
  questionApi.follow,
  questionApi.unfollow,
  formApi.submit,
  questionApi.remove,
  answerApi.remove,
  articleApi.remove,
  commentApi.remove,
  reviewApi.withdraw,
  reviewApi.remove,
]);

/**
 * Sanctions that bar somebody from a call: none for reads and for their own data, and none for calls of staff, which
 * depend on permissions. A new call that is not listed here, and is not of zhiku, is barred to anybody who may not write.
 */
export function barringOf(endpoint: Endpoint): SanctionKind[] {
  if (endpoint.method === "GET" || endpoint.auth === "staff" || ZHIKU.test(endpoint.path)) return [];
  if (OWN.has(endpoint) || OUTSIDE.has(endpoint)) return [];
  return WORDLESS.has(endpoint) ? ["read-only"] : ["mute", "read-only"];
}
