import { acceptApi } from "#app/contract/accept";
import { accountApi } from "#app/contract/account";
import { agreementApi } from "#app/contract/agreement";
import { answerApi } from "#app/contract/answer";
import { appealApi } from "#app/contract/appeal";
import { articleApi } from "#app/contract/article";
import { commentApi } from "#app/contract/comment";
import { draftApi } from "#app/contract/draft";
import type { Endpoint } from "#app/contract/endpoint";
import { extApi } from "#app/contract/ext";
import { favoriteFolderApi } from "#app/contract/favorite-folder";
import { favoritesApi } from "#app/contract/favorites";
import { followApi } from "#app/contract/follow";
import { followingApi } from "#app/contract/following";
import { formApi } from "#app/contract/form";
import { handoverApi } from "#app/contract/handover";
import { likeApi } from "#app/contract/like";
import { mailAddressApi } from "#app/contract/mail-address";
import { notificationApi } from "#app/contract/notification";
import { notificationReadingApi } from "#app/contract/notification-reading";
import { notificationSettingsApi } from "#app/contract/notification-settings";
import { passkeyApi } from "#app/contract/passkey";
import { questionApi } from "#app/contract/question";
import { reportApi } from "#app/contract/report";
import { reviewApi } from "#app/contract/review";
import type { SanctionKind } from "#app/contract/sanction-kinds";
import { trafficApi } from "#app/contract/traffic";
import { unsubscribeApi } from "#app/contract/unsubscribe";
import { uploadApi } from "#app/contract/upload";
import { userApi } from "#app/contract/user";
import { voteApi } from "#app/contract/vote";

/** Calls on a member's own data that nobody else sees; everything under `/api/pro` and `/api/ext/zhiku` counts, too. */
const OWN = new Set<Endpoint>([
  userApi.loginOrRegisterByPhone,
  userApi.login,
  userApi.logout,
  userApi.updatePwd,
  userApi.wechatBind,
  userApi.wechatUnbind,
  ...Object.values<Endpoint>(accountApi),
  ...Object.values<Endpoint>(passkeyApi),
  ...Object.values<Endpoint>(agreementApi),
  ...Object.values<Endpoint>(appealApi),
  ...Object.values<Endpoint>(draftApi),
  extApi.preview,
  handoverApi.look,
  followingApi.addTag,
  followingApi.cancelTag,
  trafficApi.report,
  uploadApi.confirm,
  uploadApi.remote,
  notificationApi.readAll,
  ...Object.values<Endpoint>(notificationReadingApi),
  ...Object.values<Endpoint>(notificationSettingsApi),
  ...Object.values<Endpoint>(mailAddressApi),
  ...Object.values<Endpoint>(unsubscribeApi),
]);
const OWN_PATHS =
  /^\/api\/(?:pro|ext\/zhiku|ext\/admin|ext\/dev|ext\/setup|ext\/wechat|captcha|sms|oss|case|queryObj)(?:\/|$)/;

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
 * Sanctions that bar somebody from a call: none for reads and for their own data; a new call that is not listed here is
 * barred to anybody who may not write.
 */
export function barringOf(endpoint: Endpoint): SanctionKind[] {
  if (endpoint.method === "GET" || OWN.has(endpoint) || OWN_PATHS.test(endpoint.path)) return [];
  return WORDLESS.has(endpoint) ? ["read-only"] : ["mute", "read-only"];
}
