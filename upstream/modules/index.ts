import type { contract } from "#app/contract";
import type { Implementation, Implementations } from "#upstream/call/implement";
import { account } from "./account/api";
import { activity } from "./activity/api";
import { adminImplementations } from "./admin";
import { setup } from "./admin/setup/api";
import { agreement } from "./agreement/api";
import { announcement } from "./announcement/api";
import { accept } from "./answer/accept-api";
import { answer } from "./answer/api";
import { appeal } from "./appeal/api";
import { article } from "./article/api";
import { authorCard } from "./author/card-api";
import { captcha, zhikuCaptcha } from "./captcha/api";
import { cases } from "./case/api";
import { classification } from "./classification/api";
import { comment } from "./comment/api";
import { commentEdit } from "./comment/edit-api";
import { commentPlace } from "./comment/place-api";
import { config } from "./config/api";
import { dev } from "./dev/api";
import { draft } from "./draft/api";
import { favoriteFolder } from "./favorite-folder/api";
import { favorites } from "./favorites/api";
import { follow } from "./follow/api";
import { following } from "./following/api";
import { form } from "./form/api";
import { ownSubmission } from "./form/own-submission-api";
import { glance } from "./glance/api";
import { handover } from "./handover/api";
import { history } from "./history/api";
import { content } from "./home-feed/api";
import { houseRule } from "./house-rule/api";
import { like } from "./like/api";
import { mailAddress } from "./mail-address/api";
import { merged } from "./merged/api";
import { notification } from "./notification/api";
import { notificationReading } from "./notification/reading-api";
import { unsubscribe } from "./outside/api";
import { notificationSettings } from "./outside/settings-api";
import { passkey } from "./passkey/api";
import { proposal } from "./proposal/api";
import { preview } from "./publication/preview-api";
import { question } from "./question/api";
import { report } from "./report/api";
import { review } from "./review/api";
import { search } from "./search/api";
import { searchNamed } from "./search/named-api";
import { shareCard } from "./share-card/api";
import { siteState } from "./site-state/api";
import { sms, zhikuSms } from "./sms/api";
import { suggest } from "./suggest/api";
import { syndication } from "./syndication/api";
import { tag } from "./tag/api";
import { traffic } from "./traffic/api";
import { trash } from "./trash/api";
import { oss, upload } from "./upload/api";
import { user } from "./user/api";
import { vote } from "./vote/api";
import { queryObj, wechat, wechatPicture, wechatReceiver } from "./wechat/api";
import { zhikuCategory } from "./zhiku/category/api";
import { zhikuConfig } from "./zhiku/config/api";
import { zhikuContent } from "./zhiku/content/api";
import { zhikuFavorites } from "./zhiku/favorites/api";
import { zhikuOrder } from "./zhiku/order/api";
import { zhikuCancelOrder } from "./zhiku/order/cancel-api";
import { zhikuOss } from "./zhiku/oss/api";
import { zhikuHistory } from "./zhiku/reading/history-api";
import { zhikuUserJourney } from "./zhiku/reading/journey-api";
import { zhikuUserRecorder } from "./zhiku/reading/recorder-api";
import { zhikuRights } from "./zhiku/rights/api";
import { zhikuSearch } from "./zhiku/search/api";
import { zhikuSuggest } from "./zhiku/search/suggest-api";
import { zhikuUser } from "./zhiku/user/api";
import { zhikuWechat } from "./zhiku/wechat/api";

/** Implementations of all nouns of the contract; the compiler reports a missing noun. */
export const implementations: { [Area in keyof typeof contract]: Implementations<(typeof contract)[Area]> } = {
  site: {
    activity,
    announcement,
    answer,
    article,
    captcha,
    case: cases,
    classification,
    comment,
    config,
    content,
    favorites,
    follow,
    form,
    like,
    notification,
    oss,
    queryObj,
    question,
    search,
    sms,
    user,
    vote,
  },
  zhiku: {
    captcha: zhikuCaptcha,
    category: zhikuCategory,
    config: zhikuConfig,
    content: zhikuContent,
    favorites: zhikuFavorites,
    order: zhikuOrder,
    oss: zhikuOss,
    rights: zhikuRights,
    search: zhikuSearch,
    sms: zhikuSms,
    user: zhikuUser,
    userJourney: zhikuUserJourney,
    userRecorder: zhikuUserRecorder,
    wechat: zhikuWechat,
  },
  ext: {
    siteState,
    syndication,
    shareCard,
    tag,
    merged,
    authorCard,
    glance,
    preview,
    accept,
    agreement,
    houseRule,
    account,
    passkey,
    dev,
    traffic,
    trash,
    draft,
    upload,
    searchNamed,
    suggest,
    "favorite-folder": favoriteFolder,
    following,
    report,
    review,
    appeal,
    handover,
    history,
    proposal,
    notificationReading,
    notificationSettings,
    mailAddress,
    unsubscribe,
    commentEdit,
    commentPlace,
    ownSubmission,
    wechat,
    wechatPicture,
    wechatReceiver,
    zhikuHistory,
    zhikuSuggest,
    zhikuOrder: zhikuCancelOrder,
    setup,
  },
  admin: adminImplementations,
};

/** Implementations of all nouns, in the contract's order. */
export const allImplementations = (): Implementation[] =>
  Object.values(implementations).flatMap((nouns) => Object.values(nouns) as Implementation[]);
