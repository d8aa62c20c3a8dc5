/**
 * Specified calls that no page uses, and the alternatives: the table of `docs/decisions/0027-calls-without-a-page.md`.
 * The upstream implements all of them, for other programs.
 */
export const UNCALLED: Readonly<Record<string, string>> = {
  "POST /api/comment/article/add": "comment/add takes comments on everything, articles too",
  "GET /api/sms/code-test": "the demo shows all messages at /_dev/inbox",
  "PUT /api/user/weixin/bind": "binding ends in WeChat's callback, which exchanges its code with the purpose bind",
  "POST /api/pro/captcha/get": "zhiku is entered by the site's login, with the site's captcha",
  "POST /api/pro/captcha/check": "zhiku is entered by the site's login, with the site's captcha",
  "POST /api/pro/sms/code": "zhiku is entered by the site's login; its profile asks for codes by the site's call",
  "POST /api/pro/sms/code-test": "the demo shows all messages at /_dev/inbox",
  "POST /api/pro/user/login": "zhiku is entered by the site's login: the same people, passwords and sessions",
  "POST /api/pro/user/login/sms": "zhiku is entered by the site's login: the same people, passwords and sessions",
  "POST /api/pro/user/login/weixin": "zhiku is entered by the site's login: the same people, passwords and sessions",
  "POST /api/pro/user/logout": "one logout ends the one session",
  "POST /api/pro/user/register": "the first login by code registers; the professional profile is a page of its own",
  "POST /api/pro/user/register/weixin": "the first login by code registers, also with a ticket of WeChat's",
  "GET /api/pro/user/rights/list": "pro/user has the rights beside the profile, and pages that show rights need both",
  "GET /api/pro/category/config/image":
    "category/list has the covers; the head of a category is words, without a banner",
  "GET /api/pro/category/image/list": "category/list has the covers; the head of a category is words, without a banner",
  "GET /api/pro/config/image": "config/image/list gives several places at once",
  "POST /api/pro/oss/getUploadPresignedUrl": "nobody uploads in zhiku; forms ask oss/getUploadPresignedUrl",
  "POST /api/pro/oss/getAuthUploadPresignedUrl": "nobody uploads in zhiku; editors ask oss/getAuthUploadPresignedUrl",
  "POST /api/pro/oss/upload": "nobody uploads in zhiku",
  "POST /api/pro/weixin/pay/notify": "WeChat Pay calls it; the server passes it on as it came",
};
