/**
 * `npm run texts`: all Chinese texts that a buyer may read, on one sheet by module with its screens, to be read in one go; `-- --out FILE`
 * writes it there. It lists the texts of the storefront's sources, of what they use of contract/ and ui/, the refusals of their calls, the
 * messages to buyers, and what the server says in their answers in words of its own, but not what staff write. A value in a text stands
 * as {…}.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { refusalsOfEveryCall } from '#contract/platform/core/refusals.ts'
import { refusals } from '#contract/platform/refusal-tables/all.ts'
import { storefrontContract } from '#contract/storefront-api.ts'
import { importScreenRoutes } from './routes.ts'
import { findChineseTexts, listFilesWithAllImports } from './screen-texts.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
/** Screens for developers, and the tables whose lines are listed by the calls that refuse. */
const LEFT_OUT = ['storefront/operations/dev/', 'storefront/catalog/goods/testing/', 'contract/platform/refusal-tables/']
const MESSAGES = 'contract/people/messaging/message-texts'

/** The texts of one module, by file. */
export interface ModuleTextSection {
  /** The folder, such as storefront/orders/cart. */
  module: string
  /** Its screens with their titles: '/cart 购物车'. */
  screens: readonly string[]
  texts: readonly { file: string; text: string }[]
}

const isShown = (file: string): boolean => !file.endsWith('.test.ts') && !LEFT_OUT.some((folder) => file.startsWith(folder))

/** The module of a file: the folder of its group, and the module in it. */
const moduleOf = (file: string): string => path.dirname(file).split('/').slice(0, 3).join('/')

async function listScreensByModule(): Promise<Map<string, string[]>> {
  const source = read('storefront/routes.ts')
  const screens = new Map<string, string[]>()
  for (const screen of await importScreenRoutes('storefront')) {
    const [, entry = ''] = source.split(`path: '${screen.path}',`)
    // Screens that share a file load it by a constant.
    const [, own, shared = ''] = /load: (?:\(\) => import\('#([^']+)'\)|(\w+))/.exec(entry) ?? []
    const [, file = ''] = own === undefined ? (source.split(`const ${shared} = () => import('`)[1]?.match(/^#([^']+)'/) ?? []) : ['', own]
    screens.set(moduleOf(file), [...(screens.get(moduleOf(file)) ?? []), `${screen.path} ${screen.title}`.trim()])
  }
  return screens
}

/** The refusals that the calls in these sources name. */
function listRefusalTexts(files: readonly string[]): string[] {
  const named = new Set(files.flatMap((file) => [...read(file).matchAll(/'([A-Z][A-Z_\d]+)'/g)].map(([, name = '']) => name)))
  return Object.entries(refusals).flatMap(([name, { msg }]) => (named.has(name) ? [`${name}: ${msg}`] : []))
}

/** Sources of the server whose words go to payment providers, to whoever sets up a server, or into tables. */
const NOT_FOR_BUYERS = ['server/adapters/gateway/', 'server/platform/core/env', 'server/platform/database/']

/** The refusals that buyers' calls declare, and those of every call. */
const refusedToBuyers: ReadonlySet<string> = new Set([
  ...refusalsOfEveryCall,
  ...Object.values<EndpointGroup>(storefrontContract).flatMap((api) => Object.values(api).flatMap(({ refusals: named = [] }) => named)),
])

/**
 * The sources of the server that say more than the tables to a buyer: they belong to his calls, write the words of a refusal or of a reason
 * (`msg`, `why`, an obstacle), and name no refusals that only staff get.
 */
function listServerSourcesWithWords(): string[] {
  const reached = listFilesWithAllImports(ROOT, ['server/storefront-handlers.ts']).filter((file) => file.startsWith('server/'))
  return reached.filter((file) => {
    const source = read(file)
    const named = [...source.matchAll(/'([A-Z][A-Z_\d]+)'/g)].map(([, name = '']) => name).filter((name) => name in refusals)
    return (
      /\b(?:msg|why|obstacles?)\b/i.test(source) &&
      (named.length === 0 || named.some((name) => refusedToBuyers.has(name))) &&
      !NOT_FOR_BUYERS.some((folder) => file.startsWith(folder))
    )
  })
}

/** Collects all texts, module by module: the storefront first, then what it uses, then the server. */
export async function collectTextsByModule(): Promise<ModuleTextSection[]> {
  const own = globSync('storefront/**/*.{ts,tsx}', { cwd: ROOT }).filter(isShown).sort()
  const used = listFilesWithAllImports(ROOT, own).filter((file) => isShown(file) && !file.startsWith('storefront/'))
  const messages = globSync(`${MESSAGES}/*.ts`, { cwd: ROOT })
  const screens = await listScreensByModule()
  const sections = new Map<string, { file: string; text: string }[]>()
  for (const file of [...own, ...new Set([...used, ...messages, ...listServerSourcesWithWords()].sort())]) {
    const texts = findChineseTexts(file, read(file)).map((text) => ({ file, text }))
    if (texts.length > 0) sections.set(moduleOf(file), [...(sections.get(moduleOf(file)) ?? []), ...texts])
  }
  const refused = listRefusalTexts(used).map((text) => ({ file: 'contract/platform/refusal-tables', text }))
  return [
    ...[...sections].map(([module, texts]) => ({ module, screens: screens.get(module) ?? [], texts })),
    { module: 'contract/platform/refusal-tables', screens: [], texts: refused },
  ]
}

/** The sheet: a heading for each module, a line for each file, and below it its texts. */
export function formatModuleTextsDocument(sections: readonly ModuleTextSection[]): string {
  const lines = sections.flatMap(({ module, screens, texts }) => {
    const files = [...new Set(texts.map(({ file }) => file))]
    const listed = files.flatMap((file) => [
      `  ${path.relative(module, file) || '.'}`,
      ...texts.filter((one) => one.file === file).map(({ text }) => `    ${text.replaceAll('\n', ' ⏎ ')}`),
    ])
    return [`\n## ${module}${screens.length > 0 ? `: ${screens.join(', ')}` : ''}`, ...listed]
  })
  return `${lines.join('\n').trim()}\n`
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const sheet = formatModuleTextsDocument(await collectTextsByModule())
  if (values.out === undefined) process.stdout.write(sheet)
  else writeFileSync(values.out, sheet)
}
