// Settings from the file `.env` beside package.json, where there is one; what the environment sets itself stands.
// ENV_FILE names another, or none when it is empty: tests never run on the database of whoever runs them.
import { existsSync } from "node:fs";

const file = process.env.ENV_FILE ?? ".env";
if (file && existsSync(file)) process.loadEnvFile(file);
