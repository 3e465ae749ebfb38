import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { refusals } from '#contract/platform/core/refusals.ts'
import { type ChildProgram, findFreePort, startChildProgram } from '#server/platform/testing/child-program.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const ROOT = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string; page: string }
  annotations: { summary: string }
}

interface Panel {
  id: number
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets: { refId: string; expr: string }[]
}

const rules = (parse(read('deploy/monitoring/rules.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
]

/** The texts of all nodes of a kind in an expression. Throws if it is no PromQL. */
function partsOf(expr: string, kind: string): string[] {
  const found: string[] = []
  parser.parse(expr).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expr}`)
      if (type.name === kind) found.push(expr.slice(from, to))
    },
  })
  return found
}

describe('the monitoring queries', () => {
  let program: ChildProgram
  let exported = new Set<string>()
  let text = ''
  beforeAll(async () => {
    const mall = await openMall({ now: new Date() })
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const settings = { DATABASE_URL: mall.appUrl, MALL_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'info' }
    program = startChildProgram('server/main.ts', { ...settings, PORT: String(port), METRICS_PORT: String(metricsPort) })
    await program.says('"listening"')
    text = await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text()
    exported = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
  })
  afterAll(() => program?.send('SIGKILL'))

  test('use only metrics that the program exports', () => {
    // Prometheus itself says whether a server answered it.
    const known = new Set([...exported, 'up'])
    const unknown = expressions.flatMap(({ where, expr }) =>
      partsOf(expr, 'Identifier')
        .filter((name) => !known.has(name))
        .map((name) => `${where}: ${name}`),
    )
    expect(unknown).toEqual([])
    expect(new Set(expressions.flatMap(({ expr }) => partsOf(expr, 'Identifier'))).size).toBeGreaterThan(20)
  })

  test('do not count the scrape itself as waiting on an idle server', () => {
    expect(text).toMatch(/^mall_database_answers 1$/m)
    expect(text).toMatch(/^mall_pool_waiting 0$/m)
  })

  test('each metric of the mall is documented', () => {
    const page = read('docs/zh/监控与告警.md')
    expect([...exported].filter((name) => /^mall_(?!.*_(?:sum|count)$)/.test(name) && !page.includes(`\`${name}\``))).toEqual([])
  })
})

test('an expression with invalid PromQL is detected', () => {
  expect(() => partsOf('max(mall_orders_hour', 'Identifier')).toThrow('no PromQL')
  expect(() => partsOf('sum by (', 'Identifier')).toThrow('no PromQL')
})

test('each refusal reason in an expression exists', () => {
  const reasons = expressions.flatMap(({ expr }) =>
    [...expr.matchAll(/reason=~?"([^"]+)"/g)].flatMap(([, alternatives = '']) => alternatives.split('|')),
  )
  expect(reasons.length).toBeGreaterThan(5)
  expect(reasons.filter((reason) => !(reason in refusals))).toEqual([])
})

test('each alert has a unique name, a summary and a runbook page that names it', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'warn'], alert).toContain(labels.severity)
    expect(annotations.summary, alert).toMatch(/\p{Script=Han}/u)
    const page = `docs/zh/runbook/${labels.page}.md`
    expect(existsSync(path.join(ROOT, page)), page).toBe(true)
    const text = read(page)
    expect(text, page).toContain(`\`${alert}\``)
    for (const heading of ['## 是什么意思', '## 怎么看', '## 怎么办']) expect(text, page).toContain(heading)
  }
})

test('each dashboard panel has a title, an expression and a position of its own', () => {
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(places).size).toBe(panels.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos, targets } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    expect(targets.length, title).toBeGreaterThan(0)
  }
})
