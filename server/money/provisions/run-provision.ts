// Computes and posts the provision of a month.
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { defaultProvisionBands, listProvisionBands, type ProvisionBands } from '#contract/money/provisions/bands.ts'
import { type Fen, fen, maxFen, negateFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, getShanghaiMonthInterval, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sumProvisionChangeByBadDebts } from '#server/money/bad-debts/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** The bands of the next run: those of the setting `provision`, or the default. */
export async function readProvisionBands(db: Db): Promise<ProvisionBands> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'provision').executeTakeFirst()
  return (row?.value as ProvisionBands | undefined) ?? defaultProvisionBands
}

/** 坏账准备余额: what the runs have set aside, less what it bore of write-offs, with what was recovered. It is below zero only if a bill bounced. */
export async function readProvisionBalance(db: Db): Promise<Fen> {
  const { change } = await db
    .selectFrom('provision_run')
    .select(sql<number>`coalesce(sum(change_fen), 0)::bigint`.as('change'))
    .executeTakeFirstOrThrow()
  return sum([fen(change), await sumProvisionChangeByBadDebts(db)])
}

/** Lets one transaction at a time use the provision. */
async function lockProvision(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('provision', 0))`.execute(tx)
}

/** What a write-off may take of the provision now; never below zero. It stays so until the transaction ends. */
export async function lockAndReadProvisionBalance(tx: Tx): Promise<Fen> {
  await lockProvision(tx)
  return maxFen(ZERO_FEN, await readProvisionBalance(tx))
}

/** The share for `late_days`, as SQL. */
const rateSql = (bands: ProvisionBands) =>
  sql<number>`case ${sql.join(
    listProvisionBands(bands).map(({ until, rate }) =>
      until === null ? sql`else ${sql.lit(rate)}` : sql`when late_days <= ${sql.lit(until)} then ${sql.lit(rate)}`,
    ),
    sql` `,
  )} end`

/**
 * Computes what must be set aside for what companies owed at the end of a month, and posts the difference to what is set aside now, once.
 * Statements of the month and of earlier ones count with what the books said at its end, so a late run gives the same. The caller has closed the
 * month for all companies. Returns false if the month has a run.
 */
export async function postMonthlyProvision(tx: Tx, moment: Moment, month: string): Promise<boolean> {
  await lockProvision(tx)
  const known = await tx.selectFrom('provision_run').select('id').where('month', '=', month).executeTakeFirst()
  if (known) return false
  const { until } = getShanghaiMonthInterval(month)
  const lastDay = addDays(toShanghaiDay(until), -1)
  const bands = await readProvisionBands(tx)
  const beforeFen = await readProvisionBalance(tx)
  const id = moment.newId()
  const { rows } = await sql<{ change: number }>`
    with owed as (
      select s.enterprise_id, s.month, s.due_day, greatest(0, ${lastDay}::date - s.due_day) as late_days, (s.total_fen + s.wallet_fen - coalesce((
        select sum(e.amount_fen) from statement_entry e
        where e.enterprise_id = s.enterprise_id and e.month = s.month and e.kind <> 'refund' and e.at < ${until}), 0))::bigint as unpaid
      from statement s where s.month <= ${month} and (s.opening_day is null or s.closed_at < ${until})
        and (s.state in ('CLOSED', 'OVERDUE', 'WRITTEN_OFF') or s.paid_at >= ${until})),
    rated as (select *, ${rateSql(bands)} as rate from owed where unpaid > 0),
    line as (select *, div(unpaid::numeric * rate + 5000, 10000)::bigint as amount from rated),
    total as (select coalesce(sum(unpaid), 0)::bigint as base, coalesce(sum(amount), 0)::bigint as required from line),
    run as (insert into provision_run (month, id, bands, base_fen, required_fen, before_fen, change_fen, at)
      select ${month}, ${id}, ${JSON.stringify(bands)}::jsonb, base, required, ${beforeFen}::bigint, required - ${beforeFen}::bigint, ${moment.now} from total
      returning change_fen),
    lines as (insert into provision_line (enterprise_id, month, statement_month, due_day, late_days, unpaid_fen, rate, amount_fen)
      select enterprise_id, ${month}, month, due_day, late_days, unpaid, rate, amount from line)
    select change_fen as change from run`.execute(withoutTenantGuard(tx, 'working in sets'))
  const change = fen(rows[0]?.change ?? 0)
  const posted = { document: id, valueDay: lastDay }
  const transfers = [
    { kind: 'provide', amountFen: maxFen(change, ZERO_FEN), title: `${month} 计提坏账准备`, ...posted },
    { kind: 'releaseProvision', amountFen: maxFen(negateFen(change), ZERO_FEN), title: `${month} 转回坏账准备`, ...posted },
  ] as const
  await postTransfersOfEnterprise(tx, moment, { enterpriseId: PLATFORM_ENTERPRISE_ID, transfers })
  return true
}
