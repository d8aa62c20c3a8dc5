// Loads settings from the file `.env` next to package.json, if there is one; the environment's own variables take
// precedence. ENV_FILE names another file, or none if it is empty, so that tests never use the developer's database.
import { existsSync } from "node:fs";

const file = process.env.ENV_FILE ?? ".env";
if (file && existsSync(file)) process.loadEnvFile(file);
