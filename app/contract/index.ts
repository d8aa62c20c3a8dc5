import { adminContract } from "./admin";
import { setupApi } from "./admin/system/console";
import { acceptApi } from "./content/accept";
import { activityApi } from "./content/activity";
import { announcementApi } from "./content/announcement";
import { answerApi } from "./content/answer";
import { articleApi } from "./content/article";
import { caseApi } from "./content/case";
import { classificationApi } from "./content/classification";
import { commentApi } from "./content/comment";
import { commentEditApi } from "./content/comment-edit";
import { commentPlaceApi } from "./content/comment-place";
import { formApi } from "./content/form";
import { ownSubmissionApi } from "./content/own-submission";
import { questionApi } from "./content/question";
import type { Endpoint } from "./endpoint";
import { ossApi } from "./files/oss";
import { shareCardApi } from "./files/share-card";
import { uploadApi } from "./files/upload";
import { appealApi } from "./moderation/appeal";
import { houseRuleApi } from "./moderation/house-rule";
import { reportApi } from "./moderation/report";
import { reviewApi } from "./moderation/review";
import { mailAddressApi } from "./notification/mail-address";
import { notificationApi } from "./notification/notification";
import { notificationReadingApi } from "./notification/reading";
import { notificationSettingsApi } from "./notification/settings";
import { unsubscribeApi } from "./notification/unsubscribe";
import { wechatReceiverApi } from "./notification/wechat-receiver";
import { accountApi } from "./people/account";
import { agreementApi } from "./people/agreement";
import { authorCardApi } from "./people/author-card";
import { captchaApi } from "./people/captcha";
import { handoverApi } from "./people/handover";
import { passkeyApi } from "./people/passkey";
import { queryObjApi } from "./people/query-obj";
import { smsApi } from "./people/sms";
import { userApi } from "./people/user";
import { wechatApi } from "./people/wechat";
import { wechatPictureApi } from "./people/wechat-picture";
import { favoriteFolderApi } from "./reading/favorite-folder";
import { favoritesApi } from "./reading/favorites";
import { followApi } from "./reading/follow";
import { followingApi } from "./reading/following";
import { glanceApi } from "./reading/glance";
import { contentApi } from "./reading/home-feed";
import { likeApi } from "./reading/like";
import { mergedApi } from "./reading/merged";
import { searchApi } from "./reading/search";
import { searchNamedApi } from "./reading/search-named";
import { suggestApi } from "./reading/suggest";
import { tagApi } from "./reading/tag";
import { voteApi } from "./reading/vote";
import { configApi } from "./site/config";
import { devApi } from "./site/dev";
import { siteStateApi } from "./site/site-state";
import { syndicationApi } from "./site/syndication";
import { trafficApi } from "./site/traffic";
import { draftApi } from "./writing/draft";
import { historyApi } from "./writing/history";
import { previewApi } from "./writing/preview";
import { proposalApi } from "./writing/proposal";
import { trashApi } from "./writing/trash";
import { zhikuContract } from "./zhiku";
import { zhikuCancelOrderApi } from "./zhiku/cancel-order";
import { zhikuHistoryApi } from "./zhiku/history";
import { zhikuSuggestApi } from "./zhiku/suggest";

/** The site's part of the API (96 calls), by noun. */
export const siteContract = {
  activity: activityApi,
  announcement: announcementApi,
  answer: answerApi,
  article: articleApi,
  captcha: captchaApi,
  case: caseApi,
  classification: classificationApi,
  comment: commentApi,
  config: configApi,
  content: contentApi,
  favorites: favoritesApi,
  follow: followApi,
  form: formApi,
  like: likeApi,
  notification: notificationApi,
  oss: ossApi,
  queryObj: queryObjApi,
  question: questionApi,
  search: searchApi,
  sms: smsApi,
  user: userApi,
  vote: voteApi,
};

/** Calls beyond the specification, by noun. */
export const extContract = {
  siteState: siteStateApi,
  syndication: syndicationApi,
  shareCard: shareCardApi,
  tag: tagApi,
  merged: mergedApi,
  authorCard: authorCardApi,
  glance: glanceApi,
  preview: previewApi,
  accept: acceptApi,
  agreement: agreementApi,
  houseRule: houseRuleApi,
  account: accountApi,
  passkey: passkeyApi,
  dev: devApi,
  traffic: trafficApi,
  trash: trashApi,
  draft: draftApi,
  upload: uploadApi,
  searchNamed: searchNamedApi,
  suggest: suggestApi,
  "favorite-folder": favoriteFolderApi,
  following: followingApi,
  report: reportApi,
  review: reviewApi,
  appeal: appealApi,
  handover: handoverApi,
  history: historyApi,
  proposal: proposalApi,
  notificationReading: notificationReadingApi,
  notificationSettings: notificationSettingsApi,
  mailAddress: mailAddressApi,
  unsubscribe: unsubscribeApi,
  commentEdit: commentEditApi,
  commentPlace: commentPlaceApi,
  ownSubmission: ownSubmissionApi,
  wechat: wechatApi,
  wechatPicture: wechatPictureApi,
  wechatReceiver: wechatReceiverApi,
  zhikuHistory: zhikuHistoryApi,
  zhikuSuggest: zhikuSuggestApi,
  zhikuOrder: zhikuCancelOrderApi,
  setup: setupApi,
};

/** The whole API, by noun; tests iterate over it and OpenAPI is generated from it. */
export const contract = { site: siteContract, zhiku: zhikuContract, ext: extContract, admin: adminContract };

/** Every endpoint with its name, e.g. `site.article.get`. */
export function allEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(contract).flatMap(([area, nouns]) =>
    Object.entries(nouns).flatMap(([noun, api]) =>
      Object.entries(api as Record<string, Endpoint>).map(([call, endpoint]) => ({
        name: `${area}.${noun}.${call}`,
        endpoint,
      })),
    ),
  );
}
