/**
 * Checks the size of the first page: the scripts and styles that index.html names, compressed (gzip). It also checks that no two scripts
 * import each other: one of them would run before what it needs, and its screens would stay empty. Run it after a build.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const DIST = path.join(import.meta.dirname, '..', 'dist')

/** Limits in kilobytes (1,000 bytes), compressed: of scripts, and of scripts and styles. */
const LIMITS = { storefront: { scripts: 125, all: 140 }, console: { scripts: 300, all: 300 } }

/** The size over the network. A file that is too small to compress has no compressed version. */
function travels(file: string): number {
  const packed = `${file}.gz`
  return statSync(existsSync(packed) ? packed : file).size
}

/** Pairs of scripts that import each other, directly or by others. */
function findImportCycles(folder: string): string[] {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const imports = new Map(
    scripts.map((file) => {
      const source = readFileSync(path.join(folder, file), 'utf8')
      return [file, [...source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, other = '']) => other)] as const
    }),
  )
  const reach = (file: string, found = new Set<string>()): Set<string> => {
    for (const other of imports.get(file) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      reach(other, found)
    }
    return found
  }
  return scripts.filter((file) => reach(file).has(file))
}

let failed = false
for (const [app, limits] of Object.entries(LIMITS)) {
  const page = readFileSync(path.join(DIST, app, 'index.html'), 'utf8')
  const files = [...page.matchAll(/(?:src|href)="(?:\.?\/(?:console\/)?)?(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  if (files.length === 0) throw new Error(`${app}: index.html names no scripts`)
  const sizeOf = (chosen: readonly string[]) => chosen.reduce((sum, file) => sum + travels(path.join(DIST, app, file)), 0) / 1_000
  const [scripts, all] = [sizeOf(files.filter((file) => file.endsWith('.js'))), sizeOf(files)]
  const isTooLarge = scripts > limits.scripts || all > limits.all
  const cycles = findImportCycles(path.join(DIST, app, 'assets'))
  if (cycles.length > 0) console.log(`${app}: these scripts import each other: ${cycles.join(' ')}`)
  failed ||= isTooLarge || cycles.length > 0
  const summary = `scripts ${scripts.toFixed(1)} kB of ${limits.scripts}, with styles ${all.toFixed(1)} of ${limits.all}, ${files.length} files`
  console.log(`${app}: ${summary}${isTooLarge ? ' — too large' : ''}`)
}
process.exitCode = failed ? 1 : 0
