import { acceptApi } from "#app/contract/content/accept";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { formApi } from "#app/contract/content/form";
import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { questionApi } from "#app/contract/content/question";
import type { Endpoint } from "#app/contract/endpoint";
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
import { accountApi } from "#app/contract/people/account";
import { agreementApi } from "#app/contract/people/agreement";
import { handoverApi } from "#app/contract/people/handover";
import { passkeyApi } from "#app/contract/people/passkey";
import { userApi } from "#app/contract/people/user";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { extApi } from "#app/contract/site/ext";
import { trafficApi } from "#app/contract/site/traffic";
import { draftApi } from "#app/contract/writing/draft";

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
  ...Object.values<Endpoint>(ownSubmissionApi),
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
