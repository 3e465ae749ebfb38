/**
 * `npm start`: sets up everything on a machine without preparation. It builds the server if its sources have changed and the screens if they
 * are missing, starts the embedded PostgreSQL, migrates, plays the demo stories into an empty database, and serves. With DATABASE_URL it uses
 * that server instead.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { loadProgram } from '#server/platform/core/built-program.ts'
import { startScriptInChildProcess } from './child-work.ts'

const PAGES = ['storefront', 'console'].map((app) => path.join(import.meta.dirname, '..', 'dist', app, 'index.html'))

/** A process of its own, because the builder needs memory. Where the folder cannot be written it says so, and the sources run as well. */
const build = (): Promise<void> => startScriptInChildProcess('build-server.ts').done.catch(() => {})

/** Builds the screens if they are missing, behind everything else: only the last step waits for them. */
function startBuildOfMissingScreens() {
  if (PAGES.every((page) => existsSync(page))) return undefined
  process.stdout.write('正在构建页面……\n')
  return startScriptInChildProcess('build.ts', ['--quiet', '--quick'], { behind: true })
}

const screens = startBuildOfMissingScreens()
const { startMall } = await loadProgram({ source: 'tools/start-mall.ts', loadSource: () => import('./start-mall.ts'), build })
await startMall(screens)
