// Imported by nothing but `import()`, so that the form stays out of every page that only might need it.
export { LoginForm as default } from "./login-form";
