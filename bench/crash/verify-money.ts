import type pg from 'pg'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import type { AcknowledgedResults } from './caller.ts'

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

export async function readProviderTotals(client: pg.Client, trades: readonly SandboxTrade[]): Promise<ProviderTotals> {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    paid: sum(trades.filter(({ paidAt }) => paidAt).map(({ amount }) => amount)),
    returned: sum(trades.flatMap(({ refunds }) => refunds.map(({ amount }) => amount))),
    settled: await number(client, `select coalesce(sum(amount_fen), 0) as n from payment where channel is not null and state = 'SETTLED'`),
    unusable: await number(client, `select coalesce(sum(amount_fen), 0) as n from gateway_receipt where outcome <> 'settled'`),
    refunded: await number(client, `select coalesce(sum(amount_fen), 0) as n from refund where way = 'gateway' and state = 'SETTLED'`),
  }
}

/** Returns acknowledged payments that are missing. */
export async function findLostMoney(client: pg.Client, acknowledged: AcknowledgedResults): Promise<string[]> {
  const rows = async (text: string) => (await client.query<{ key: string; state: string }>(text)).rows
  const payments = new Map((await rows('select id::text as key, state from payment')).map(({ key, state }) => [key, state]))
  const topUps = new Set(
    (await rows(`select enterprise_id || ' ' || amount_fen as key, kind as state from ledger_transfer where kind = 'topUpByBank'`)).map(
      ({ key }) => key,
    ),
  )
  const left = new Map<string, number>()
  for (const { key } of await rows(
    `select enterprise_id || ' ' || amount_fen as key, source as state from repayment where source = 'wallet'`,
  ))
    left.set(key, (left.get(key) ?? 0) + 1)
  const repaid = acknowledged.repaid.filter(({ enterpriseId, amountFen }) => {
    const key = `${enterpriseId} ${amountFen}`
    left.set(key, (left.get(key) ?? 0) - 1)
    return (left.get(key) ?? 0) < 0
  })
  return [
    ...acknowledged.settledPayments
      .filter(({ paymentId }) => payments.get(paymentId) !== 'SETTLED')
      .map(({ what, paymentId }) => `${what} ${paymentId}`),
    ...acknowledged.recordedTopUps
      .filter(({ enterpriseId, amountFen }) => !topUps.has(`${enterpriseId} ${amountFen}`))
      .map(({ amountFen }) => `top-up ${amountFen}`),
    ...repaid.map(({ enterpriseId, amountFen }) => `repayment of ${enterpriseId}, ${amountFen}`),
  ]
}

/** A bank line that is used twice, or an enterprise with more repayments than requests. */
export async function findDoubledMoney(client: pg.Client, acknowledged: AcknowledgedResults): Promise<string[]> {
  const { rows: twice } = await client.query<{ n: string }>(
    `select amount_fen::text as n from ledger_transfer where kind = 'topUpByBank' group by amount_fen having count(*) > 1`,
  )
  const asked = new Map<string, number>()
  for (const { enterpriseId } of acknowledged.repayKeys) asked.set(enterpriseId, (asked.get(enterpriseId) ?? 0) + 1)
  const { rows: made } = await client.query<{ id: string; n: string }>(
    `select enterprise_id::text as id, count(*) as n from repayment where source = 'wallet' and not automatic group by 1`,
  )
  return [
    ...twice.map(({ n }) => `top-up ${n}`),
    ...made.filter(({ id, n }) => Number(n) > (asked.get(id) ?? 0)).map(({ id }) => `repayments of ${id}`),
  ]
}

/** Returns the differences between the provider's data and ours. */
export const formatProviderDifferences = ({ paid, settled, unusable: setAside, returned, refunded }: ProviderTotals): string[] => [
  ...(paid === settled + setAside ? [] : [`provider took ${paid}, ${settled} settled and ${setAside} set aside`]),
  ...(returned === refunded ? [] : [`provider returned ${returned}, ${refunded} in the books`]),
]
