import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#server/platform/core/config.ts'
import type { EnvVariables } from '#server/platform/core/env.ts'
import { environmentSettings } from '#server/platform/core/environment-settings.ts'
import { HEALTH_PATH, READY_PATH } from '#server/platform/web/health/health-state.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8')

/** Values in place of what an operator fills in: each `<…>` of a file. */
const fillIn = (text: string): string =>
  text
    .replaceAll('<64 hex digits>', '9f2c41d7e8a0563bb1c4f7092d6e835a47c0e19b52d8f36a0b7ce4418fd25963')
    .replaceAll('<mall.example.com>', 'mall.example.com')
    .replaceAll('<bucket>.<s3.example.com>', 'bucket.s3.example.com')
    .replaceAll(/<[^<>\n]+>/g, 'filled')

/** The settings of a file with lines NAME=value. */
const readEnvLines = (text: string): EnvVariables =>
  Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

interface Probe {
  httpGet: { path: string; port: string }
}

interface Container {
  name: string
  args?: string[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  securityContext: Record<string, unknown>
}

interface PodSpec {
  terminationGracePeriodSeconds?: number
  securityContext: Record<string, unknown>
  containers: Container[]
}

interface Resource {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { template?: { metadata: { annotations?: Record<string, string> }; spec: PodSpec } }
}

const kustomization = parse(read('kubernetes/kustomization.yaml')) as { resources: string[] }
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(fillIn(read(`kubernetes/${file}`))).map((document) => document.toJS() as Resource),
)
const pods = resources.flatMap(({ kind, metadata, spec }) =>
  spec?.template ? [{ title: `${kind} ${metadata.name}`, annotations: spec.template.metadata.annotations, pod: spec.template.spec }] : [],
)

/** The environment that a container gets from the maps and secrets that it names. */
function environmentOf({ envFrom }: Container): Record<string, string> {
  const sources = envFrom.map(({ configMapRef, secretRef }) => {
    const [kind, name] = configMapRef ? ['ConfigMap', configMapRef.name] : ['Secret', secretRef?.name]
    const found = resources.find((resource) => resource.kind === kind && resource.metadata.name === name)
    return found?.data ?? found?.stringData ?? expect.fail(`there is no ${kind} ${name}`)
  })
  return Object.assign({}, ...sources) as Record<string, string>
}

type ModelOfKind = new (data: unknown) => { validate(): void }

/** Wraps a value so that `seen` collects the paths of the keys that somebody reads. */
function watchReads(value: unknown, at: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key)
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return found
      seen.add(`${at}.${key}`)
      return watchReads(found, `${at}.${key}`, seen)
    },
  })
}

function listPaths(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [`${at}.${key}`, ...listPaths(inner, `${at}.${key}`)])
}

/**
 * Validates a resource and lists the keys that its schema does not know. The validators ignore unknown keys, so those are the keys that a
 * validation never reads. Throws if a value does not fit.
 */
function findUnknownKeys(Model: ModelOfKind, resource: Resource): string[] {
  const model = new Model(resource)
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(model)) Object.assign(model, { [key]: watchReads(value, key, seen) })
  model.validate()
  return Object.entries(resource)
    .flatMap(([key, value]) => listPaths(value, key))
    .filter((one) => !seen.has(one))
}

