/**
 * `npm start`: sets up everything on a machine without preparation. It builds the server if its sources have changed, starts the embedded
 * PostgreSQL, migrates, plays the demo stories into an empty database, builds the screens if they are missing, and serves. With
 * DATABASE_URL it uses that server instead.
 */
import { loadProgram } from '#server/platform/core/built-program.ts'
import { startScriptInChildProcess } from './child-work.ts'

/** A process of its own, because the builder needs memory. Where the folder cannot be written it says so, and the sources run as well. */
const build = (): Promise<void> => startScriptInChildProcess('build-server.ts').done.catch(() => {})

await loadProgram({ source: 'tools/start-mall.ts', loadSource: () => import('./start-mall.ts'), build })
