import { createRequire, enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** The folder of the program, as the start of the URL of its files. */
const ROOT = new URL('../../../', import.meta.url).href
/** Not in the folder for temporary files: another user of the machine could put code there. */
const CACHE_FOLDER = fileURLToPath(new URL('node_modules/.cache/mall-modules', ROOT))

const isOwn = (url: string): boolean => url.startsWith(ROOT) && !url.startsWith(`${ROOT}node_modules/`)

/**
 * The URL of an import that names its file: an alias such as `#server/app.ts`, or a relative path with its extension. Undefined: Node has
 * to resolve it. The result is the same as Node's, without asking the file system about every folder on the way.
 */
export function resolveImportToFileUrl(specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined) return undefined
  if (specifier.startsWith('#')) return isOwn(parent) && specifier.endsWith('.ts') ? `${ROOT}${specifier.slice(1)}` : undefined
  return /^\.\.?\/.*\.(?:ts|m?js)$/.test(specifier) ? new URL(specifier, parent).href : undefined
}

/**
 * V8 doubles its space for new objects while modules load, because all of these objects stay, and does not shrink it: 50 MB instead of the
 * 6 that are enough.
 */
const NEW_SPACE_MAX = 6 * 1_048_576
/** How many imports happen between two checks of that space. */
const IMPORTS_BETWEEN = 64

const isNewSpaceFull = (): boolean =>
  getHeapSpaceStatistics().some(({ space_name, space_size }) => space_name === 'new_space' && space_size >= NEW_SPACE_MAX)

/**
 * Makes later imports load fast: modules are resolved by their names and compiled only once for all starts of this version, in a cache in
 * `folder`. NODE_COMPILE_CACHE names another folder, NODE_DISABLE_COMPILE_CACHE=1 disables the cache. A folder that cannot be written is
 * ignored. Returns a function to call when the program has started: it lets V8's space for new objects grow again as calls need it.
 */
export function enableFastModuleLoading(folder = CACHE_FOLDER): () => void {
  let imports = 0
  let held = false
  registerHooks({
    resolve(specifier, context, next) {
      if (!held && ++imports % IMPORTS_BETWEEN === 0 && isNewSpaceFull()) {
        held = true
        setFlagsFromString('--semi-space-growth-factor=1')
      }
      const url = context.conditions.includes('import') ? resolveImportToFileUrl(specifier, context.parentURL) : undefined
      if (url === undefined) return next(specifier, context)
      return { url, format: isOwn(url) && url.endsWith('.ts') ? 'module-typescript' : undefined, shortCircuit: true }
    },
  })
  enableCompileCache(folder)
  return () => {
    held = true
    setFlagsFromString('--semi-space-growth-factor=2')
  }
}

const require = createRequire(import.meta.url)

/**
 * Loads a large package at its first use, because most calls do not need it, or not at once. Loading blocks the process for 20 to 60 ms.
 * `const loadPinyin = loadOnFirstUse<typeof import('pinyin-pro')>('pinyin-pro')`, then `loadPinyin()` in place of the package. `prepare` is
 * called once with the package.
 */
export function loadOnFirstUse<Package>(name: string, prepare: (loaded: Package) => void = () => {}): () => Package {
  let loaded: Package | undefined
  return () => {
    if (loaded === undefined) {
      loaded = require(name) as Package
      prepare(loaded)
    }
    return loaded
  }
}
