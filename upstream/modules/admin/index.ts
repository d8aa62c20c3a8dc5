import type { adminContract } from "#app/contract/admin";
import type { Implementations } from "#upstream/call/implement";
import { adminActivity, adminActivityDraft } from "./activity/api";
import { adminAgreement } from "./agreement/api";
import { adminAnnouncement, adminAnnouncementDraft } from "./announcement/api";
import { adminAppeal } from "./appeal/api";
import { audit } from "./audit/api";
import { adminCase, adminCaseDraft } from "./case/api";
import { adminClassification } from "./classification/api";
import { adminCode } from "./code/api";
import { staffConsole } from "./console/api";
import { adminContent } from "./content/api";
import { adminDesk } from "./desk/api";
import { adminFigures } from "./figures/api";
import { adminForm } from "./form/api";
import { adminHouseRule } from "./house-rule/api";
import { adminLimit } from "./limit/api";
import { adminMerge } from "./merge/api";
import { adminMessage } from "./message/api";
import { adminOffer } from "./offer/api";
import { adminOrder } from "./order/api";
import { adminPerson } from "./person/api";
import { adminPlacing } from "./placing/api";
import { adminProfile } from "./profile/api";
import { adminReconcile } from "./reconcile/api";
import { adminReport } from "./report/api";
import { adminReview } from "./review/api";
import { adminReviewRule } from "./review-rule/api";
import { adminRewrite } from "./rewrite/api";
import { adminRight } from "./right/api";
import { adminSearchSynonym } from "./search-synonym/api";
import { adminSite } from "./site/api";
import { staff } from "./staff/api";
import { adminStart } from "./start/api";
import { adminSubmission } from "./submission/api";
import { adminSystem } from "./system/api";
import { adminTag } from "./tag/api";
import { adminText } from "./text/api";
import { adminUser } from "./user/api";
import { adminVersion } from "./version/api";
import { adminWord } from "./word/api";
import { adminZhikuCategory } from "./zhiku-category/api";
import { adminZhikuContent } from "./zhiku-content/api";

/** Implementations of the console's nouns. */
export const adminImplementations: Implementations<typeof adminContract> = {
  console: staffConsole,
  staff,
  audit,
  announcement: adminAnnouncement,
  announcementDraft: adminAnnouncementDraft,
  message: adminMessage,
  desk: adminDesk,
  figures: adminFigures,
  review: adminReview,
  appeal: adminAppeal,
  reviewRule: adminReviewRule,
  word: adminWord,
  content: adminContent,
  user: adminUser,
  report: adminReport,
  site: adminSite,
  order: adminOrder,
  reconcile: adminReconcile,
  text: adminText,
  form: adminForm,
  submission: adminSubmission,
  limit: adminLimit,
  system: adminSystem,
  activity: adminActivity,
  activityDraft: adminActivityDraft,
  case: adminCase,
  caseDraft: adminCaseDraft,
  agreement: adminAgreement,
  houseRule: adminHouseRule,
  classification: adminClassification,
  tag: adminTag,
  searchSynonym: adminSearchSynonym,
  zhikuCategory: adminZhikuCategory,
  code: adminCode,
  zhikuContent: adminZhikuContent,
  right: adminRight,
  offer: adminOffer,
  profile: adminProfile,
  placing: adminPlacing,
  merge: adminMerge,
  person: adminPerson,
  rewrite: adminRewrite,
  version: adminVersion,
  start: adminStart,
};
