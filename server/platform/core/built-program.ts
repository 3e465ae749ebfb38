import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { enableFastModuleLoading } from './module-loading.ts'
import { nameSourcesInStacks } from './source-positions.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** Where `npm run build` puts the server as few files of JavaScript. Each build has a folder of its own below, so that a running server keeps its files. */
export const BUILT_PROGRAM_FOLDER = path.join(ROOT, 'dist', 'server')
/** The file below that folder that describes the newest build. */
export const BUILT_PROGRAM_FILE = 'built.json'

/** The size, the time of the last change in milliseconds, and the hash of the content of a file that a build was made from. */
export type SourceState = readonly [bytes: number, changedMs: number, hash: string]

/** The newest build. All paths are relative to the folder of the program. */
export interface BuiltProgram {
  /** The folder of the build, below `BUILT_PROGRAM_FOLDER`. */
  folder: string
  /** The built file of each source that a program begins with. */
  entries: Readonly<Record<string, string>>
  sources: Readonly<Record<string, SourceState>>
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('base64url')

/** Describes a file of the program as it is now. Throws if there is none. */
export function readSourceState(name: string): SourceState {
  const file = path.join(ROOT, name)
  const { size, mtimeMs } = statSync(file)
  return [size, mtimeMs, hashOf(file)]
}

/** Whether a file has the same content as at the time of the build. A copy has another time of change, so its content is compared. */
function isUnchanged([name, [bytes, changedMs, hash]]: [string, SourceState]): boolean {
  const file = path.join(ROOT, name)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.size !== bytes) return false
  return found.mtimeMs === changedMs || hashOf(file) === hash
}

/** Reads the newest build. Undefined: there is none, or a source has changed since. `folder`: where the builds are, for tests. */
export function findFreshBuild(folder = BUILT_PROGRAM_FOLDER): BuiltProgram | undefined {
  const file = path.join(folder, BUILT_PROGRAM_FILE)
  if (!existsSync(file)) return undefined
  const built = JSON.parse(readFileSync(file, 'utf8')) as BuiltProgram
  return existsSync(path.join(folder, built.folder)) && Object.entries(built.sources).every(isUnchanged) ? built : undefined
}

/** Node restarts a program that it watches when a file of it changes, and these are to be the sources. */
const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined

interface ProgramSource<Module> {
  /** The file that the program begins with, such as 'server/serve.ts'. */
  source: string
  /** Imports this file. */
  loadSource: () => Promise<Module>
  /** Makes a build if there is no fresh one. If that fails, the sources are loaded. */
  build?: () => Promise<void>
}

/** Loads the part of a program that does its work: the built one if it is as new as the sources, otherwise the sources themselves. */
export async function loadProgram<Module>({ source, loadSource, build }: ProgramSource<Module>): Promise<Module> {
  // This runs before the modules of the server are imported.
  const finishLoading = enableFastModuleLoading()
  let built = isWatched ? undefined : findFreshBuild()
  if (built === undefined && build && !isWatched) {
    await build()
    built = findFreshBuild()
  }
  const entry = built?.entries[source]
  const load = (): Promise<Module> => {
    if (built === undefined || entry === undefined) return loadSource()
    const folder = path.join(BUILT_PROGRAM_FOLDER, built.folder)
    nameSourcesInStacks(folder)
    return import(pathToFileURL(path.join(folder, entry)).href) as Promise<Module>
  }
  const loaded = await load()
  finishLoading()
  return loaded
}
