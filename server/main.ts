/** Serves the mall on an existing database: `npm run serve`. For a machine with nothing prepared: `npm start`. */
import { prepareModuleLoading } from './platform/core/module-loading.ts'

// This runs before the modules of the server are imported.
const finishLoading = prepareModuleLoading()
await import('./serve.ts')
finishLoading()
