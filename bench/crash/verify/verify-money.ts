import type pg from 'pg'
import type { CrashFindings } from '#bench/crash/calls/findings.ts'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { type ExpectedMall, REPAY_BY_WALLET } from './expected.ts'

/** Both sides of the payments through the provider, in fen. */
export interface ProviderTotals {
  /** By the provider's data. */
  paid: number
  returned: number
  /** By our data: settled, and refunds of payments that could not be used. */
  settled: number
  unusable: number
  refunded: number
}

const number = async (client: pg.Client, text: string): Promise<number> => Number((await client.query<{ n: string }>(text)).rows[0]?.n ?? 0)

async function readProviderTotals(client: pg.Client, trades: readonly SandboxTrade[]): Promise<ProviderTotals> {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    paid: sum(trades.filter(({ paidAt }) => paidAt).map(({ amount }) => amount)),
    returned: sum(trades.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))),
    settled: await number(client, `select coalesce(sum(amount_fen), 0) as n from payment where channel is not null and state = 'SETTLED'`),
    unusable: await number(client, `select coalesce(sum(amount_fen), 0) as n from gateway_receipt where outcome <> 'settled'`),
    refunded: await number(client, `select coalesce(sum(amount_fen), 0) as n from refund where way = 'gateway' and state = 'SETTLED'`),
  }
}

/** Adds acknowledged payments that are missing. */
async function findLostMoney(client: pg.Client, { settled, topUps }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const rows = async (text: string) => (await client.query<{ key: string; state: string }>(text)).rows
  const states = new Map((await rows('select id::text as key, state from payment')).map(({ key, state }) => [key, state]))
  const known = new Set(
    (await rows(`select enterprise_id || ' ' || amount_fen as key, kind as state from ledger_transfer where kind = 'topUpByBank'`)).map(
      ({ key }) => key,
    ),
  )
  for (const { paymentId } of settled)
    if (states.get(paymentId) !== 'SETTLED') findings.add('lost', `payment ${paymentId} is ${states.get(paymentId)}`)
  for (const { enterpriseId, amountFen } of topUps)
    if (!known.has(`${enterpriseId} ${amountFen}`)) findings.add('lost', `top-up ${amountFen}`)
}

/** Adds bank lines that are used twice, and enterprises with more repayments than requests. */
async function findDoubledMoney(client: pg.Client, { calls }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const { rows: twice } = await client.query<{ n: string }>(
    `select amount_fen::text as n from ledger_transfer where kind = 'topUpByBank' group by amount_fen having count(*) > 1`,
  )
  for (const { n } of twice) findings.add('doubled', `top-up ${n}`)
  const asked = new Map<string, number>()
  for (const { path, enterpriseId } of calls) if (path === REPAY_BY_WALLET) asked.set(enterpriseId, (asked.get(enterpriseId) ?? 0) + 1)
  const { rows: made } = await client.query<{ id: string; n: string }>(
    `select enterprise_id::text as id, count(*) as n from repayment where source = 'wallet' and not automatic group by 1`,
  )
  for (const { id, n } of made) if (Number(n) > (asked.get(id) ?? 0)) findings.add('doubled', `repayments of ${id}`)
}

/** Each order that was paid by bank has one transfer of its amount. Adds those that have none or another, and transfers of no order. */
async function findWrongBankPayments(client: pg.Client, { orders }: ExpectedMall, findings: CrashFindings): Promise<void> {
  const { rows } = await client.query<{ id: string; fen: string; n: string }>(
    `select enterprise_id::text as id, sum(amount_fen) as fen, count(*) as n from ledger_transfer where kind = 'payByBank' group by 1`,
  )
  const booked = new Map(rows.map(({ id, fen, n }) => [id, `${n} of ${fen}`]))
  const paid = Map.groupBy(
    [...orders.values()].filter(({ paidBy }) => paidBy === 'transfer'),
    ({ enterpriseId }) => enterpriseId,
  )
  for (const id of new Set([...booked.keys(), ...paid.keys()])) {
    const own = paid.get(id) ?? []
    const must = `${own.length} of ${own.reduce((total, { payableFen }) => total + payableFen, 0)}`
    if ((booked.get(id) ?? '0 of 0') !== must)
      findings.add('doubled', `payments by bank of ${id} are ${booked.get(id)} and must be ${must}`)
  }
}

/** Compares the money in the database with what was answered, and with the provider's data. */
export async function verifyMoney(
  client: pg.Client,
  { expected, trades, findings }: { expected: ExpectedMall; trades: readonly SandboxTrade[]; findings: CrashFindings },
): Promise<ProviderTotals> {
  await findLostMoney(client, expected, findings)
  await findDoubledMoney(client, expected, findings)
  await findWrongBankPayments(client, expected, findings)
  const totals = await readProviderTotals(client, trades)
  const { paid, settled, unusable, returned, refunded } = totals
  if (paid !== settled + unusable) findings.add('provider', `provider took ${paid}, ${settled} settled and ${unusable} set aside`)
  if (returned !== refunded) findings.add('provider', `provider returned ${returned}, ${refunded} in the books`)
  return totals
}
