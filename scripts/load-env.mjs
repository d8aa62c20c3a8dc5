// Loads settings from the file `.env` next to package.json, if there is one; the environment's own variables take
// precedence. ENV_FILE names another file, or none if it is empty, so that tests never use the developer's database.
import { existsSync } from "node:fs";

const named = process.env.ENV_FILE;
const file = named ?? ".env";
if (file && existsSync(file)) process.loadEnvFile(file);
else if (named) {
  // Without its settings, the demo would start.
  console.error(`ENV_FILE: 没有文件 ${named}`);
  process.exit(1);
}
