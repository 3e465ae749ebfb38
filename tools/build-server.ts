/**
 * Builds the server, `npm start` and the fill of the demo into a few files of JavaScript in dist/server, which start with half the CPU of the
 * sources. Packages stay outside, but for two of many small files. Run: npm run build
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import {
  BUILT_PROGRAM_FOLDER,
  type BuiltProgram,
  formatBuiltName,
  readSourceState,
  type SourceState,
} from '#server/platform/core/built-program.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** What the programs of one mall begin with: each is loaded by `loadProgram`. */
const PROGRAMS = ['server/serve.ts', 'tools/start-mall.ts', 'tools/demo/fill-job.ts', 'sandbox/sandbox.ts', 'sandbox/e-invoice/provider.ts']
/** Packages that become part of the build: ES modules without files of their own, 350 of them. */
const BUNDLED = /^(?:kysely|zod)(?:\/|$)/
/** How many builds remain: a server that was started from one of them loads a file of it at the first use. */
const BUILDS_KEPT = 3

const toPosix = (file: string): string => file.split(path.sep).join('/')
const isExternal = (id: string): boolean => !/^[.#/]/.test(id) && !path.isAbsolute(id) && !BUNDLED.test(id)

/**
 * A module finds its files by its own place, which a build moves. So its place is written as that of the source, relative to the built file,
 * and the script of a worker thread becomes a built file too. `workers` gets the script by the module that starts it.
 */
function createPlacesPlugin(workers: Map<string, string>): Plugin {
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
            workers.set(id, worker)
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
function createSourcesPlugin(workers: ReadonlyMap<string, string>, sourcesByProgram: Map<string, Set<string>>): Plugin {
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
          const worker = workers.get(id)
          waiting.push(...importedIds, ...dynamicallyImportedIds, ...(worker === undefined ? [] : [worker]))
        }
        sourcesByProgram.set(program, new Set([...seen].map(sourceOf)))
      }
    },
  }
}

/** V8 keeps a file with one Chinese letter in twice the memory. The letters that the build leaves are those of templates, which mean the same. */
const toAscii = (code: string): string => code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

async function generate(sourcesByProgram: Map<string, Set<string>>) {
  const workers = new Map<string, string>()
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

/** Reads the state of each source. Throws if one has changed since `begunMs`, because a build may have the text of before. */
function readSourceStates(names: readonly string[], begunMs: number): Map<string, SourceState> {
  const edited = names.find((name) => statSync(path.join(ROOT, name)).ctimeMs > begunMs)
  if (edited !== undefined) throw new Error(`${edited} has changed during the build`)
  return new Map(names.map((name) => [name, readSourceState(name)]))
}

/** Writes the description of a program, which makes its new build the newest one. */
function describeProgram(home: string, source: string, program: BuiltProgram): void {
  const file = path.join(home, `${formatBuiltName(source)}.json`)
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(program))
  renameSync(draft, file)
}

/** Deletes all builds but the newest ones. */
function deleteOldBuilds(home: string): void {
  const builds = readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('building-'))
    .map(({ name }) => path.join(home, name))
    .map((folder) => ({ folder, madeMs: statSync(folder).mtimeMs }))
    .sort((one, other) => other.madeMs - one.madeMs)
  for (const { folder } of builds.slice(BUILDS_KEPT)) rmSync(folder, { recursive: true, force: true })
}

/** Gives a finished build its name, unless the same content has been built before. */
function keepBuild(draft: string, target: string): void {
  try {
    renameSync(draft, target)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    utimesSync(target, new Date(), new Date())
  }
}

/**
 * Builds the server. It writes a folder that is named by its content, and then the descriptions that programs read, so that an interrupted
 * build changes nothing. Throws if the sources do not make a build. `home`: another folder in dist/, for tests.
 */
export async function buildServer(home = BUILT_PROGRAM_FOLDER): Promise<void> {
  const draft = path.join(home, `building-${randomUUID()}`)
  mkdirSync(draft, { recursive: true })
  const begunMs = Date.now()
  try {
    const sourcesByProgram = new Map<string, Set<string>>()
    const output = await generate(sourcesByProgram)
    const tool = toPosix(path.relative(ROOT, import.meta.filename))
    const states = readSourceStates([...new Set([...sourcesByProgram.values()].flatMap((names) => [...names])), tool], begunMs)
    const hash = createHash('sha256')
    for (const file of output) {
      const text = isChunk(file) ? toAscii(file.code) : file.source
      writeFileSync(path.join(draft, file.fileName), text)
      hash.update(file.fileName).update(text)
    }
    const folder = hash.digest('hex').slice(0, 16)
    keepBuild(draft, path.join(home, folder))
    for (const [program, names] of sourcesByProgram) {
      const sources = Object.fromEntries([...states].filter(([name]) => name === tool || names.has(name)))
      describeProgram(home, program, { entry: `${folder}/${formatBuiltName(program)}.mjs`, sources })
    }
    deleteOldBuilds(home)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildServer()
