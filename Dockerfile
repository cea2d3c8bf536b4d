# syntax=docker/dockerfile:1
# The app is built in one stage and the packages that the server needs are installed in another; the last one has neither compiler nor tests.

FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY index.html vite.config.ts tsconfig*.json ./
COPY contract contract
COPY public public
COPY scripts scripts
COPY src src
RUN node scripts/build.mjs

FROM node:26.10.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The pinned Node comes with the packages; the image has the same one already.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/node-bin-*

FROM node:26.10.0-slim
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY contract contract
COPY public public
COPY server server
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that SIGTERM reaches the server.
# The size is that of scripts/run.mjs.
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
