import type { NewProject } from '../../new/new-project';

/** `Dockerfile` */
export function dockerfile({ packageFolder }: NewProject): string {
  const tarball = packageFolder === undefined ? '' : `COPY ${packageFolder} ./${packageFolder}\n`;
  return `# Build, then drop the development dependencies.
FROM node:24 AS build
WORKDIR /app
COPY package.json package-lock.json ./
${tarball}RUN npm ci
COPY tsconfig.json ./
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app
RUN mkdir data && chown node:node data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY config ./config
COPY migrations ./migrations
USER node
EXPOSE 8080
# Healthy while it is ready: it has started, does not stop, and reaches its database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
`;
}

/** `.dockerignore`: ignores all but the files that the image is built from. */
export function dockerignore(): string {
  return `*
!package.json
!package-lock.json
!packages
!tsconfig.json
!src
!config
!migrations
`;
}

/** `compose.yaml`: the application, and a MariaDB with its data in a volume. */
export function composeYaml({ applicationName }: NewProject): string {
  const missing = 'is missing: copy .env.example to .env and set it';
  return `services:
  application:
    build: .
    ports:
      - "\${PORT:-8080}:8080"
    environment:
      DB_URL: "mysql://${applicationName}:\${DB_PASSWORD:?${missing}}@database/${applicationName}"
      SCHEMA: "\${SCHEMA:-update}"
      MIGRATE: "\${MIGRATE:-false}"
    depends_on:
      database:
        condition: service_healthy
    # Docker would kill it after 10 s.
    stop_grace_period: 60s
    restart: unless-stopped

  database:
    image: mariadb:11.8
    environment:
      MARIADB_DATABASE: ${applicationName}
      MARIADB_USER: ${applicationName}
      MARIADB_PASSWORD: "\${DB_PASSWORD:?${missing}}"
      MARIADB_RANDOM_ROOT_PASSWORD: "1"
    ports:
      - "127.0.0.1:\${DB_PORT:-3306}:3306"
    volumes:
      - database:/var/lib/mysql
    healthcheck:
      test: [CMD, healthcheck.sh, --connect, --innodb_initialized]
      interval: 2s
      timeout: 5s
      retries: 30
    restart: unless-stopped

volumes:
  database:
`;
}
