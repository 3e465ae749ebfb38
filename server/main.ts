/** Serves the mall on an existing database: `npm run serve`. For a machine with nothing prepared: `npm start`. */
import { enableFastModuleLoading } from './platform/core/module-loading.ts'

// This runs before the modules of the server are imported.
const finishLoading = enableFastModuleLoading()
await import('./serve.ts')
finishLoading()
