// Only imported by `import()`, so that the form stays out of pages that merely might need it.
export { LoginForm as default } from "./login-form";
