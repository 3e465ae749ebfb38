import pg from 'pg'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { checkInvariants } from '#server/operations/invariants/check-invariants.ts'
import type { AcknowledgedResults } from './caller.ts'
import { findDoubledMoney, findLostMoney, formatProviderDifferences, type ProviderTotals, readProviderTotals } from './verify-money.ts'

export interface CrashResult {
  lost: string[]
  doubled: string[]
  broken: string[]
  /** The differences between the provider's data and ours. */
  differences: string[]
  totals: ProviderTotals
  /** What the jobs did meanwhile. */
  jobResults: { statements: number; interestDays: number; automatic: number }
}

interface Found {
  order_no: string
  trade_id: string
  state: string
}

/** Compares the results that people have received with the database. */
export async function verifyAcknowledgedResults(
  ownerUrl: string,
  acknowledged: AcknowledgedResults,
  trades: readonly SandboxTrade[],
): Promise<CrashResult> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Found>('select order_no, trade_id, state from "order"')
    const byNo = new Map<string, Found[]>()
    for (const row of rows) byNo.set(row.order_no, [...(byNo.get(row.order_no) ?? []), row])
    const stateOf = (orderNo: string) => byNo.get(orderNo)?.[0]?.state ?? 'missing'
    const totals = await readProviderTotals(client, trades)
    const lost = [
      ...acknowledged.submitted
        .filter(({ orderNo, tradeId }) => byNo.get(orderNo)?.[0]?.trade_id !== tradeId)
        .map(({ orderNo }) => `submitted ${orderNo}`),
      ...acknowledged.paid
        .filter(({ orderNo }) => ['missing', 'WAIT_PAY', 'CANCELLED'].includes(stateOf(orderNo)))
        .map(({ orderNo }) => `paid ${orderNo} ${stateOf(orderNo)}`),
      ...acknowledged.cancelled
        .filter(({ orderNo }) => stateOf(orderNo) !== 'CANCELLED')
        .map(({ orderNo }) => `cancelled ${orderNo} ${stateOf(orderNo)}`),
      ...acknowledged.refunded
        .filter(({ orderNo }) => stateOf(orderNo) !== 'CANCELLED')
        .map(({ orderNo }) => `given back ${orderNo} ${stateOf(orderNo)}`),
      ...(await findLostMoney(client, acknowledged)),
      ...acknowledged.shipped
        .filter(({ orderNo }) => stateOf(orderNo) !== 'SENT')
        .map(({ orderNo }) => `shipped ${orderNo} ${stateOf(orderNo)}`),
    ]
    const findings = await checkInvariants(ownerUrl)
    return {
      lost,
      doubled: [...(await doubles(client, acknowledged, byNo)), ...(await findDoubledMoney(client, acknowledged))],
      totals,
      differences: formatProviderDifferences(totals),
      jobResults: await readJobResults(client),
      broken: findings
        .filter(({ breaches }) => breaches > 0)
        .map(({ id, breaches, examples }) => `${id} ${breaches}: ${examples.join('; ')}`),
    }
  } finally {
    await client.end()
  }
}

async function readJobResults(client: pg.Client): Promise<CrashResult['jobResults']> {
  const { rows } = await client.query<Record<'statements' | 'interest' | 'automatic', string>>(`select
    (select count(*) from statement) as statements, (select count(*) from statement_interest) as interest,
    (select count(*) from repayment where automatic) as automatic`)
  return { statements: Number(rows[0]?.statements), interestDays: Number(rows[0]?.interest), automatic: Number(rows[0]?.automatic) }
}

/** Two orders with one number, two trades with one key, or an enterprise with more trades than requests. */
async function doubles(client: pg.Client, acknowledged: AcknowledgedResults, byNo: ReadonlyMap<string, Found[]>): Promise<string[]> {
  const twice = [...byNo].filter(([, found]) => found.length > 1).map(([orderNo]) => `number ${orderNo}`)
  const asked = new Map<string, number>()
  for (const { enterpriseId } of acknowledged.keys) asked.set(enterpriseId, (asked.get(enterpriseId) ?? 0) + 1)
  const { rows } = await client.query<{ enterprise_id: string; count: string }>(
    'select enterprise_id, count(*) from trade group by enterprise_id',
  )
  const over = rows
    .filter(({ enterprise_id, count }) => Number(count) > (asked.get(enterprise_id) ?? 0))
    .map(({ enterprise_id }) => `trades of ${enterprise_id}`)
  const acked = new Set(acknowledged.submitted.map(({ tradeId }) => tradeId))
  const shared = acked.size === acknowledged.submitted.length ? [] : ['one trade was the answer to two keys']
  return [...twice, ...over, ...shared]
}
