/** Serves the mall on an existing database: `npm run serve`. For a machine with nothing prepared: `npm start`. */
import { loadProgram } from './platform/core/built-program.ts'

await loadProgram({ source: 'server/serve.ts', loadSource: () => import('./serve.ts') })
