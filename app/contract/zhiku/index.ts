import { zhikuCaptchaApi } from "./captcha";
import { zhikuCategoryApi } from "./category";
import { zhikuConfigApi } from "./config";
import { zhikuContentApi } from "./content";
import { zhikuFavoritesApi } from "./favorites";
import { zhikuOrderApi } from "./order";
import { zhikuOssApi } from "./oss";
import { zhikuRightsApi } from "./rights";
import { zhikuSearchApi } from "./search";
import { zhikuSmsApi } from "./sms";
import { zhikuUserApi } from "./user";
import { zhikuUserJourneyApi } from "./user-journey";
import { zhikuUserRecorderApi } from "./user-recorder";
import { zhikuWechatApi } from "./wechat";

/** Zhiku's half of the API (46 calls), by noun. */
export const zhikuContract = {
  captcha: zhikuCaptchaApi,
  category: zhikuCategoryApi,
  config: zhikuConfigApi,
  content: zhikuContentApi,
  favorites: zhikuFavoritesApi,
  order: zhikuOrderApi,
  oss: zhikuOssApi,
  rights: zhikuRightsApi,
  search: zhikuSearchApi,
  sms: zhikuSmsApi,
  user: zhikuUserApi,
  userJourney: zhikuUserJourneyApi,
  userRecorder: zhikuUserRecorderApi,
  wechat: zhikuWechatApi,
};
