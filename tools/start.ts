/**
 * `npm start`: sets up everything on a machine without preparation. It builds the server if its sources have changed, starts the embedded
 * PostgreSQL, migrates, plays the demo stories into an empty database, builds the screens if they are missing, and serves. With
 * DATABASE_URL it uses that server instead.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { loadProgram } from '#server/platform/core/built-program.ts'

/** A process of its own, because the builder needs memory. It may fail where the folder cannot be written, and the sources run as well. */
const build = (): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'build-server.ts')], { stdio: 'ignore' })
    child.once('error', () => resolve()).once('exit', () => resolve())
  })

await loadProgram({ source: 'tools/start-mall.ts', loadSource: () => import('./start-mall.ts'), build })
