import type { Kysely } from "kysely";
import type { Site } from "#upstream/text/web-address";
import * as content from "./0001-content";
import * as search from "./0002-search";
import * as identity from "./0003-identity";
import * as writing from "./0004-writing";
import * as news from "./0005-news";
import * as repeats from "./0006-repeats";
import * as zhiku from "./0007-zhiku";
import * as zhikuOrders from "./0008-zhiku-orders";
import * as anonymousRepeats from "./0009-anonymous-repeats";
import * as picturesOfTheStore from "./0010-pictures-of-the-store";
import * as systemNews from "./0011-system-news";
import * as heldTexts from "./0012-held-texts";
import * as refunds from "./0013-refunds";
import * as names from "./0014-names";
import * as comingNews from "./0015-coming-news";
import * as ownListAnchors from "./0016-own-list-anchors";
import * as unusedFiles from "./0017-unused-files";
import * as staff from "./0018-staff";
import * as versionsOfSettings from "./0019-versions-of-settings";
import * as refundsByStaff from "./0020-refunds-by-staff";
import * as removedByStaff from "./0021-removed-by-staff";
import * as sanctions from "./0022-sanctions";
import * as formsInUse from "./0023-forms-in-use";
import * as systemMessages from "./0024-system-messages";
import * as reviewRules from "./0025-review-rules";
import * as placesOfActivities from "./0026-places-of-activities";
import * as agreements from "./0027-agreements";
import * as zhikuByStaff from "./0028-zhiku-by-staff";
import * as words from "./0029-words";
import * as figures from "./0030-figures";
import * as codesInBatches from "./0031-codes-in-batches";
import * as documentsAndOffers from "./0032-documents-and-offers";
import * as taxonomy from "./0033-taxonomy";
import * as reconciliations from "./0034-reconciliations";
import * as reviewedProfiles from "./0035-reviewed-profiles";
import * as staffDrafts from "./0036-staff-drafts";
import * as deskVisits from "./0037-desk-visits";
import * as appeals from "./0038-appeals";
import * as claims from "./0039-claims";
import * as carriedSanctions from "./0040-carried-sanctions";
import * as pins from "./0041-pins";
import * as hiddenAt from "./0042-hidden-at";
import * as textVersions from "./0043-text-versions";
import * as mergedQuestions from "./0044-merged-questions";
import * as jobs from "./0045-jobs";
import * as tagFollows from "./0046-tag-follows";
import * as whatIsBehind from "./0047-what-is-behind";
import * as mergedPeople from "./0048-merged-people";
import * as metricsSteps from "./0049-metrics-steps";
import * as reviewWeight from "./0050-review-weight";
import * as shownVersions from "./0054-shown-versions";
import * as editedComments from "./0055-edited-comments";
import * as passkeys from "./0059-passkeys";
import * as searchVocabulary from "./0067-search-vocabulary";
import * as proposals from "./0085-proposals";
import * as mutedNotifications from "./0086-muted-notifications";
import * as formReaders from "./0087-form-readers";
import * as oneRequest from "./0088-one-request";
import * as mailAddresses from "./0090-mail-addresses";
import * as outsideTurns from "./0091-outside-turns";
import * as favoriteFolders from "./0098-favorite-folders";
import * as passkeyOffers from "./0099-passkey-offers";
import * as wechatPictures from "./0103-wechat-pictures";
import * as wechatReceivers from "./0104-wechat-receivers";
import * as addressPushes from "./0106-address-pushes";
import * as topicsLeftOut from "./0110-topics-left-out";
import * as refundedThere from "./0113-refunded-there";
import * as ownSubmissions from "./0117-own-submissions";
import * as fewerIndexes from "./0118-fewer-indexes";
import * as refundNumbers from "./0119-refund-numbers";
import * as rejectedRefunds from "./0120-rejected-refunds";
import * as relatedOnce from "./0121-related-once";
import * as proposalMessages from "./0122-proposal-messages";
import * as nextFactor from "./0126-next-factor";
import * as triesByNetwork from "./0127-tries-by-network";
import * as appsOfOrders from "./0128-apps-of-orders";
import * as partsOfOrders from "./0129-parts-of-orders";
import * as indexesOfLargeSites from "./0130-indexes-of-large-sites";
import * as tagsBySpelling from "./0131-tags-by-spelling";
import * as calledInComments from "./0132-called-in-comments";
import * as peopleCalled from "./0133-people-called";
import type { DialectKind } from "./columns";

