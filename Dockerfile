FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY src ./src
COPY commands ./commands
COPY deploy/bundle.js deploy/entry.js ./deploy/
# Shown by logs and `status`.
ARG COMMIT
RUN node --disable-warning=ExperimentalWarning deploy/bundle.js /app
# The image's files besides the bot: node, shared libraries, and the names of users.
RUN mkdir -m 1777 -p /image/tmp && ldd "$(command -v node)" /app/resvg.node | grep -o '/lib[^ ]*' | sort -u | \
  xargs cp -L --parents -t /image "$(command -v node)" /etc/passwd /etc/group
RUN mkdir /app/data /app/.cache && chown node:node /app/data /app/.cache
USER node
# Fills the compile cache, because the bot can't write in its image. Node keeps it by user and path.
# Without settings, the program ends once it is loaded.
RUN cd /app && ! NODE_COMPILE_CACHE=.cache node commlink.mjs 2>/dev/null && chmod -R a=rX .cache

FROM scratch
COPY --from=build /image /
COPY --from=build /app /app
COPY --from=build --chown=1000:1000 /app/data /app/data
WORKDIR /app
# Above this many bytes, free memory goes back to the system at once.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.cache MALLOC_TRIM_THRESHOLD_=131072
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WEB_PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "commlink.mjs"]
