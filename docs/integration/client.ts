/**
 * A sample client for a company's own system: it pulls the orders and statements that have changed, and receives webhooks. It needs only Node, no
 * packages. Node 22.18 and later run it directly, Node 20 after `tsc`; README.md in this folder says how.
 *
 *   YANFENG_BASE=https://mall.example.com YANFENG_KEY=yf_… node client.ts pull ./data
 *   YANFENG_SECRET=whsec_… node client.ts listen 9000
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'

/** Amounts are integers in fen. Only the fields that this sample uses are declared; the API description has all of them. */
interface Order {
  orderNo: string
  state: string
  payable: number
}
interface Statement {
  month: string
  state: string
  total: number
  owed: number
}
interface StatementLine {
  id: string
  orderNo: string
  amount: number
}
interface Pulled<Row> {
  dataList: Row[]
  nextCursor: string
  more: boolean
}
interface Lines {
  dataList: StatementLine[]
  nextAfter: string | null
  more: boolean
}

class CallRefused extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string, msg: string) {
    super(`${status} ${reason}: ${msg}`)
    this.status = status
    this.reason = reason
  }
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

const ATTEMPTS_MAX = 5
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes one call. Waits and retries after 429 (too many calls) and 503 (server busy); throws every other refusal. */
async function call<Data>({ base, key }: Server, name: string, query: Record<string, string> = {}): Promise<Data> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${base}/api/open-api/v1/${name}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    })
    if ((answer.status === 429 || answer.status === 503) && attempt < ATTEMPTS_MAX) {
      await wait(Number(answer.headers.get('retry-after') ?? 5) * 1_000)
      continue
    }
    const { code, msg, reason = '', data } = (await answer.json()) as { code: number; msg: string; reason?: string; data: Data }
    if (code !== 200) throw new CallRefused(answer.status, reason, msg)
    return data
  }
}

interface Server {
  base: string
  key: string
}

/** What has been pulled so far: the latest state of each order and each statement, and the cursors for the next pull. */
interface PulledData {
  cursors: { orders?: string; statements?: string }
  orders: Record<string, Order>
  statements: Record<string, Statement & { lines: StatementLine[] }>
}

const NOTHING: PulledData = { cursors: {}, orders: {}, statements: {} }

function readData(file: string): PulledData {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PulledData
  } catch {
    return NOTHING
  }
}

/** Writes a new file and renames it. If the program stops in between, the old file is still complete. */
function writeData(file: string, data: PulledData): void {
  writeFileSync(`${file}.new`, JSON.stringify(data, null, 2))
  renameSync(`${file}.new`, file)
}

async function readLines(server: Server, month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let after: string | null = null; ; ) {
    const page: Lines = await call(server, 'statements/lines', { month, size: '100', ...(after === null ? {} : { after }) })
    lines.push(...page.dataList)
    if (!page.more || page.nextAfter === null) return lines
    after = page.nextAfter
  }
}

/** Pulls everything that has changed since the last run. Rows are stored by their number, so receiving a row twice changes nothing. */
async function pullAll(server: Server, file: string): Promise<{ orders: number; statements: number }> {
  const data = readData(file)
  const count = { orders: 0, statements: 0 }
  const pull = async <Row>(kind: 'orders' | 'statements', save: (row: Row) => Promise<void> | void) => {
    for (let more = true; more; ) {
      const cursor = data.cursors[kind]
      const page: Pulled<Row> = await call(server, kind, { size: '100', ...(cursor === undefined ? {} : { cursor }) })
      for (const row of page.dataList) await save(row)
      count[kind] += page.dataList.length
      // Save the cursor together with its rows, never before them.
      data.cursors[kind] = page.nextCursor
      writeData(file, data)
      more = page.more
    }
  }
  await pull<Order>('orders', (order) => {
    data.orders[order.orderNo] = order
  })
  await pull<Statement>('statements', async (statement) => {
    data.statements[statement.month] = { ...statement, lines: await readLines(server, statement.month) }
  })
  return count
}

interface WebhookEvent {
  id: string
  type: string
  createdAt: string
  data: Record<string, unknown>
}

const FRESH_SECONDS = 300

/** Returns the event if the mall signed it with this secret, it is unchanged, and it is at most five minutes old. Otherwise it throws. */
function verify(secret: string, headers: IncomingHttpHeaders, body: string, now = Date.now()): WebhookEvent {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''))
  if (!id || Math.abs(now / 1_000 - Number(timestamp)) > FRESH_SECONDS) throw new Error('too old, or without a time')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const genuine = (signatures ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!genuine) throw new Error('not signed with this secret')
  return JSON.parse(body) as WebhookEvent
}

const BODY_MAX = 100_000

/** Receives webhooks, handles each event once and answers at once. Do long work after the answer. */
function listen(port: number, secret: string): void {
  // A real system stores these ids in its database.
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => {
      parts.push(part)
      if (parts.reduce((sum, one) => sum + one.length, 0) > BODY_MAX) request.destroy()
    })
    request.on('end', () => {
      try {
        const event = verify(secret, request.headers, Buffer.concat(parts).toString('utf8'))
        if (!seen.has(event.id)) print(`${event.type} ${JSON.stringify(event.data)}`)
        seen.add(event.id)
        response.writeHead(204).end()
      } catch (error) {
        console.error(`refused: ${String(error)}`)
        response.writeHead(401).end()
      }
    })
  })
  server.listen(port, '127.0.0.1', () => print(`listening ${JSON.stringify(server.address())}`))
}

const need = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`set ${name}`)
  return value
}

const [what, where = ''] = process.argv.slice(2)
if (what === 'pull') {
  mkdirSync(where, { recursive: true })
  const file = path.join(where, 'books.json')
  const { orders, statements } = await pullAll({ base: need('YANFENG_BASE'), key: need('YANFENG_KEY') }, file)
  print(`pulled ${orders} orders, ${statements} statements into ${file}`)
} else if (what === 'listen') listen(Number(where), need('YANFENG_SECRET'))
else console.error('usage: node client.ts pull <folder> | listen <port>')
