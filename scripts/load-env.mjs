// Settings from the file `.env` beside package.json, where there is one; what the environment sets itself stands.
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile(".env");
