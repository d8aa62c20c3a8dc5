import { adminActivityApi, adminActivityDraftApi } from "./content/activity";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "./content/announcement";
import { adminCaseApi, adminCaseDraftApi } from "./content/case";
import { adminContentApi } from "./content/content";
import { adminFormApi } from "./content/form";
import { adminMessageApi } from "./content/message";
import { adminPlacingApi } from "./content/placing";
import { adminRewriteApi } from "./content/rewrite";
import { adminSubmissionApi } from "./content/submission";
import { adminVersionApi } from "./content/version";
import { adminDeskApi } from "./desk/desk";
import { adminFiguresApi } from "./desk/figures";
import { adminAppealApi } from "./review/appeal";
import { adminHouseRuleApi } from "./review/house-rule";
import { adminReportApi } from "./review/report";
import { adminReviewApi } from "./review/review";
import { adminReviewRuleApi } from "./review/review-rule";
import { adminWordApi } from "./review/word";
import { adminAgreementApi } from "./site/agreement";
import { adminClassificationApi } from "./site/classification";
import { adminSearchSynonymApi } from "./site/search-synonym";
import { adminSiteApi } from "./site/site";
import { adminTagApi } from "./site/tag";
import { adminTextApi } from "./site/text";
import { auditApi } from "./system/audit";
import { consoleApi } from "./system/console";
import { adminLimitApi } from "./system/limit";
import { staffApi } from "./system/staff";
import { adminStartApi } from "./system/start";
import { adminSystemApi } from "./system/system";
import { adminMergeApi } from "./user/merge";
import { adminPersonApi } from "./user/person";
import { adminUserApi } from "./user/user";
import { adminZhikuCategoryApi } from "./zhiku/category";
import { adminCodeApi } from "./zhiku/code";
import { adminZhikuContentApi } from "./zhiku/content";
import { adminOfferApi } from "./zhiku/offer";
import { adminOrderApi } from "./zhiku/order";
import { adminProfileApi } from "./zhiku/profile";
import { adminReconcileApi } from "./zhiku/reconcile";
import { adminRightApi } from "./zhiku/right";

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
