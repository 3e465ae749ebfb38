/**
 * `npm run film` opens an empty mall in a browser (e2e/opening.test.ts) and keeps every step as a picture at both widths in dist/film/. Build
 * first.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { BUILD_OUTPUT_FOLDER } from './build.ts'

const FOLDER = path.join(BUILD_OUTPUT_FOLDER, 'film')
rmSync(FOLDER, { recursive: true, force: true })
const { status } = spawnSync('npx', ['vitest', 'run', '--config', 'e2e/vitest.config.ts', 'e2e/opening.test.ts'], {
  env: { ...process.env, FILM: FOLDER },
  stdio: 'inherit',
})
if (status === 0) console.log(`The film strip is in ${FOLDER}.`)
process.exit(status ?? 1)
