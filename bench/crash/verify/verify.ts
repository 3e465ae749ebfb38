import type pg from 'pg'
import type { CrashFindings } from '#bench/crash/calls/findings.ts'
import { getAnswerData, isCallDone } from '#bench/crash/calls/journal.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { type ExpectedMall, type ExpectedOrder, findTradesPaidOnline, SUBMIT } from './expected.ts'
import { type ProviderTotals, verifyMoney } from './verify-money.ts'

export interface CrashTotals {
  provider: ProviderTotals
  orders: number
  /** Of these, by the journal. */
  shipped: number
  refunded: number
  payments: number
  /** Orders whose online payment the provider has kept. */
  paidOnline: number
  repaidByWallet: number
  /** Orders that used a coupon and were paid; those that a main account approved, and rejected; those paid by a voucher of the bank. */
  withCoupon: number
  approved: number
  rejected: number
  paidByBank: number
  /** How often an order has used a limit to the last fen. */
  usedUpLimits: number
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
  const trades = new Set(rows.map(({ trade_id }) => trade_id)).size
  const answered = calls
    .filter((call) => call.path === SUBMIT && isCallDone(call))
    .map((call) => getAnswerData<{ tradeId: string }>(call).tradeId)
  if (new Set(answered).size !== answered.length) findings.add('doubled', 'one trade was the answer to two keys')
  if (trades > new Set(answered).size) findings.add('doubled', `${trades} trades, of which ${new Set(answered).size} were answered`)
}

interface CountedEvent {
  orderNo: string
  to: string
  n: number
  published: number
}

/** The states of which an order must have an event. */
const movedTo = ({ states, state, cancelUnclear }: ExpectedOrder): string[] =>
  cancelUnclear && state === 'CANCELLED' && !states.includes(state) ? [...states, state] : states

/** Every state that an order was in has one event, which was passed on; and no order has another one. */
async function verifyEvents(client: pg.Client, { orders }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const { rows } = await client.query<CountedEvent>(
    `select payload->>'orderNo' as "orderNo", payload->>'to' as "to", count(*)::int as n, count(published_at)::int as published
    from outbox where topic = 'order.moved' group by 1, 2`,
  )
  const left = new Map(rows.map((row) => [`${row.orderNo} ${row.to}`, row]))
  for (const order of orders.values())
    for (const state of movedTo(order)) {
      const event = `${order.orderNo} ${state}`
      const { n, published } = left.get(event) ?? { n: 0, published: 0 }
      left.delete(event)
      if (n !== 1 || published !== 1)
        findings.add('events', `${order.orderNo} has ${n} events of ${state}, of which ${published} were passed on`)
    }
  for (const event of left.keys()) findings.add('events', `${event} has an event, and nobody was answered that`)
}

type StoredTotals = Pick<CrashTotals, 'statements' | 'interestDays' | 'automatic' | 'usedUpLimits'>

/** What the database alone knows. A hold says how much of which limit was used after it, so nobody has to look at the right moment. */
async function readStoredTotals(client: pg.Client): Promise<StoredTotals> {
  const { rows } = await client.query<Record<'statements' | 'interest' | 'automatic' | 'limits', string>>(`select
    (select count(*) from statement) as statements, (select count(*) from statement_interest) as interest,
    (select count(*) from repayment where automatic) as automatic,
    (select count(*) from ledger_transfer where kind = 'hold' and used_after_fen = limit_fen) as limits`)
  const { statements, interest, automatic, limits } = rows[0] ?? {}
  return {
    statements: Number(statements),
    interestDays: Number(interest),
    automatic: Number(automatic),
    usedUpLimits: Number(limits),
  }
}

/** What the journal says that was done. */
function countExpected({ orders, payments, repaid }: ExpectedMall): Omit<CrashTotals, 'provider' | keyof StoredTotals> {
  const all = [...orders.values()]
  return {
    orders: orders.size,
    shipped: all.filter(({ state }) => state === 'SENT').length,
    refunded: all.filter(({ state, states }) => state === 'CANCELLED' && states.includes('WAIT_SEND')).length,
    payments: payments.length,
    paidOnline: findTradesPaidOnline(payments).size,
    repaidByWallet: repaid.length,
    withCoupon: all.filter(({ discountFen, states }) => discountFen > 0 && states.includes('WAIT_SEND')).length,
    approved: all.filter(({ states }) => states[0] === 'WAIT_APPROVAL' && states[1] === 'WAIT_PAY').length,
    rejected: all.filter(({ states }) => states[0] === 'WAIT_APPROVAL' && states[1] === 'CANCELLED').length,
    paidByBank: all.filter(({ paidBy }) => paidBy === 'transfer').length,
  }
}

/** Compares the database with what was answered, with the provider and with its own invariants. The servers are stopped. */
export async function verifyDatabase(
  ownerUrl: string,
  { expected, trades, findings }: { expected: ExpectedMall; trades: readonly SandboxTrade[]; findings: CrashFindings },
): Promise<CrashTotals> {
  return withDatabaseClient(ownerUrl, async (client) => {
    await findLostAndDoubledOrders(client, expected, findings)
    await verifyEvents(client, expected, findings)
    const provider = await verifyMoney(client, { expected, trades, findings })
    for (const { id, breaches, examples } of await checkInvariants(ownerUrl))
      if (breaches > 0) findings.add('invariants', `${id} ${breaches}: ${examples.join('; ')}`)
    return Object.assign({ provider }, countExpected(expected), await readStoredTotals(client))
  })
}
