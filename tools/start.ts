/**
 * `npm start`: sets up everything on a machine without preparation. It starts the embedded PostgreSQL, migrates, plays the demo stories
 * into an empty database, builds the screens if they are missing, and serves. With DATABASE_URL it uses that server instead.
 */
import { enableFastModuleLoading } from '#server/platform/core/module-loading.ts'

// This runs before the modules of the server are imported.
const finishLoading = enableFastModuleLoading()
await import('./start-mall.ts')
finishLoading()