/** Every setting that a file of deploy/ gives, by file. */
const settingsInFiles: Record<string, readonly string[]> = {
  'mall.env': [...read('mall.env').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name),
  ...Object.fromEntries(
    ['mall@', 'mall-single', 'mall-backup', 'mall-backup-changes'].map((unit) => [
      `systemd/${unit}.service`,
      [...read(`systemd/${unit}.service`).matchAll(/^Environment=([A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
    ]),
  ),
  'container/Containerfile': [...read('container/Containerfile').matchAll(/ ([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name),
  kubernetes: pods.flatMap(({ pod }) => pod.containers.flatMap((container) => Object.keys(environmentOf(container)))),
}

/** Node itself reads it. */
const NODE_SETTING = 'NODE_COMPILE_CACHE'

test.each(Object.entries(settingsInFiles))('%s sets only settings that the program reads', (_, names) => {
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => name !== NODE_SETTING && !(name in environmentSettings))).toEqual([])
})

test('mall.env with its values filled in starts a production server', () => {
  const config = readConfig(readEnvLines(fillIn(read('mall.env'))))
  expect(config).toMatchObject({ production: true, demo: false, drainSeconds: 5 })
  expect(config.trustProxy).not.toEqual([])
  expect(config.databaseOwnerUrl).toBeDefined()
})

test('mall.env with EMBEDDED_DATABASE, without a database of its own and its secret, starts a production mall on one machine', () => {
  const given = readEnvLines(fillIn(read('mall.env')))
  const single = Object.fromEntries(Object.entries(given).filter(([name]) => !/^(?:DATABASE_|MALL_SECRET|S3_)/.test(name)))
  expect(() => readConfig(single)).toThrow(/MALL_SECRET/)
  expect(readConfig({ ...single, EMBEDDED_DATABASE: '1' })).toMatchObject({ production: true, demo: false, databaseUrl: undefined })
})

describe('systemd', () => {
  const units = globSync('*.service', { cwd: path.join(ROOT, 'deploy/systemd') })

  test.each(units)('%s runs a program of this repository with its own Node', (unit) => {
    const [, node = '', script = ''] =
      /^ExecStart=\/srv\/mall\/(\S+) (\S+)(?: \/mnt\/backup(?: --add)?)?$/m.exec(read(`systemd/${unit}`)) ?? []
    expect(node).toBe('node_modules/.bin/node')
    expect(existsSync(path.join(ROOT, script)), script).toBe(true)
  })

  test.each(units)('%s grants only the privileges that the program needs', (unit) => {
    const lines = read(`systemd/${unit}`).split('\n')
    for (const line of ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes'])
      expect(lines).toContain(line)
    expect(lines).toContain('User=mall')
  })

  test('a server has time to drain and to finish its requests before it is killed', () => {
    const { drainSeconds } = readConfig(readEnvLines(fillIn(read('mall.env'))))
    const [, seconds = '0'] = /^TimeoutStopSec=(\d+)$/m.exec(read('systemd/mall@.service')) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(drainSeconds + 10)
  })
})

describe('container', () => {
  const text = read('container/Containerfile')

  test('copies existing files, uses pinned versions and does not run as root', () => {
    const copied = [...text.matchAll(/^COPY --from=build \S+ \/srv\/mall\/(\S+) /gm)].map(([, name = '']) => name)
    const built = ['node_modules', 'dist']
    expect(copied.filter((name) => !built.includes(name) && !existsSync(path.join(ROOT, name)))).toEqual([])
    // `latest`, or no tag, would be another image tomorrow.
    expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => /:(?!latest)\S+$/.test(image))).toEqual([true, true])
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(text).not.toMatch(/^ADD /m)
    for (const [, script = ''] of text.matchAll(/(?:CMD \["|mall )([\w/]+\.ts)/g))
      expect(existsSync(path.join(ROOT, script)), script).toBe(true)
  })

  test('excludes secrets and data of the build machine', () => {
    const ignored = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n')
    for (const name of ['data', '.git', 'node_modules']) expect(ignored).toContain(name)
  })
})

describe('compose', () => {
  interface Service {
    command?: string[]
    read_only?: boolean
    environment?: Record<string, string>
    healthcheck?: { test: string[] }
  }
  const { services } = parse(read('compose/compose.yaml'), { merge: true }) as { services: Record<string, Service> }

  test('two servers and a migration run with a read-only root file system', () => {
    const ours = Object.entries(services).filter(([name]) => name.startsWith('mall-') || name === 'migrate')
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'mall-1', 'mall-2'])
    for (const [name, { read_only }] of ours) expect(read_only, name).toBe(true)
    for (const [, { environment = {} }] of ours)
      expect(Object.keys(environment).filter((name) => !(name in environmentSettings))).toEqual([])
    for (const script of services.migrate?.command ?? []) expect(existsSync(path.join(ROOT, script)), script).toBe(true)
  })

  test('the proxy has the same rules as the standalone one and routes to the compose servers', () => {
    const rulesOf = (file: string) => read(file).split('\n').slice(1)
    const servers = (lines: string[]) => lines.filter((line) => /^ {2}server /.test(line))
    const [own, other] = [rulesOf('compose/haproxy.cfg'), rulesOf('haproxy/haproxy.cfg')]
    expect(own.filter((line) => !servers(own).includes(line))).toEqual(other.filter((line) => !servers(other).includes(line)))
    for (const name of ['mall-1', 'mall-2']) {
      const { environment = {}, healthcheck } = services[name] ?? expect.fail(`no ${name}`)
      const { HEALTH_PORT: healthPort, PORT: port } = environment
      expect(servers(own)).toContain(`  server ${name} ${name}:${port} port ${healthPort}`)
      expect(environment.HEALTH_HOST).toBe('0.0.0.0')
      expect(healthcheck?.test.at(-1)).toContain(`'http://127.0.0.1:${healthPort}${HEALTH_PATH}'`)
    }
    expect(servers(own)).toHaveLength(2)
  })
})

test.each(['haproxy/haproxy.cfg', 'compose/haproxy.cfg'])('%s checks the readiness path of each server', (file) => {
  const text = read(file)
  expect(text).toContain(`option httpchk GET ${READY_PATH}\n`)
  // A write must never be sent to a second server.
  expect(text).toMatch(/^ {2}retry-on conn-failure$/m)
  const { drainSeconds } = readConfig(readEnvLines(fillIn(read('mall.env'))))
  const [, inter = '', fall = ''] = /check inter (\d+)s fall (\d+)/.exec(text) ?? []
  expect(Number(inter) * (Number(fall) + 1)).toBeLessThan(drainSeconds)
})

/** The names and values that a unit gives to a server; `%i` is the port of mall@. */
const environmentOfUnit = (unit: string): Map<string, string> =>
  new Map([...read(`systemd/${unit}.service`).matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** The ports of the servers of the units, behind the proxy. */
const portsOfUnits = ['8081', '8082'].map((port) => {
  const unit = environmentOfUnit('mall@')
  const fillPort = (name: string) => unit.get(name)?.replace('%i', port) ?? `no ${name}`
  return { port: fillPort('PORT'), health: fillPort('HEALTH_PORT'), metrics: fillPort('METRICS_PORT') }
})

test('two servers of the units share no port, and mall.env, which they read and which would win, gives none', () => {
  const used = portsOfUnits.flatMap(({ port, health, metrics }) => [port, health, metrics])
  expect(new Set(used).size).toBe(used.length)
  for (const port of used) expect(() => readConfig({ PORT: port })).not.toThrow()
  const single = environmentOfUnit('mall-single')
  expect(['PORT', 'HEALTH_PORT', 'METRICS_PORT'].map((name) => single.get(name))).toEqual(Object.values(portsOfUnits[0] ?? {}))
  const given = settingsInFiles['mall.env'] ?? []
  expect(given.filter((name) => environmentOfUnit('mall@').has(name))).toEqual([])
})

test('the proxy for systemd units checks the health port of each unit', () => {
  const servers = [...read('haproxy/haproxy.cfg').matchAll(/^ {2}server \S+ 127\.0\.0\.1:(\d+) port (\d+)$/gm)]
  expect(servers.map(([, port, health]) => ({ port, health }))).toEqual(portsOfUnits.map(({ port, health }) => ({ port, health })))
})

test('Prometheus reads every server of the units, and the guides call ports that the units have', () => {
  const { scrape_configs: jobs } = parse(read('monitoring/prometheus.yaml')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[]
  }
  const targets = jobs.flatMap(({ static_configs: groups }) => groups.flatMap((group) => group.targets))
  expect(targets).toEqual(portsOfUnits.map(({ metrics }) => `127.0.0.1:${metrics}`))
  const pages = globSync('docs/zh/**/*.md', { cwd: ROOT })
  const called = pages.flatMap((page) =>
    [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/curl .*?127\.0\.0\.1:(\d+)(\/\w*)/g)].map(([, port, target]) => ({
      page,
      port,
      target,
    })),
  )
  expect(called.length).toBeGreaterThan(10)
  const [first] = portsOfUnits
  // Figures are at the root of their port, and everything else is asked on the port of the server.
  expect(called.filter(({ port, target }) => port !== (target === '/' ? first?.metrics : first?.port))).toEqual([])
})

test('the guide installs the units before it starts them, and starts only units that exist', () => {
  const guide = readFileSync(path.join(ROOT, 'docs/zh/部署.md'), 'utf8')
  const at = (text: string) => {
    const found = guide.indexOf(text)
    return found < 0 ? expect.fail(`the guide has no ${text}`) : found
  }
  const inOrder = [
    'useradd --system',
    'cp deploy/systemd/* /etc/systemd/system/',
    'systemctl daemon-reload',
    'systemctl start mall-migrate',
  ]
  expect(inOrder.map(at)).toEqual(inOrder.map(at).toSorted((a, b) => a - b))
  expect(at('npm run build')).toBeLessThan(at('systemctl start'))
  expect(at('cp deploy/haproxy/haproxy.cfg /etc/haproxy/haproxy.cfg')).toBeGreaterThan(at('systemctl enable --now mall@8081'))
  const [, certificates = ''] = / crt (\S+)\/ /.exec(read('haproxy/haproxy.cfg')) ?? []
  expect(guide).toContain(`> ${certificates}/mall.pem`)
  const started = [...guide.matchAll(/systemctl (?:start|enable --now) ((?:mall[\w@.-]* ?)+)/g)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  )
  const fileOf = (unit: string) => `${unit.replace(/@\d+/, '@')}${/\.timer$/.test(unit) ? '' : '.service'}`
  expect(started.length).toBeGreaterThan(4)
  expect(started.filter((unit) => !existsSync(path.join(ROOT, 'deploy/systemd', fileOf(unit))))).toEqual([])
})

test('the PgBouncer role gets the settings that a server requires', () => {
  const named = [...read('pgbouncer/pgbouncer.ini').matchAll(/^; {3}alter role mall_app set (\w+) = '(\w+)';$/gm)]
  expect(named.map(([, name, value]) => `${name}=${value}`)).toEqual([
    'lock_timeout=3s',
    'statement_timeout=10s',
    'idle_in_transaction_session_timeout=10s',
    'timezone=UTC',
  ])
})

describe('Kubernetes', () => {
  test.each(resources.map((resource) => [`${resource.kind} ${resource.metadata.name}`, resource] as const))(
    '%s matches the schema of its kind and has no unknown key',
    async (_, resource) => {
      const name = `kubernetes-models/${resource.apiVersion}/${resource.kind}`
      const module = (await import(name)) as Record<string, ModelOfKind>
      const Model = module[resource.kind] ?? expect.fail(`no schema of ${resource.kind}`)
      expect(findUnknownKeys(Model, resource)).toEqual([])
    },
  )

  test('a misspelt key is detected', async () => {
    const { Deployment } = (await import('kubernetes-models/apps/v1/Deployment')) as unknown as Record<string, ModelOfKind>
    const resource = structuredClone(resources.find(({ kind }) => kind === 'Deployment') ?? expect.fail('no deployment'))
    Object.assign(resource.spec?.template?.spec.containers[0] ?? {}, { readynessProbe: {} })
    expect(findUnknownKeys(Deployment ?? expect.fail('no schema'), resource)).toEqual(['spec.template.spec.containers.0.readynessProbe'])
  })

  test.each(pods)('$title: runs without root, without privileges and with a read-only root file system', ({ pod }) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  test.each(pods)('$title: its settings start a production server', ({ pod }) => {
    for (const container of pod.containers) {
      const config = readConfig(environmentOf(container))
      expect(config.production).toBe(true)
      expect(config.host).toBe('0.0.0.0')
      // Files on one pod's disk would be missing on the others.
      expect(config.s3).toBeDefined()
      for (const script of container.args ?? []) expect(existsSync(path.join(ROOT, script)), script).toBe(true)
    }
  })

  test.each(pods.filter(({ title }) => title.startsWith('Deployment')))('$title: probes, ports and timeouts match the program', (item) => {
    const [container] = item.pod.containers
    const config = readConfig(environmentOf(container ?? expect.fail('no container')))
    const ports = Object.fromEntries((container?.ports ?? []).map(({ name, containerPort }) => [name, containerPort]))
    expect(ports).toEqual({ http: config.port, metrics: config.metricsPort, health: config.healthPort })
    expect(config.healthHost).toBe('0.0.0.0')
    expect(item.annotations?.['prometheus.io/port']).toBe(String(config.metricsPort))
    expect(container?.startupProbe?.httpGet).toEqual({ path: HEALTH_PATH, port: 'health' })
    expect(container?.livenessProbe?.httpGet).toEqual({ path: HEALTH_PATH, port: 'health' })
    expect(container?.readinessProbe?.httpGet).toEqual({ path: READY_PATH, port: 'health' })
    expect(item.pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.drainSeconds + 10)
  })

  test('servers that answer people survive a drain of a node and follow the load; the ones that run jobs are not scaled', () => {
    const find = (kind: string) => resources.filter((resource) => resource.kind === kind).map(({ spec }) => spec as Record<string, unknown>)
    const servers = resources.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'mall') ?? expect.fail('no servers')
    const labels = (servers.spec as { selector: { matchLabels: Record<string, string> } }).selector
    expect(find('PodDisruptionBudget')).toEqual([{ minAvailable: 1, selector: labels }])
    const scaled = find('HorizontalPodAutoscaler')
    expect(scaled).toMatchObject([{ scaleTargetRef: { apiVersion: servers.apiVersion, kind: servers.kind, name: servers.metadata.name } }])
    // With one alone, the budget would stop every drain.
    expect(scaled[0]?.minReplicas).toBeGreaterThan(1)
    expect(scaled[0]?.maxReplicas).toBeGreaterThan(Number(scaled[0]?.minReplicas))
  })

  test('only the migration and the job worker have the credentials of the owner', () => {
    const owners = pods.filter(({ pod }) => pod.containers.some((container) => 'DATABASE_OWNER_URL' in environmentOf(container)))
    expect(owners.map(({ title }) => title)).toEqual(['Job mall-migrate', 'Deployment mall-jobs'])
  })
})
