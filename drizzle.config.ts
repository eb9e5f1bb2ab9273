import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./app/features/*/tables.server.ts', './app/platform/.server/database/tables.ts'],
  out: './db/migrations',
})
