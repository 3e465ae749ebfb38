/**
 * Builds the server, `npm start` and the fill of the demo into a few files of JavaScript in dist/server, which start with half the CPU of the
 * sources. Packages stay outside, but for two of many small files. Run: npm run build
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { OutputChunk, Plugin } from 'rolldown'
import {
  BUILT_PROGRAM_FOLDER,
  type BuiltProgram,
  formatBuiltName,
  readSourceState,
  type SourceState,
} from '#server/platform/core/built-program.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** What the programs of one mall begin with: each is loaded by `loadProgram`. */
const PROGRAMS = [
  'server/serve.ts',
  'tools/start-mall.ts',
  'tools/demo/fill-job.ts',
  'sandbox/sandbox.ts',
  'sandbox/e-invoice/provider.ts',
  'sandbox/waybills/provider.ts',
  'sandbox/document-reader/provider.ts',
  'sandbox/e-signature/provider.ts',
  'sandbox/mailbox/provider.ts',
]
/** Packages that become part of the build: ES modules without files of their own, 350 of them. */
const BUNDLED = /^(?:kysely|zod)(?:\/|$)/
/** How many builds remain: a server that was started from one of them loads a file of it at the first use. */
const BUILDS_KEPT = 3
/** A draft of this age belongs to a build that was killed. */
const DRAFT_MAX_MS = 3_600_000
/** By how much the time of a file may be behind the clock: file systems take it from the last tick of the kernel. */
const TICK_MS = 10

const toPosix = (file: string): string => file.split(path.sep).join('/')
const isExternal = (id: string): boolean => !/^[.#/]/.test(id) && !path.isAbsolute(id) && !BUNDLED.test(id)

/**
 * A module finds its files by its own place, which a build moves. So its place is written as that of the source, relative to the built file,
 * and the script of a worker thread becomes a built file too. `workers` gets the scripts by the module that starts them.
 */
function createPlacesPlugin(workers: Map<string, Set<string>>): Plugin {
  return {
    name: 'places',
    transform: {
      filter: { code: /import\.meta\./ },
      handler(code, id) {
        const source = toPosix(path.relative(ROOT, id))
        if (source.startsWith('node_modules/')) return undefined
        const place = JSON.stringify(`../../../${source}`)
        const folder = `new URL('.', new URL(${place}, import.meta.BUILT))`
        const moved = code
          .replaceAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (_, script: string) => {
            const worker = path.join(path.dirname(id), script)
            const fileName = `${formatBuiltName(toPosix(path.relative(ROOT, worker)))}.mjs`
            workers.set(id, (workers.get(id) ?? new Set()).add(worker))
            this.emitFile({ type: 'chunk', id: worker, fileName })
            return `new URL('./${fileName}', import.meta.BUILT)`
          })
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.BUILT).href`)
          .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(${folder})`)
        const unknown = /import\.meta\.(?!BUILT)\w+/.exec(moved)?.[0]
        if (unknown !== undefined) throw new Error(`${source} uses ${unknown}, whose value would be another one in a build`)
        return { code: moved.replaceAll('import.meta.BUILT', 'import.meta.url'), map: null }
      },
    },
  }
}

/** The file that stands for a module in the description of a build: of a package, the one that has its version. */
const sourceOf = (module: string): string =>
  toPosix(path.relative(ROOT, module)).replace(/^(node_modules\/(?:@[^/]+\/)?[^/]+)\/.*/, '$1/package.json')

/**
 * Collects in `sourcesByProgram` the files that each program is made from. They are those that were read, not those in the output: the
 * value of a constant stays where its module is left out.
 */
function createSourcesPlugin(workers: ReadonlyMap<string, ReadonlySet<string>>, sourcesByProgram: Map<string, Set<string>>): Plugin {
  return {
    name: 'sources',
    buildEnd() {
      for (const program of PROGRAMS) {
        const seen = new Set<string>()
        const waiting = [path.join(ROOT, program)]
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (!path.isAbsolute(id) || seen.has(id)) continue
          seen.add(id)
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
          waiting.push(...importedIds, ...dynamicallyImportedIds, ...(workers.get(id) ?? []))
        }
        sourcesByProgram.set(program, new Set([...seen].map(sourceOf)))
      }
    },
  }
}

