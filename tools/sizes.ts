/** Holds what a visitor's first page loads to its limit: the scripts and styles that index.html names, as they travel (gzip). Run after a build. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..', 'dist')

/** Kilobytes (1,000 bytes) of packed scripts and styles. */
const LIMITS = { storefront: 155, console: 300 }

/** As it travels: what is too small to be worth packing lies there plain alone. */
function travels(file: string): number {
  const packed = `${file}.gz`
  return statSync(existsSync(packed) ? packed : file).size
}

let tooLarge = false
for (const [app, limit] of Object.entries(LIMITS)) {
  const page = readFileSync(path.join(DIST, app, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(?:\.?\/(?:console\/)?)?(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  if (files.length === 0) throw new Error(`${app}: index.html names no scripts`)
  const total = files.reduce((sum, file) => sum + travels(path.join(DIST, app, file)), 0) / 1_000
  tooLarge ||= total > limit
  console.log(`${app}: ${total.toFixed(1)} kB of ${limit} in ${files.length} files${total > limit ? ' — too large' : ''}`)
}
process.exitCode = tooLarge ? 1 : 0
