import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import pg from 'pg'
import { openApiConnection, percent, tenths } from './clients.ts'
import { type BareServer, findFreeLoopbackPort, type LoadDatabase, type LoadServer, startBareServer, startLoadServer } from './cluster.ts'
import { median } from './compare/figures.ts'
import { readDatabaseCpuMs, readProcessCpuMs } from './processes.ts'
import { type LoadWorld, PASSWORD } from './world.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const ROUNDS = 9
const CONNECTIONS = 16
/** The promised shares: of hello for guests, and of a bare handler with one query for members with prices of their own. */
const GUEST_SHARE = 0.55
const MEMBER_SHARE = 0.5

interface ReadCase {
  name: string
  pid: number
  url: string
  token?: string
  /** The name of the case that it is compared with, and the promised share. */
  against?: { name: string; share: number }
}

interface ReadFigures {
  perSecond: number
  serverUs: number
  /** Missing if the sum over the connections fell, because one of them ended during the round. */
  databaseUs: number | undefined
}

async function measureCase({ url, pid, token }: ReadCase, database: LoadDatabase, seconds: number): Promise<ReadFigures> {
  const headers = { 'accept-encoding': 'gzip, deflate, br', ...(token === undefined ? {} : { authorization: token }) }
  const before = [readProcessCpuMs(pid), readDatabaseCpuMs(database.postgres.pid)] as const
  const { requests, errors, non2xx } = await autocannon({ url, connections: CONNECTIONS, workers: 1, headers, duration: seconds })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests of ${url} failed`)
  const databaseMs = readDatabaseCpuMs(database.postgres.pid) - before[1]
  return {
    perSecond: requests.average,
    serverUs: ((readProcessCpuMs(pid) - before[0]) * 1_000) / requests.total,
    databaseUs: databaseMs < 0 ? undefined : (databaseMs * 1_000) / requests.total,
  }
}

/** Gives a company a price of its own for every SKU. */
async function insertOwnPrices(ownerUrl: string, enterpriseId: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const values = [enterpriseId, randomUUID()]
  await client.query(
    `insert into price_list (enterprise_id, id, name, from_day, enabled, created_at) values ($1, $2, '协议价', '2026-01-01', true, now())`,
    values,
  )
  await client.query(
    `insert into price_list_item (enterprise_id, list_id, sku_id, from_quantity, sale_price_fen, credit_price_fen)
     select $1, $2, id, 1, sale_price_fen - 1, credit_price_fen from sku`,
    values,
  )
  await client.end()
}

/** The median of the rounds in which it was measured. What is less than 0.05 µs is less than the clock of CPU time can show. */
function formatDatabaseCpu(rounds: readonly ReadFigures[]): string {
  const measured = rounds.flatMap(({ databaseUs }) => databaseUs ?? [])
  const us = measured.length === 0 ? 0 : median(measured)
  return us < 0.05 ? 'database not measured' : `database ${tenths(us).padStart(7)} µs`
}

/** Other work on the machine only adds to the CPU of a request, so the least of the rounds is what is compared. */
function printCase({ name, against }: ReadCase, found: ReadonlyMap<string, readonly ReadFigures[]>): boolean {
  const rounds = found.get(name) ?? []
  const leastOf = (of: string) => Math.min(...(found.get(of) ?? []).map(({ serverUs }) => serverUs))
  const most = Math.max(...rounds.map(({ perSecond }) => perSecond))
  const server = `CPU server ${tenths(leastOf(name)).padStart(7)} µs`
  const figures = `${name.padEnd(24)}${tenths(most).padStart(9)}/s   ${server}, ${formatDatabaseCpu(rounds)}`
  if (!against) {
    print(`    ${figures}`)
    return true
  }
  const share = leastOf(against.name) / leastOf(name)
  const isKept = share >= against.share
  print(`    ${figures}   ${percent(share)} of ${against.name}   ≥ ${percent(against.share)} ${isKept ? 'kept' : 'BROKEN'}`)
  return isKept
}

interface ReadProcesses {
  server: LoadServer
  bare: BareServer
}

/** The cases of guests and of a buyer, each after the bare handler that it is compared with. */
async function listCases({ server, bare }: ReadProcesses, buyer: LoadWorld['buyers'][number]): Promise<ReadCase[]> {
  const line = openApiConnection(server.base)
  const login = await line.post('/api/user-api/api/security/login-by-mobile', { mobile: buyer.mobile, pwd: PASSWORD })
  const { token } = login.body.data as { token: string }
  line.close()
  const list = `${server.base}/api/goods-api/api/goods/list?pageSize=24`
  const { data } = (await (await fetch(list)).json()) as { data: { dataList: { goodsId: string }[] } }
  const detail = `${server.base}/api/goods-api/api/goods/detail?goodsId=${data.dataList[0]?.goodsId}`
  const guest = { pid: server.pid(), against: { name: 'hello', share: GUEST_SHARE } }
  const member = { pid: server.pid(), token, against: { name: 'bare list, one query', share: MEMBER_SHARE } }
  return [
    { name: 'hello', pid: bare.pid, url: `${bare.base}/hello` },
    { name: 'guest, list of 24', ...guest, url: list },
    { name: 'guest, product', ...guest, url: detail },
    { name: 'bare list, one query', pid: bare.pid, url: `${bare.base}/list?enterprise=${buyer.enterpriseId}` },
    { name: 'member, list of 24', ...member, url: list },
    { name: 'member, product', ...member, url: detail },
  ]
}

/** Measures the cases in turns and prints them. Returns how many promises are broken. */
async function measureCases(cases: readonly ReadCase[], database: LoadDatabase, seconds: number): Promise<number> {
  const found = new Map<string, ReadFigures[]>()
  for (const one of cases) await measureCase(one, database, 2)
  for (let round = 0; round < ROUNDS; round++)
    for (const one of round % 2 === 0 ? cases : cases.toReversed())
      found.set(one.name, [...(found.get(one.name) ?? []), await measureCase(one, database, seconds)])
  print(`${ROUNDS} rounds of ${seconds} s a turn, ${CONNECTIONS} connections, the best of the rounds, of the database their median`)
  return cases.filter((one) => !printCase(one, found)).length
}

/**
 * A page of goods and the page of a product, as a guest and as a member with prices of his own, compared with bare handlers in turns of the
 * same run. The shares are of server CPU per request, which other work on the machine changes less than requests per second. Returns how
 * many promises are broken.
 */
export async function benchReads({
  database,
  world,
  seconds,
}: {
  database: LoadDatabase
  world: LoadWorld
  seconds: number
}): Promise<number> {
  const [buyer] = world.buyers
  if (!buyer) throw new Error('nobody to read')
  await insertOwnPrices(database.ownerUrl, buyer.enterpriseId)
  const server = await startLoadServer({ database, port: await findFreeLoopbackPort() })
  try {
    const bare = await startBareServer('bare-reads.ts', database.appUrl)
    try {
      return await measureCases(await listCases({ server, bare }, buyer), database, seconds)
    } finally {
      bare.stop()
    }
  } finally {
    await server.stop()
  }
}