type Migration = { up(db: Kysely<unknown>, kind: DialectKind, site: Site): Promise<void> };

/** Every migration by name, run in the order of the names; never edited once released, only added to. */
export const migrations: Record<string, Migration> = {
  "0001-content": content,
  "0002-search": search,
  "0003-identity": identity,
  "0004-writing": writing,
  "0005-news": news,
  "0006-repeats": repeats,
  "0007-zhiku": zhiku,
  "0008-zhiku-orders": zhikuOrders,
  "0009-anonymous-repeats": anonymousRepeats,
  "0010-pictures-of-the-store": picturesOfTheStore,
  "0011-system-news": systemNews,
  "0012-held-texts": heldTexts,
  "0013-refunds": refunds,
  "0014-names": names,
  "0015-coming-news": comingNews,
  "0016-own-list-anchors": ownListAnchors,
  "0017-unused-files": unusedFiles,
  "0018-staff": staff,
  "0019-versions-of-settings": versionsOfSettings,
  "0020-refunds-by-staff": refundsByStaff,
  "0021-removed-by-staff": removedByStaff,
  "0022-sanctions": sanctions,
  "0023-forms-in-use": formsInUse,
  "0024-system-messages": systemMessages,
  "0025-review-rules": reviewRules,
  "0026-places-of-activities": placesOfActivities,
  "0027-agreements": agreements,
  "0028-zhiku-by-staff": zhikuByStaff,
  "0029-words": words,
  "0030-figures": figures,
  "0031-codes-in-batches": codesInBatches,
  "0032-documents-and-offers": documentsAndOffers,
  "0033-taxonomy": taxonomy,
  "0034-reconciliations": reconciliations,
  "0035-reviewed-profiles": reviewedProfiles,
  "0036-staff-drafts": staffDrafts,
  "0037-desk-visits": deskVisits,
  "0038-appeals": appeals,
  "0039-claims": claims,
  "0040-carried-sanctions": carriedSanctions,
  "0041-pins": pins,
  "0042-hidden-at": hiddenAt,
  "0043-text-versions": textVersions,
  "0044-merged-questions": mergedQuestions,
  "0045-jobs": jobs,
  "0046-tag-follows": tagFollows,
  "0047-what-is-behind": whatIsBehind,
  "0048-merged-people": mergedPeople,
  "0049-metrics-steps": metricsSteps,
  "0050-review-weight": reviewWeight,
  "0054-shown-versions": shownVersions,
  "0055-edited-comments": editedComments,
  "0059-passkeys": passkeys,
  "0067-search-vocabulary": searchVocabulary,
  "0085-proposals": proposals,
  "0086-muted-notifications": mutedNotifications,
  "0087-form-readers": formReaders,
  "0088-one-request": oneRequest,
  "0090-mail-addresses": mailAddresses,
  "0091-outside-turns": outsideTurns,
  "0098-favorite-folders": favoriteFolders,
  "0099-passkey-offers": passkeyOffers,
  "0103-wechat-pictures": wechatPictures,
  "0104-wechat-receivers": wechatReceivers,
  "0106-address-pushes": addressPushes,
  "0110-topics-left-out": topicsLeftOut,
  "0113-refunded-there": refundedThere,
  "0117-own-submissions": ownSubmissions,
  "0118-fewer-indexes": fewerIndexes,
  "0119-refund-numbers": refundNumbers,
  "0120-rejected-refunds": rejectedRefunds,
  "0121-related-once": relatedOnce,
  "0122-proposal-messages": proposalMessages,
  "0126-next-factor": nextFactor,
  "0127-tries-by-network": triesByNetwork,
  "0128-apps-of-orders": appsOfOrders,
  "0129-parts-of-orders": partsOfOrders,
  "0130-indexes-of-large-sites": indexesOfLargeSites,
  "0131-tags-by-spelling": tagsBySpelling,
  "0132-called-in-comments": calledInComments,
  "0133-people-called": peopleCalled,
};
