/**
 * Builds the server, and the screens into dist/ with every text file compressed next to itself, so that the server never compresses.
 * Run: npm run build
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildServer } from './build-server.ts'
import { createScreenPreloadPlugin } from './entry-preload.ts'
import { replaceFolder } from './replace-folder.ts'
import { createServerFieldsRemovalPlugin } from './server-fields.ts'

const ROOT = path.join(import.meta.dirname, '..')
export const BUILD_OUTPUT_FOLDER = path.join(ROOT, 'dist')

const PACKED = /\.(js|css|html|svg|json|webmanifest)$/
const SMALL = 1_024
/** The qualities. The best brotli takes as long as all the rest of a build; the quick one takes a fortieth of that, for files a tenth larger. */
const [BEST, QUICK] = [
  { brotli: 11, gzip: 9 },
  { brotli: 5, gzip: 5 },
]

/** Compresses a file if it is worth it. Pictures and fonts are compressed already. */
function packFolder(folder: string, { brotli, gzip }: typeof BEST): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !PACKED.test(entry.name) || statSync(file).size < SMALL) continue
    const plain = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: gzip }))
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotli } }))
  }
}

/**
 * Builds both applications in its own folder: two concurrent builds do not write into each other's files, and an interrupted build replaces
 * nothing. `quiet` leaves the list of files out. `quick` compresses less, for a person who waits for the first start.
 */
export async function buildScreens({ quiet = false, quick = false }: { quiet?: boolean; quick?: boolean } = {}): Promise<void> {
  mkdirSync(BUILD_OUTPUT_FOLDER, { recursive: true })
  const folder = mkdtempSync(path.join(BUILD_OUTPUT_FOLDER, 'building-'))
  try {
    for (const app of ['storefront', 'console'] as const) {
      const plugins = [createServerFieldsRemovalPlugin(app), ...(app === 'storefront' ? [createScreenPreloadPlugin()] : [])]
      const outDir = path.join(folder, app)
      await build({
        configFile: path.join(ROOT, app, 'vite.config.ts'),
        logLevel: quiet ? 'warn' : 'info',
        plugins,
        build: { outDir, emptyOutDir: true },
      })
      packFolder(outDir, quick ? QUICK : BEST)
      replaceFolder(outDir, path.join(BUILD_OUTPUT_FOLDER, app))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  // `npm start` builds in a child process, which ends together with it.
  process.once('disconnect', () => process.exit(1))
  // Of a first start, which builds the server before it runs.
  const quick = process.argv.includes('--quick')
  if (!quick) await buildServer()
  await buildScreens({ quiet: process.argv.includes('--quiet'), quick })
  process.exit(0)
}
