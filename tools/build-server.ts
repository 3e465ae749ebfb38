/**
 * Builds the server, `npm start` and the fill of the demo into a few files of JavaScript in dist/server, which start with half the CPU of the
 * sources. Packages stay outside, but for two of many small files. Run: npm run build
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { BUILT_PROGRAM_FILE, BUILT_PROGRAM_FOLDER, type BuiltProgram, readSourceState } from '#server/platform/core/built-program.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** What the programs of one mall begin with: each is loaded by `loadProgram`. */
const PROGRAMS = ['server/serve.ts', 'tools/start-mall.ts', 'tools/demo/fill-job.ts']
/** Packages that become part of the build: ES modules without files of their own, 350 of them. */
const BUNDLED = /^(?:kysely|zod)(?:\/|$)/
/** How many builds remain: a server that was started from one of them loads a file of it at the first use. */
const BUILDS_KEPT = 3

const toPosix = (file: string): string => file.split(path.sep).join('/')
const nameOf = (source: string): string => source.replace(/\.ts$/, '').replaceAll('/', '-')
const isExternal = (id: string): boolean => !/^[.#/]/.test(id) && !path.isAbsolute(id) && !BUNDLED.test(id)

/**
 * A module finds its files by its own place, which a build moves. So its place is written as that of the source, relative to the built file,
 * and the script of a worker thread becomes a built file too.
 */
function createPlacesPlugin(): Plugin {
  return {
    name: 'places',
    transform: {
      filter: { code: /import\.meta\./ },
      handler(code, id) {
        const source = toPosix(path.relative(ROOT, id))
        if (source.startsWith('node_modules/')) return undefined
        const place = JSON.stringify(`../../../${source}`)
        const moved = code
          .replaceAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (_, script: string) => {
            const worker = toPosix(path.join(path.dirname(source), script))
            this.emitFile({ type: 'chunk', id: path.join(ROOT, worker), fileName: `${nameOf(worker)}.mjs` })
            return `new URL('./${nameOf(worker)}.mjs', import.meta.BUILT)`
          })
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.BUILT).href`)
          .replaceAll(
            'import.meta.dirname',
            `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', new URL(${place}, import.meta.BUILT)))`,
          )
        const unknown = /import\.meta\.(?!BUILT)\w+/.exec(moved)?.[0]
        if (unknown !== undefined) throw new Error(`${source} uses ${unknown}, whose value would be another one in a build`)
        return { code: moved.replaceAll('import.meta.BUILT', 'import.meta.url'), map: null }
      },
    },
  }
}

/** V8 keeps a file with one Chinese letter in twice the memory. The letters that the build leaves are those of templates, which mean the same. */
const toAscii = (code: string): string => code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The file that stands for a module in the description of a build: of a package, the one that has its version. */
function sourceOf(module: string): string {
  const source = toPosix(path.relative(ROOT, module))
  return source.replace(/^(node_modules\/(?:@[^/]+\/)?[^/]+)\/.*/, '$1/package.json')
}

async function generate() {
  const input = Object.fromEntries(PROGRAMS.map((source) => [nameOf(source), path.join(ROOT, source)]))
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input,
    external: isExternal,
    tsconfig: false,
    transform: { target: `node${process.versions.node}`, typescript: { onlyRemoveTypeImports: true } },
    plugins: [createPlacesPlugin()],
    // A module that is read at its first use must also be one that the build knows.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  try {
    const { output } = await bundle.generate({
      // The maps name their sources from here. Nothing is written.
      dir: path.join(BUILT_PROGRAM_FOLDER, 'build'),
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      charset: 'ascii',
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
    })
    return output
  } finally {
    await bundle.close()
  }
}

const isChunk = (file: { type: string }): file is OutputChunk => file.type === 'chunk'

/** Deletes all builds but the newest ones. */
function deleteOldBuilds(): void {
  const builds = readdirSync(BUILT_PROGRAM_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('building-'))
    .map(({ name }) => path.join(BUILT_PROGRAM_FOLDER, name))
    .map((folder) => ({ folder, madeMs: statSync(folder).mtimeMs }))
    .sort((one, other) => other.madeMs - one.madeMs)
  for (const { folder } of builds.slice(BUILDS_KEPT)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Builds the server. It writes a folder that is named by its content, and then the description that programs read, so that an interrupted
 * build changes nothing. Throws if the sources do not make a build.
 */
export async function buildServer(): Promise<void> {
  const draft = path.join(BUILT_PROGRAM_FOLDER, `building-${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  const begunMs = Date.now()
  try {
    const output = await generate()
    const chunks = output.filter(isChunk)
    const made = new Set(
      chunks
        .flatMap(({ moduleIds }) => moduleIds)
        .filter((id) => path.isAbsolute(id))
        .map(sourceOf),
    )
    const tool = toPosix(path.relative(ROOT, import.meta.filename))
    const names = [...made, tool].sort()
    const sources = Object.fromEntries(names.map((name) => [name, readSourceState(name)]))
    const edited = names.find((name) => statSync(path.join(ROOT, name)).ctimeMs > begunMs)
    if (edited !== undefined) throw new Error(`${edited} has changed during the build`)
    const entries = Object.fromEntries(PROGRAMS.map((source) => [source, `${nameOf(source)}.mjs`]))
    const hash = createHash('sha256')
    for (const file of output) {
      const text = isChunk(file) ? toAscii(file.code) : file.source
      writeFileSync(path.join(draft, file.fileName), text)
      hash.update(file.fileName).update(text)
    }
    const folder = hash.digest('hex').slice(0, 16)
    const target = path.join(BUILT_PROGRAM_FOLDER, folder)
    try {
      renameSync(draft, target)
    } catch (error) {
      // The same content has been built before.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      utimesSync(target, new Date(), new Date())
    }
    const description = path.join(BUILT_PROGRAM_FOLDER, `${folder}.json`)
    writeFileSync(description, JSON.stringify({ folder, entries, sources } satisfies BuiltProgram))
    renameSync(description, path.join(BUILT_PROGRAM_FOLDER, BUILT_PROGRAM_FILE))
    deleteOldBuilds()
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildServer()
