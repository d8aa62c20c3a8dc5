import type { ActivitiesTable } from "./activities";
import type { AddressQueueTable, AddressStatesTable, AddressTurnsTable } from "./address-pushes";
import type { AgreementsTable, ConsentsTable } from "./agreements";
import type { AnnouncementsTable } from "./announcements";
import type { AnswersTable } from "./answers";
import type { AppealsTable } from "./appeals";
import type { ArticlesTable } from "./articles";
import type { AuditEndTable, AuditLogTable } from "./audit-log";
import type { CarriedSanctionsTable } from "./carried-sanctions";
import type { CasesTable } from "./cases";
import type { ClaimsTable } from "./claims";
import type { ClassificationsTable } from "./classifications";
import type { CommentsTable } from "./comments";
import type { DeskVisitsTable } from "./desk-visits";
import type { DraftsTable } from "./drafts";
import type { FavoriteFoldersTable, FavoritePlacesTable, FavoritesTable } from "./favorites";
import type { FeedEntriesTable } from "./feed-entries";
import type { FormReadersTable } from "./form-readers";
import type { FormSubmissionsTable } from "./form-submissions";
import type { FormVersionsTable } from "./form-versions";
import type { FormsTable } from "./forms";
import type { HandoversTable, MergedPeopleTable } from "./handovers";
import type { IdentitiesTable } from "./identities";
import type { ImportsTable } from "./imports";
import type { JobsTable } from "./jobs";
import type { KnownDevicesTable } from "./known-devices";
import type { LikesTable } from "./likes";
import type { ListAnchorsTable, ListTotalsTable, OwnListAnchorsTable } from "./list-positions";
import type { MailAddressesTable, MailCodesTable } from "./mail-addresses";
import type { MergedQuestionsTable } from "./merged-questions";
import type { MessagesTable } from "./messages";
import type { MetricsDailyTable, MetricsStepsTable, SearchMissesTable } from "./metrics";
import type { MutedNotificationsTable } from "./muted-notifications";
import type { NotificationsTable } from "./news";
import type { ObjectsTable } from "./objects";
import type { OneTimeTokensTable } from "./one-time-tokens";
import type { OutsideSortsTable, OutsideTurnsTable } from "./outside-turns";
import type { PasskeysTable } from "./passkeys";
import type { PinsTable } from "./pins";
import type { ProposalsTable } from "./proposals";
import type { QuestionFollowsTable } from "./question-follows";
import type { QuestionsTable } from "./questions";
import type { RateLimitsTable } from "./rate-limits";
import type { RelatedQuestionsTable } from "./related-questions";
import type { ReportsTable } from "./reports";
import type { ReviewsTable } from "./reviews";
import type { SanctionsTable } from "./sanctions";
import type { SearchDocumentsTable, SearchSourcesTable } from "./search-documents";
import type { SearchSynonymsTable, SearchSynonymWordsTable, SearchVocabularyTable } from "./search-words";
import type { SessionsTable } from "./sessions";
import type { SiteSettingsTable } from "./site-settings";
import type { SiteTextsTable } from "./site-texts";
import type { SmsCodesTable } from "./sms-codes";
import type { RecoveryCodesTable, SecondFactorsTable, StaffTable } from "./staff";
import type { StaffDraftsTable } from "./staff-drafts";
import type { SubmissionsTable } from "./submissions";
import type { SweepsTable } from "./sweeps";
import type { TagFollowsTable } from "./tag-follows";
import type { TaggingsTable } from "./taggings";
import type { TagsTable } from "./tags";
import type { TaxonomyMovedTable, TaxonomyMovesTable } from "./taxonomy-moves";
import type { TextVersionsTable } from "./text-versions";
import type { UserFollowsTable } from "./user-follows";
import type { UsersTable } from "./users";
import type { VersionsTable } from "./versions";
import type { VotesTable } from "./votes";
import type { WechatReceiversTable } from "./wechat-receivers";
import type { WordsTable } from "./words";
import type {
  ZhikuAttachmentsTable,
  ZhikuCategoriesTable,
  ZhikuContentsTable,
  ZhikuImagesTable,
  ZhikuRightsTextsTable,
} from "./zhiku-catalogue";
import type { ZhikuProfilesTable, ZhikuRightsTable } from "./zhiku-members";
import type {
  ZhikuCodeBatchesTable,
  ZhikuOffersTable,
  ZhikuOrdersTable,
  ZhikuPayNoticesTable,
  ZhikuReconciliationsTable,
  ZhikuRedeemCodesTable,
  ZhikuRefundNumbersTable,
  ZhikuRefundsTable,
} from "./zhiku-orders";
import type {
  ZhikuDownloadsTable,
  ZhikuFavoritesTable,
  ZhikuJourneysTable,
  ZhikuReadingsTable,
  ZhikuSearchesTable,
} from "./zhiku-reading";

