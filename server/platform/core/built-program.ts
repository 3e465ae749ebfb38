import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { enableFastModuleLoading } from './module-loading.ts'
import { nameSourcesInStacks } from './source-positions.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')

/** Where `npm run build` puts the server as few files of JavaScript. Each build has a folder of its own below, so that a running server keeps its files. */
export const BUILT_PROGRAM_FOLDER = path.join(ROOT, 'dist', 'server')

/**
 * The size, the time of the last change in milliseconds, and the hash of the content of a file that a build was made from. The time is the
 * one that no program can set, because two versions may be unpacked with the same time of writing.
 */
export type SourceState = readonly [bytes: number, changedMs: number, hash: string]

/** A program of the newest build. */
export interface BuiltProgram {
  /** The folder of the build, below `BUILT_PROGRAM_FOLDER`. */
  folder: string
  /** The file in it that the program begins with. */
  entry: string
  /** The files in it with their sizes in bytes. */
  files: Readonly<Record<string, number>>
  /** What the program was made from. */
  sources: Readonly<Record<string, SourceState>>
}

/** The name of a source in a build: 'tools/start-mall.ts' is tools-start-mall. */
export const formatBuiltName = (source: string): string => source.replace(/\.ts$/, '').replaceAll('/', '-')

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('base64url')

/** Describes a file of the program as it is now. Throws if there is none. */
export function readSourceState(name: string): SourceState {
  const file = path.join(ROOT, name)
  const { size, ctimeMs } = statSync(file)
  return [size, ctimeMs, hashOf(file)]
}

/** Whether a file has the same content as at the time of the build. A copy has another time of change, so its content is compared. */
function isUnchanged([name, [bytes, changedMs, hash]]: [string, SourceState]): boolean {
  const file = path.join(ROOT, name)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.size !== bytes) return false
  return found.ctimeMs === changedMs || hashOf(file) === hash
}

const hasSize = (file: string, bytes: number): boolean => statSync(file, { throwIfNoEntry: false })?.size === bytes

/**
 * Finds the built file that a program begins with. Undefined: there is none, a file that it was made from has changed since, or something of
 * it is missing, cut or cannot be read. `home`: where the builds are, for tests.
 */
export function findFreshBuild(source: string, home = BUILT_PROGRAM_FOLDER): string | undefined {
  const description = path.join(home, `${formatBuiltName(source)}.json`)
  if (!existsSync(description)) return undefined
  try {
    const { folder, entry, files, sources } = JSON.parse(readFileSync(description, 'utf8')) as BuiltProgram
    const isWhole = Object.entries(files).every(([name, bytes]) => hasSize(path.join(home, folder, name), bytes))
    return isWhole && Object.entries(sources).every(isUnchanged) ? path.join(home, folder, entry) : undefined
  } catch {
    return undefined
  }
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
  /** Where the builds are, for tests. */
  home?: string
}

/** Loads the part of a program that does its work: the built one if it is as new as the sources and whole, otherwise the sources themselves. */
export async function loadProgram<Module>({ source, loadSource, build, home }: ProgramSource<Module>): Promise<Module> {
  // This runs before the modules of the server are imported.
  const finishLoading = enableFastModuleLoading()
  let entry = runsSources ? undefined : findFreshBuild(source, home)
  if (entry === undefined && build && !runsSources) {
    await build()
    entry = findFreshBuild(source, home)
  }
  const loaded = (entry === undefined ? undefined : await importBuild<Module>(entry)) ?? (await loadSource())
  finishLoading()
  return loaded
}

/** Imports a built file. Undefined: it is damaged, which is reported in one line. */
async function importBuild<Module>(entry: string): Promise<Module | undefined> {
  nameSourcesInStacks(path.dirname(entry))
  try {
    return (await import(pathToFileURL(entry).href)) as Module
  } catch (error) {
    const [reason] = String(error).split('\n')
    console.warn(`打包好的程序不能用，改用源文件运行；请运行 npm run build。${entry}：${reason}`)
    return undefined
  }
}
