# The interface and the server are built here, with the tools of development.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node scripts/run.mjs build

# What the server needs to run, without the packages of the interface and of development.
FROM node:26-bookworm-slim AS server
WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
COPY resources/package.json resources/
RUN npm ci --omit=dev --workspace=server --workspace=resources --no-audit --no-fund && npm cache clean --force
COPY resources resources
COPY server server
COPY scripts/server-process.mjs scripts/paths.mjs scripts/
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/server/dist server/dist

FROM node:26-bookworm-slim
WORKDIR /app
COPY --from=server /app .
RUN mkdir data && chown node:node data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/app/data
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Docker starts it again when it dies. Signals reach it directly.
CMD ["node", "scripts/server-process.mjs"]
