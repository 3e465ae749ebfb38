/** Serves the mall on a database that is there: `npm run serve`. For a machine with nothing prepared, `npm start`. */
import { prepareModuleLoading } from './platform/core/module-loading.ts'

// Before the modules of the server are asked for.
const finishLoading = prepareModuleLoading()
await import('./serve.ts')
finishLoading()