/** V8 keeps a file with one Chinese letter in twice the memory. The letters that the build leaves are those of templates, which mean the same. */
const toAscii = (code: string): string => code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function generate(sourcesByProgram: Map<string, Set<string>>) {
  // Loaded here, so that a machine without it gets one line instead of a stack.
  const { rolldown } = await import('rolldown')
  const workers = new Map<string, Set<string>>()
  const input = Object.fromEntries(PROGRAMS.map((source) => [formatBuiltName(source), path.join(ROOT, source)]))
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input,
    external: isExternal,
    tsconfig: false,
    transform: { target: `node${process.versions.node}`, typescript: { onlyRemoveTypeImports: true } },
    plugins: [createPlacesPlugin(workers), createSourcesPlugin(workers, sourcesByProgram)],
    // A warning here is a name that is not found, or a module that is read in the wrong order.
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

/**
 * Reads the state of each source, by its path from the folder of the program. Throws if one has changed since `begunMs`, also while the others
 * were read, because a build may have the text of before. `readState`: another reading, for tests.
 */
export function readSourceStates(names: readonly string[], begunMs: number, readState = readSourceState): Map<string, SourceState> {
  const states = new Map(names.map((name) => [name, readState(name)]))
  const edited = names.find((name) => statSync(path.join(ROOT, name)).ctimeMs > begunMs - TICK_MS)
  if (edited !== undefined) throw new Error(`${edited} has changed during the build`)
  return states
}

const createDraftName = (home: string): string => path.join(home, `building-${randomUUID()}`)

/** Writes the description of a program, which makes its new build the newest one. */
function describeProgram(home: string, source: string, program: BuiltProgram): void {
  const draft = createDraftName(home)
  writeFileSync(draft, JSON.stringify(program))
  renameSync(draft, path.join(home, `${formatBuiltName(source)}.json`))
}

/** Deletes a build. It loses its name first, so that half of it never stands for the whole. */
function deleteBuild(home: string, folder: string): void {
  const draft = createDraftName(home)
  try {
    renameSync(folder, draft)
  } catch (error) {
    // Another builder was first.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  rmSync(draft, { recursive: true, force: true })
}

/** Deletes all builds but the newest ones, and what killed builders have left. */
function deleteOldBuilds(home: string): void {
  const found = readdirSync(home, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(home, entry.name)
    const state = statSync(file, { throwIfNoEntry: false })
    return state ? [{ file, isDraft: entry.name.startsWith('building-'), isBuild: entry.isDirectory(), madeMs: state.mtimeMs }] : []
  })
  for (const { file, isDraft, madeMs } of found)
    if (isDraft && madeMs < Date.now() - DRAFT_MAX_MS) rmSync(file, { recursive: true, force: true })
  const builds = found.filter(({ isDraft, isBuild }) => isBuild && !isDraft).sort((one, other) => other.madeMs - one.madeMs)
  for (const { file } of builds.slice(BUILDS_KEPT)) deleteBuild(home, file)
}

const isSameFolder = (one: string, other: string): boolean =>
  readdirSync(one).every((name) => {
    const file = path.join(other, name)
    return existsSync(file) && readFileSync(file).equals(readFileSync(path.join(one, name)))
  })

/** Gives a finished build its name, unless the same content has been built before and is undamaged. */
function keepBuild(home: string, draft: string, target: string): void {
  if (existsSync(target)) {
    if (isSameFolder(draft, target)) {
      utimesSync(target, new Date(), new Date())
      return
    }
    deleteBuild(home, target)
  }
  try {
    renameSync(draft, target)
  } catch (error) {
    // Another builder has just made the same.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Builds the server. It writes a folder that is named by its content, and then the descriptions that programs read, so that an interrupted
 * build changes nothing. Throws if the sources do not make a build. `home`: another folder in dist/, for tests.
 */
export async function buildServer(home = BUILT_PROGRAM_FOLDER): Promise<void> {
  const draft = createDraftName(home)
  mkdirSync(draft, { recursive: true })
  const begunMs = Date.now()
  try {
    const sourcesByProgram = new Map<string, Set<string>>()
    const output = await generate(sourcesByProgram)
    const tool = toPosix(path.relative(ROOT, import.meta.filename))
    const states = readSourceStates([...new Set([...sourcesByProgram.values()].flatMap((names) => [...names])), tool], begunMs)
    const hash = createHash('sha256')
    const files: Record<string, number> = {}
    for (const file of output) {
      const bytes = Buffer.from(isChunk(file) ? toAscii(file.code) : file.source)
      writeFileSync(path.join(draft, file.fileName), bytes)
      hash.update(file.fileName).update(bytes)
      files[file.fileName] = bytes.length
    }
    const folder = hash.digest('hex').slice(0, 16)
    keepBuild(home, draft, path.join(home, folder))
    for (const [program, names] of sourcesByProgram) {
      const sources = Object.fromEntries([...states].filter(([name]) => name === tool || names.has(name)))
      describeProgram(home, program, { folder, entry: `${formatBuiltName(program)}.mjs`, files, sources })
    }
    deleteOldBuilds(home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  // `npm start` builds in a child process, which ends together with it.
  process.once('disconnect', () => process.exit(1))
  try {
    await buildServer()
    process.exit(0)
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    console.error(`服务器没有打包：${reason}`)
    process.exit(1)
  }
}
