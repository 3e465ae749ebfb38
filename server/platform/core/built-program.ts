import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { enableFastModuleLoading } from './module-loading.ts'
import { nameSourcesInStacks } from './source-positions.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** Where `npm run build` puts the server as few files of JavaScript. Each build has a folder of its own below, so that a running server keeps its files. */
export const BUILT_PROGRAM_FOLDER = path.join(ROOT, 'dist', 'server')
/** The size, the time of the last change in milliseconds, and the hash of the content of a file that a build was made from. */
export type SourceState = readonly [bytes: number, changedMs: number, hash: string]

/** A program of the newest build: the built file that it begins with, below `BUILT_PROGRAM_FOLDER`, and what it was made from. */
export interface BuiltProgram {
  entry: string
  sources: Readonly<Record<string, SourceState>>
}

/** The name of a source in a build: 'tools/start-mall.ts' is tools-start-mall. */
export const formatBuiltName = (source: string): string => source.replace(/\.ts$/, '').replaceAll('/', '-')

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

/**
 * Finds the built file that a program begins with. Undefined: there is none, or a file that it was made from has changed since. `folder`:
 * where the builds are, for tests.
 */
export function findFreshBuild(source: string, folder = BUILT_PROGRAM_FOLDER): string | undefined {
  const description = path.join(folder, `${formatBuiltName(source)}.json`)
  if (!existsSync(description)) return undefined
  const { entry, sources } = JSON.parse(readFileSync(description, 'utf8')) as BuiltProgram
  const file = path.join(folder, entry)
  return existsSync(file) && Object.entries(sources).every(isUnchanged) ? file : undefined
}

/** `node --conditions=sources`: the sources run. Node watches them then, and restarts a program when one changes. */
const runsSources = process.execArgv.includes('--conditions=sources')

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
  let entry = runsSources ? undefined : findFreshBuild(source)
  if (entry === undefined && build && !runsSources) {
    await build()
    entry = findFreshBuild(source)
  }
  if (entry !== undefined) nameSourcesInStacks(path.dirname(entry))
  const loaded = await (entry === undefined ? loadSource() : (import(pathToFileURL(entry).href) as Promise<Module>))
  finishLoading()
  return loaded
}
