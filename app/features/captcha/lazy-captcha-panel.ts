// Imported only by `import()`, so that it is loaded only when a code is requested.
export { CaptchaPanel as default } from "./captcha-panel";