/** All tables by name. */
export type Database = {
  users: UsersTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  staff: StaffTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sanctions: SanctionsTable;
  audit_log: AuditLogTable;
  audit_end: AuditEndTable;
  jobs: JobsTable;
  identities: IdentitiesTable;
  passkeys: PasskeysTable;
  sms_codes: SmsCodesTable;
  one_time_tokens: OneTimeTokensTable;
  questions: QuestionsTable;
  answers: AnswersTable;
  articles: ArticlesTable;
  cases: CasesTable;
  activities: ActivitiesTable;
  announcements: AnnouncementsTable;
  comments: CommentsTable;
  classifications: ClassificationsTable;
  tags: TagsTable;
  sweeps: SweepsTable;
  tag_follows: TagFollowsTable;
  taggings: TaggingsTable;
  taxonomy_moves: TaxonomyMovesTable;
  taxonomy_moved: TaxonomyMovedTable;
  feed_entries: FeedEntriesTable;
  related_questions: RelatedQuestionsTable;
  user_follows: UserFollowsTable;
  question_follows: QuestionFollowsTable;
  likes: LikesTable;
  favorites: FavoritesTable;
  favorite_folders: FavoriteFoldersTable;
  favorite_places: FavoritePlacesTable;
  votes: VotesTable;
  forms: FormsTable;
  form_readers: FormReadersTable;
  form_submissions: FormSubmissionsTable;
  form_versions: FormVersionsTable;
  site_texts: SiteTextsTable;
  agreements: AgreementsTable;
  consents: ConsentsTable;
  site_settings: SiteSettingsTable;
  objects: ObjectsTable;
  list_totals: ListTotalsTable;
  list_anchors: ListAnchorsTable;
  own_list_anchors: OwnListAnchorsTable;
  versions: VersionsTable;
  rate_limits: RateLimitsTable;
  imports: ImportsTable;
  desk_visits: DeskVisitsTable;
  drafts: DraftsTable;
  messages: MessagesTable;
  staff_drafts: StaffDraftsTable;
  pins: PinsTable;
  merged_questions: MergedQuestionsTable;
  merged_people: MergedPeopleTable;
  handovers: HandoversTable;
  text_versions: TextVersionsTable;
  metrics_daily: MetricsDailyTable;
  metrics_steps: MetricsStepsTable;
  search_misses: SearchMissesTable;
  news: NotificationsTable;
  reports: ReportsTable;
  reviews: ReviewsTable;
  appeals: AppealsTable;
  proposals: ProposalsTable;
  muted_notifications: MutedNotificationsTable;
  mail_addresses: MailAddressesTable;
  mail_codes: MailCodesTable;
  outside_sorts: OutsideSortsTable;
  outside_turns: OutsideTurnsTable;
  wechat_receivers: WechatReceiversTable;
  claims: ClaimsTable;
  address_states: AddressStatesTable;
  address_queue: AddressQueueTable;
  address_turns: AddressTurnsTable;
  carried_sanctions: CarriedSanctionsTable;
  submissions: SubmissionsTable;
  words: WordsTable;
  search_documents: SearchDocumentsTable;
  search_sources: SearchSourcesTable;
  search_vocabulary: SearchVocabularyTable;
  search_synonyms: SearchSynonymsTable;
  search_synonym_words: SearchSynonymWordsTable;
  zhiku_categories: ZhikuCategoriesTable;
  zhiku_contents: ZhikuContentsTable;
  zhiku_attachments: ZhikuAttachmentsTable;
  zhiku_images: ZhikuImagesTable;
  zhiku_rights_texts: ZhikuRightsTextsTable;
  zhiku_profiles: ZhikuProfilesTable;
  zhiku_rights: ZhikuRightsTable;
  zhiku_favorites: ZhikuFavoritesTable;
  zhiku_journeys: ZhikuJourneysTable;
  zhiku_readings: ZhikuReadingsTable;
  zhiku_downloads: ZhikuDownloadsTable;
  zhiku_searches: ZhikuSearchesTable;
  zhiku_offers: ZhikuOffersTable;
  zhiku_orders: ZhikuOrdersTable;
  zhiku_refunds: ZhikuRefundsTable;
  zhiku_refund_numbers: ZhikuRefundNumbersTable;
  zhiku_reconciliations: ZhikuReconciliationsTable;
  zhiku_pay_notices: ZhikuPayNoticesTable;
  zhiku_code_batches: ZhikuCodeBatchesTable;
  zhiku_redeem_codes: ZhikuRedeemCodesTable;
};
