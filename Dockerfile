# Shequ in a container: built with all packages, run with the runtime packages only, as an unprivileged user. The root may be
# read-only; all data is in /data. See docs/operations/install.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# Node 24 includes SQLite.
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/better-sqlite3

FROM node:24-bookworm-slim
# pg_dump and pg_restore for backups of PostgreSQL 15 (a newer server needs its own client); a Chinese font for the cards
# of shared links.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client fonts-wqy-microhei && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production APP_MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/build ./build
COPY --from=build /app/public ./public
COPY --from=build /app/upstream/services/moderation/words.txt ./upstream/services/moderation/words.txt
# A new volume gets the owner that its folder has here: also those for BACKUP_DIR and ASSETS_DIR.
RUN mkdir /data /backup /assets && chown node:node /data /backup /assets
USER node
VOLUME /data
EXPOSE 3000
# Not /readyz, which fails on a full disk: the proxy would not start then, or the process be replaced, although pages can be read.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/server.js"]
