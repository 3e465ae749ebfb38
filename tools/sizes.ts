/** Checks the size of the first page: the scripts and styles that index.html names, compressed (gzip). Run it after a build. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..', 'dist')

/** Limits in kilobytes (1,000 bytes), compressed: of scripts, and of scripts and styles. */
const LIMITS = { storefront: { scripts: 125, all: 140 }, console: { scripts: 300, all: 300 } }

/** The size over the network. A file that is too small to compress has no compressed version. */
function travels(file: string): number {
  const packed = `${file}.gz`
  return statSync(existsSync(packed) ? packed : file).size
}

let tooLarge = false
for (const [app, limits] of Object.entries(LIMITS)) {
  const page = readFileSync(path.join(DIST, app, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(?:\.?\/(?:console\/)?)?(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  if (files.length === 0) throw new Error(`${app}: index.html names no scripts`)
  const sizeOf = (chosen: readonly string[]) => chosen.reduce((sum, file) => sum + travels(path.join(DIST, app, file)), 0) / 1_000
  const [scripts, all] = [sizeOf(files.filter((file) => file.endsWith('.js'))), sizeOf(files)]
  const isTooLarge = scripts > limits.scripts || all > limits.all
  tooLarge ||= isTooLarge
  const summary = `scripts ${scripts.toFixed(1)} kB of ${limits.scripts}, with styles ${all.toFixed(1)} of ${limits.all}, ${files.length} files`
  console.log(`${app}: ${summary}${isTooLarge ? ' — too large' : ''}`)
}
process.exitCode = tooLarge ? 1 : 0
