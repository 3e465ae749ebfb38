import pg from 'pg'
import type { CrashFindings } from '#bench/crash/calls/findings.ts'
import { getAnswerData, isCallDone } from '#bench/crash/calls/journal.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { type ExpectedMall, SUBMIT } from './expected.ts'
import { type ProviderTotals, verifyMoney } from './verify-money.ts'

export interface CrashTotals {
  provider: ProviderTotals
  orders: number
  payments: number
  /** What the jobs did meanwhile. */
  statements: number
  interestDays: number
  automatic: number
}

/** Every order costs what the prices that its buyer was shown add up to. */
export function verifyAmounts({ calls }: ExpectedMall, findings: CrashFindings): void {
  for (const call of calls) {
    if (call.path !== SUBMIT || !isCallDone(call)) continue
    const { lines, quote } = call.body as { lines: { skuId: string; goodsNum: number }[]; quote: string }
    const shown = JSON.parse(Buffer.from(quote, 'base64url').toString('utf8')) as Record<'p' | 'f' | 'c', Record<string, number>>
    const sum = (amounts: Record<string, number>) => Object.values(amounts).reduce((total, amount) => total + amount, 0)
    const goods = lines.reduce((total, { skuId, goodsNum }) => total + (shown.p[skuId] ?? 0) * goodsNum, 0)
    const { payable, orders } = getAnswerData<{ payable: number; orders: { orderNo: string }[] }>(call)
    const must = goods + sum(shown.f) - sum(shown.c)
    if (fromYuan(payable) !== must) findings.add('amounts', `${orders[0]?.orderNo} costs ${fromYuan(payable)} instead of ${must}`)
  }
}

interface Found {
  order_no: string
  trade_id: string
  enterprise_id: string
}

/** Adds orders that were answered and are missing, and what was made twice. */
async function findLostAndDoubledOrders(client: pg.Client, { calls, orders }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const { rows } = await client.query<Found>('select order_no, trade_id, enterprise_id from "order"')
  const byNo = Map.groupBy(rows, ({ order_no }) => order_no)
  for (const { orderNo, tradeId } of orders.values())
    if (byNo.get(orderNo)?.[0]?.trade_id !== tradeId) findings.add('lost', `submitted ${orderNo}`)
  for (const [orderNo, found] of byNo) if (found.length > 1) findings.add('doubled', `number ${orderNo}`)
  const keys = new Set(calls.filter(({ path }) => path === SUBMIT).map(({ enterpriseId, key }) => `${enterpriseId} ${key}`))
  const trades = new Set(rows.map(({ trade_id }) => trade_id)).size
  if (trades > keys.size) findings.add('doubled', `${trades} trades of ${keys.size} keys`)
  const answered = calls
    .filter((call) => call.path === SUBMIT && isCallDone(call))
    .map((call) => getAnswerData<{ tradeId: string }>(call).tradeId)
  if (new Set(answered).size !== answered.length) findings.add('doubled', 'one trade was the answer to two keys')
  if (trades > new Set(answered).size) findings.add('doubled', `${trades} trades, of which ${new Set(answered).size} were answered`)
}

/** Every state that an order was in has one event, which was passed on. */
async function verifyEvents(client: pg.Client, { orders }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const { rows } = await client.query<{ event: string; n: string }>(
    `select (payload->>'orderNo') || ' ' || (payload->>'to') as event, count(*) as n from outbox where topic = 'order.moved' group by 1`,
  )
  const counts = new Map(rows.map(({ event, n }) => [event, Number(n)]))
  for (const { orderNo, states } of orders.values())
    for (const state of states) {
      const count = counts.get(`${orderNo} ${state}`) ?? 0
      if (count !== 1) findings.add('events', `${orderNo} has ${count} events of ${state}`)
    }
}

async function readJobTotals(client: pg.Client): Promise<Pick<CrashTotals, 'statements' | 'interestDays' | 'automatic'>> {
  const { rows } = await client.query<Record<'statements' | 'interest' | 'automatic', string>>(`select
    (select count(*) from statement) as statements, (select count(*) from statement_interest) as interest,
    (select count(*) from repayment where automatic) as automatic`)
  return { statements: Number(rows[0]?.statements), interestDays: Number(rows[0]?.interest), automatic: Number(rows[0]?.automatic) }
}

/** Compares the database with what was answered, with the provider and with its own invariants. The servers are stopped. */
export async function verifyDatabase(
  ownerUrl: string,
  { expected, trades, findings }: { expected: ExpectedMall; trades: readonly SandboxTrade[]; findings: CrashFindings },
): Promise<CrashTotals> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await findLostAndDoubledOrders(client, expected, findings)
    await verifyEvents(client, expected, findings)
    const provider = await verifyMoney(client, { expected, trades, findings })
    for (const { id, breaches, examples } of await checkInvariants(ownerUrl))
      if (breaches > 0) findings.add('invariants', `${id} ${breaches}: ${examples.join('; ')}`)
    return Object.assign({ provider, orders: expected.orders.size, payments: expected.payments.length }, await readJobTotals(client))
  } finally {
    await client.end()
  }
}
