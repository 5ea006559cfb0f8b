# baton serve in a container: built from this source, run as an ordinary user, data under /data.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run --silent build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git=1:2.* \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/agent-baton-*.tgz /tmp/agent-baton.tgz
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/agent-baton.tgz \
 && rm /tmp/agent-baton.tgz \
 && install --directory --owner=node --group=node /data
USER node
WORKDIR /data
EXPOSE 7420
VOLUME ["/data"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7420/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["baton"]
CMD ["serve", "--host", "0.0.0.0", "--port", "7420", "--log", "json"]
