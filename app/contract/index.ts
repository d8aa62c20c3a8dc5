import { acceptApi } from "./accept";
import { accountApi } from "./account";
import { activityApi } from "./activity";
import { adminActivityApi, adminActivityDraftApi } from "./admin/activity";
import { adminAgreementApi } from "./admin/agreement";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "./admin/announcement";
import { adminAppealApi } from "./admin/appeal";
import { auditApi } from "./admin/audit";
import { adminCaseApi, adminCaseDraftApi } from "./admin/case";
import { adminClassificationApi } from "./admin/classification";
import { adminCodeApi } from "./admin/code";
import { consoleApi, setupApi } from "./admin/console";
import { adminContentApi } from "./admin/content";
import { adminDeskApi } from "./admin/desk";
import { adminFiguresApi } from "./admin/figures";
import { adminFormApi } from "./admin/form";
import { adminHouseRuleApi } from "./admin/house-rule";
import { adminLimitApi } from "./admin/limit";
import { adminMergeApi } from "./admin/merge";
import { adminMessageApi } from "./admin/message";
import { adminOfferApi } from "./admin/offer";
import { adminOrderApi } from "./admin/order";
import { adminPersonApi } from "./admin/person";
import { adminPlacingApi } from "./admin/placing";
import { adminProfileApi } from "./admin/profile";
import { adminReconcileApi } from "./admin/reconcile";
import { adminReportApi } from "./admin/report";
import { adminReviewApi } from "./admin/review";
import { adminReviewRuleApi } from "./admin/review-rule";
import { adminRewriteApi } from "./admin/rewrite";
import { adminRightApi } from "./admin/right";
import { adminSearchSynonymApi } from "./admin/search-synonym";
import { adminSiteApi } from "./admin/site";
import { staffApi } from "./admin/staff";
import { adminStartApi } from "./admin/start";
import { adminSubmissionApi } from "./admin/submission";
import { adminSystemApi } from "./admin/system";
import { adminTagApi } from "./admin/tag";
import { adminTextApi } from "./admin/text";
import { adminUserApi } from "./admin/user";
import { adminVersionApi } from "./admin/version";
import { adminWordApi } from "./admin/word";
import { adminZhikuCategoryApi } from "./admin/zhiku-category";
import { adminZhikuContentApi } from "./admin/zhiku-content";
import { agreementApi } from "./agreement";
import { announcementApi } from "./announcement";
import { answerApi } from "./answer";
import { appealApi } from "./appeal";
import { articleApi } from "./article";
import { captchaApi } from "./captcha";
import { caseApi } from "./case";
import { classificationApi } from "./classification";
import { commentApi } from "./comment";
import { commentEditApi } from "./comment-edit";
import { configApi } from "./config";
import { contentApi } from "./content";
import { devApi } from "./dev";
import { draftApi } from "./draft";
import type { Endpoint } from "./endpoint";
import { extApi } from "./ext";
import { favoriteFolderApi } from "./favorite-folder";
import { favoritesApi } from "./favorites";
import { followApi } from "./follow";
import { followingApi } from "./following";
import { formApi } from "./form";
import { handoverApi } from "./handover";
import { historyApi } from "./history";
import { houseRuleApi } from "./house-rule";
import { likeApi } from "./like";
import { mailAddressApi } from "./mail-address";
import { notificationApi } from "./notification";
import { notificationReadingApi } from "./notification-reading";
import { notificationSettingsApi } from "./notification-settings";
import { ossApi } from "./oss";
import { passkeyApi } from "./passkey";
import { proposalApi } from "./proposal";
import { queryObjApi } from "./query-obj";
import { questionApi } from "./question";
import { reportApi } from "./report";
import { reviewApi } from "./review";
import { searchApi } from "./search";
import { searchNamedApi } from "./search-named";
import { smsApi } from "./sms";
import { suggestApi } from "./suggest";
import { trafficApi } from "./traffic";
import { trashApi } from "./trash";
import { unsubscribeApi } from "./unsubscribe";
import { uploadApi } from "./upload";
import { userApi } from "./user";
import { voteApi } from "./vote";
import { wechatApi } from "./wechat";
import { wechatPictureApi } from "./wechat-picture";
import { wechatReceiverApi } from "./wechat-receiver";
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
  ext: extApi,
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
  wechat: wechatApi,
  wechatPicture: wechatPictureApi,
  wechatReceiver: wechatReceiverApi,
  zhikuHistory: zhikuHistoryApi,
  zhikuSuggest: zhikuSuggestApi,
  zhikuOrder: zhikuCancelOrderApi,
  setup: setupApi,
};

/** Calls of the console, for staff, by noun. */
export const adminContract = {
  console: consoleApi,
  staff: staffApi,
  audit: auditApi,
  announcement: adminAnnouncementApi,
  announcementDraft: adminAnnouncementDraftApi,
  message: adminMessageApi,
  desk: adminDeskApi,
  figures: adminFiguresApi,
  review: adminReviewApi,
  appeal: adminAppealApi,
  reviewRule: adminReviewRuleApi,
  word: adminWordApi,
  content: adminContentApi,
  user: adminUserApi,
  report: adminReportApi,
  site: adminSiteApi,
  order: adminOrderApi,
  reconcile: adminReconcileApi,
  text: adminTextApi,
  form: adminFormApi,
  submission: adminSubmissionApi,
  limit: adminLimitApi,
  system: adminSystemApi,
  activity: adminActivityApi,
  activityDraft: adminActivityDraftApi,
  case: adminCaseApi,
  caseDraft: adminCaseDraftApi,
  agreement: adminAgreementApi,
  houseRule: adminHouseRuleApi,
  classification: adminClassificationApi,
  tag: adminTagApi,
  searchSynonym: adminSearchSynonymApi,
  zhikuCategory: adminZhikuCategoryApi,
  code: adminCodeApi,
  zhikuContent: adminZhikuContentApi,
  right: adminRightApi,
  offer: adminOfferApi,
  profile: adminProfileApi,
  placing: adminPlacingApi,
  merge: adminMergeApi,
  person: adminPersonApi,
  rewrite: adminRewriteApi,
  version: adminVersionApi,
  start: adminStartApi,
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
