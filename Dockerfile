# Mock, suite and gate in one image; compose.yaml runs them. Nothing is published: you build it.
#   docker build -t site-contract .                                in your project: a version from the registry
#   docker build -t site-contract --build-arg SOURCE=checkout .    in a checkout of site-contract: what is in it
ARG NODE_VERSION=22
ARG SOURCE=package

# A released version. `--build-arg VERSION=1.2.3` chooses it.
FROM node:${NODE_VERSION}-alpine AS package
ARG VERSION=latest
WORKDIR /opt/site-contract
RUN npm install --ignore-scripts --no-audit --no-fund "site-contract@${VERSION}"

# What the checkout contains, packed as a release would be. Its build tools are binaries for glibc; the package has none.
FROM node:${NODE_VERSION}-slim AS checkout
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts && npm pack --pack-destination /tmp
WORKDIR /opt/site-contract
RUN npm install --ignore-scripts --no-audit --no-fund /tmp/site-contract-*.tgz

# Docker builds only the one that SOURCE names.
FROM ${SOURCE} AS installed

FROM node:${NODE_VERSION}-alpine AS run
# The gate reads earlier documents with git; a mounted repository belongs to another user.
# New volumes take over who owns the folder that they are mounted on.
RUN apk add --no-cache git && git config --system --add safe.directory '*' \
  && install -d -o node -g node /data /reports
COPY --from=installed /opt/site-contract /opt/site-contract
# Containers reach the mock from other machines, so it listens on every address.
ENV NODE_ENV=production PATH=/opt/site-contract/node_modules/.bin:$PATH SITE_CONTRACT_HOST=0.0.0.0 SITE_CONTRACT_PORT=4010
WORKDIR /work
USER node
EXPOSE 4010
# Also with --https, whatever the certificate is.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=5 \
  CMD ["node", "-e", "const { SITE_CONTRACT_PORT: port } = process.env; const path = '/__mock/health'; const ask = (scheme, fail) => require(`node:${scheme}`).get({ host: '127.0.0.1', port, path, rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', fail); ask('http', () => ask('https', () => process.exit(1)))"]
ENTRYPOINT ["site-contract"]
CMD ["mock", "--fixture", "demo", "--allowed-host", "mock"]
