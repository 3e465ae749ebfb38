import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { findFreshBuild } from './built-program.ts'
import { resolveImportToFileUrl } from './module-loading.ts'

// Some of them load the whole server in a process of its own.
vi.setConfig({ testTimeout: 60_000 })

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'mall-modules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a module that may await, in the folder of the program; returns what it printed. */
function run(code: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  return { status, output: stdout.trim(), complaints: stderr }
}

const prepared = (cache: string, rest: string) =>
  `import { enableFastModuleLoading } from '#server/platform/core/module-loading.ts'
   enableFastModuleLoading(${JSON.stringify(cache)})
   ${rest}`

test('an import of an exact file is resolved as Node does', () => {
  const files = globSync(['server/**/*.ts', 'contract/**/*.ts', 'node_modules/kysely/dist/**/*.js'], { cwd: ROOT })
  const compared = files.flatMap((file) => {
    const absolute = path.join(ROOT, file)
    const require = createRequire(absolute)
    const imports = [...readFileSync(absolute, 'utf8').matchAll(/^(?:import|export)[^'\n]* from '([^'\n]+)'/gm)]
    return imports.flatMap(([, specifier = '']) => {
      const url = resolveImportToFileUrl(specifier, pathToFileURL(absolute).href)
      return url === undefined ? [] : [{ file, specifier, ours: fileURLToPath(url), node: require.resolve(specifier) }]
    })
  })
  expect(compared.length).toBeGreaterThan(4_000)
  expect(compared.filter(({ ours, node }) => ours !== node)).toEqual([])
})

test('imports that need a lookup are left to Node', () => {
  const parent = pathToFileURL(path.join(ROOT, 'server/app.ts')).href
  for (const specifier of ['fastify', 'node:fs', './goods', '#nowhere', '../package.json'])
    expect(resolveImportToFileUrl(specifier, parent)).toBeUndefined()
  const package_ = pathToFileURL(path.join(ROOT, 'node_modules/kysely/dist/index.js')).href
  expect(resolveImportToFileUrl('#server/app.ts', package_)).toBeUndefined()
})

test('modules are compiled once: the second start reads them from the cache folder', () => {
  const cache = path.join(folder, 'cache')
  const code = prepared(cache, `await import('#contract/api.ts')`)
  const accepted = () => {
    const { status, complaints } = run(code, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
    expect(status).toBe(0)
    return complaints.match(/contract\/[^\n]* was accepted/g)?.length ?? 0
  }
  expect(accepted()).toBe(0)
  expect(accepted()).toBeGreaterThan(150)
})

test('an unwritable cache folder does no harm', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const { status, output, complaints } = run(prepared(path.join(file, 'cache'), `await import('#contract/api.ts'); console.log('loaded')`))
  expect({ status, output, complaints }).toEqual({ status: 0, output: 'loaded', complaints: '' })
})

// prom-client loads the interfaces of `@opentelemetry/api` itself, in every server.
test('a starting server loads no module that is loaded on first use', () => {
  const code = prepared(
    path.join(folder, 'cache'),
    `import { registerHooks } from 'node:module'
     const loaded = []
     registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
     await import('#server/mall.ts')
     const heavy = loaded.filter((url) => /node_modules\\/(?:sharp|pinyin-pro|@zxcvbn-ts|pdfmake|fontkit|@opentelemetry\\/(?!api\\/)[a-z-]+)\\//.test(url))
     const client = process.moduleLoadList.filter((name) => name.includes('undici'))
     console.log(JSON.stringify({ many: loaded.length > 1_000, heavy, client }))`,
  )
  expect(JSON.parse(run(code).output)).toEqual({ many: true, heavy: [], client: [] })
})

test('the server starts with the compile cache, in a folder of the program', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { PATH: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  // It has no settings.
  expect(status).toBe(1)
  const loaded = findFreshBuild('server/serve.ts') ?? path.join(ROOT, 'server/serve.ts')
  const cached = stderr.split('\n').filter((line) => line.includes('node_modules/.cache/mall-modules/'))
  expect(cached.filter((line) => line.includes(loaded)).length).toBeGreaterThan(0)
})
