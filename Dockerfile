FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY src ./src
COPY commands ./commands
RUN mkdir data node_modules/.cache && chown node:node data node_modules/.cache
USER node
# What boot.js would compile at each start, because it can't write here later. Node keeps it by user.
RUN node --disable-warning=ExperimentalWarning --input-type=module -e "import { enableCompileCache } from 'node:module'; \
  enableCompileCache('node_modules/.cache/commlink'); await import('./src/app/start.ts'); \
  await import('./src/store/redisEngine.ts'); await import('./src/doctor/diagnose.ts')" && chmod -R a-w node_modules/.cache
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WEB_PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "src/boot.js"]
