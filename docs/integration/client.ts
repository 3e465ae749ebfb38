/**
 * A sample of how a company's own system speaks to the mall: pulls what has changed, and takes what it is told. Plain Node from 20 on, nothing to
 * install; newer ones run it as it is, older ones after `tsc`. README.md beside it says how.
 *
 *   YANFENG_BASE=https://mall.example.com YANFENG_KEY=yf_… node client.ts pull ./data
 *   YANFENG_SECRET=whsec_… node client.ts listen 9000
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'

/** Amounts are whole fen. Only what this sample uses is written down; the rest is in the description. */
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

const say = (text: string) => void process.stdout.write(`${text}\n`)

const TIMES = 5
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One call. Too many calls and a server that is busy are waited out; everything else that is refused is thrown. */
async function call<Data>({ base, key }: Reach, name: string, query: Record<string, string> = {}): Promise<Data> {
  for (let time = 1; ; time++) {
    const answer = await fetch(`${base}/api/open-api/v1/${name}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    })
    if ((answer.status === 429 || answer.status === 503) && time < TIMES) {
      await wait(Number(answer.headers.get('retry-after') ?? 5) * 1_000)
      continue
    }
    const { code, msg, reason = '', data } = (await answer.json()) as { code: number; msg: string; reason?: string; data: Data }
    if (code !== 200) throw new CallRefused(answer.status, reason, msg)
    return data
  }
}

interface Reach {
  base: string
  key: string
}

/** What has been pulled so far: the latest of each order and each statement, and where to go on. */
interface Books {
  cursors: { orders?: string; statements?: string }
  orders: Record<string, Order>
  statements: Record<string, Statement & { lines: StatementLine[] }>
}

const NOTHING: Books = { cursors: {}, orders: {}, statements: {} }

function readBooks(file: string): Books {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Books
  } catch {
    return NOTHING
  }
}

/** Written beside and put in its place, so that whoever is broken off finds the books of before. */
function writeBooks(file: string, books: Books): void {
  writeFileSync(`${file}.new`, JSON.stringify(books, null, 2))
  renameSync(`${file}.new`, file)
}

async function readLines(reach: Reach, month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let after: string | null = null; ; ) {
    const page: Lines = await call(reach, 'statements/lines', { month, size: '100', ...(after === null ? {} : { after }) })
    lines.push(...page.dataList)
    if (!page.more || page.nextAfter === null) return lines
    after = page.nextAfter
  }
}

/** Pulls whatever has changed since the last time. Rows are put under their numbers: the same row twice changes nothing. */
async function pullAll(reach: Reach, file: string): Promise<{ orders: number; statements: number }> {
  const books = readBooks(file)
  const count = { orders: 0, statements: 0 }
  const pull = async <Row>(kind: 'orders' | 'statements', keep: (row: Row) => Promise<void> | void) => {
    for (let more = true; more; ) {
      const cursor = books.cursors[kind]
      const page: Pulled<Row> = await call(reach, kind, { size: '100', ...(cursor === undefined ? {} : { cursor }) })
      for (const row of page.dataList) await keep(row)
      count[kind] += page.dataList.length
      // The cursor is kept together with what it stands for, never before.
      books.cursors[kind] = page.nextCursor
      writeBooks(file, books)
      more = page.more
    }
  }
  await pull<Order>('orders', (order) => {
    books.orders[order.orderNo] = order
  })
  await pull<Statement>('statements', async (statement) => {
    books.statements[statement.month] = { ...statement, lines: await readLines(reach, statement.month) }
  })
  return count
}

interface Told {
  id: string
  type: string
  createdAt: string
  data: Record<string, unknown>
}

const FRESH_SECONDS = 300

/** What was sent, if it is from the mall, meant for this secret, unchanged and no older than five minutes; else it throws. */
function verify(secret: string, headers: IncomingHttpHeaders, body: string, now = Date.now()): Told {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''))
  if (!id || Math.abs(now / 1_000 - Number(timestamp)) > FRESH_SECONDS) throw new Error('too old, or without a time')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const genuine = (signatures ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!genuine) throw new Error('not signed with this secret')
  return JSON.parse(body) as Told
}

const BODY_MAX = 100_000

/** Takes what the mall sends, each once, and answers at once: whatever takes long is done afterwards. */
function listen(port: number, secret: string): void {
  // A real system keeps these in its database.
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => {
      parts.push(part)
      if (parts.reduce((sum, one) => sum + one.length, 0) > BODY_MAX) request.destroy()
    })
    request.on('end', () => {
      try {
        const told = verify(secret, request.headers, Buffer.concat(parts).toString('utf8'))
        if (!seen.has(told.id)) say(`${told.type} ${JSON.stringify(told.data)}`)
        seen.add(told.id)
        response.writeHead(204).end()
      } catch (error) {
        console.error(`refused: ${String(error)}`)
        response.writeHead(401).end()
      }
    })
  })
  server.listen(port, '127.0.0.1', () => say(`listening ${JSON.stringify(server.address())}`))
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
  say(`pulled ${orders} orders, ${statements} statements into ${file}`)
} else if (what === 'listen') listen(Number(where), need('YANFENG_SECRET'))
else console.error('usage: node client.ts pull <folder> | listen <port>')
