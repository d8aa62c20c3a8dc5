// Imported by nothing but `import()`: who never asks for a code never loads it.
export { CaptchaPanel as default } from "./captcha-panel";
