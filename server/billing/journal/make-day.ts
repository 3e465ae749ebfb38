// Writes the tables `journal_day`, `journal_entry` and `journal_line`. Reads the transfers of all companies of a day.
import { type RawBuilder, sql } from 'kysely'
import type { JournalNumberPrefix } from '#contract/billing/journal/console-api.ts'
import { journalRuleKeys, journalRuleLabels } from '#contract/billing/journal/journal-rules.ts'
import type { JournalSettings } from '#contract/billing/journal/settings.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createRevenueLinesOfDay } from '#server/billing/revenue/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A day of a large mall has some hundred thousand transfers. */
const PATIENCE = '10min'

/** The rules with their order and the text of their entries, as rows. */
function toRuleRows({ accounts, rules }: JournalSettings) {
  const memo = new Set(accounts.filter(({ type }) => type === 'memo').map(({ code }) => code))
  return journalRuleKeys.map((key, place) => {
    const word: JournalNumberPrefix = memo.has(rules[key].debit) ? '备' : '记'
    return { key, place, title: journalRuleLabels[key], word, ...rules[key] }
  })
}

/**
 * SQL: what the lines of documents (`revenue_line`, as `r`) add to each part of revenue, always positive. The accounts of the parts are those of
 * two rules of their own; what is earned stands in the account of the entry's own rule.
 */
const parts = sql`cross join lateral (values ('held', abs(r.held_fen - r.held_tax_fen)), ('heldTax', abs(r.held_tax_fen)), ('earned', abs(r.earned_fen - r.earned_tax_fen)),
    ('earnedTax', abs(r.earned_tax_fen))) p(part, fen)`
const accountOfPart = (own: RawBuilder<unknown>) =>
  sql`case p.part when 'held' then recognise.debit when 'heldTax' then tax.debit when 'earnedTax' then tax.credit else ${own} end`

/** Records days without entries, both inclusive; none if the last one is before the first. */
export async function insertDaysWithoutEntries(
  tx: Tx,
  moment: Moment,
  { first, last, settings }: { first: string; last: string; settings: JournalSettings },
): Promise<void> {
  await sql`
    insert into journal_day (day, month, rules, transfers, made_at, split)
    select d::date, to_char(d, 'YYYY-MM'), ${JSON.stringify(settings.rules)}::jsonb, 0, ${moment.now}, d::date::text >= ${settings.tax.from}
    from generate_series(${first}::date, ${last}::date, interval '1 day') d on conflict do nothing`.execute(tx)
}

/**
 * Makes the entries of a day that is over, if they are not there yet: in each, the debit lines and then the credit lines, one for each
 * company; lines of revenue and tax also one for each rate, shop and project. They are numbered after the last of the month. Returns how many
 * they are. The caller holds the lock of the journal, and makes the days in their order.
 */
export async function createJournalEntriesOfDay(guarded: Tx, moment: Moment, day: string, settings: JournalSettings): Promise<number> {
  const tx = withoutTenantGuard(guarded, 'working in sets')
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  const month = day.slice(0, 7)
  const split = day >= settings.tax.from
  const known = await tx
    .insertInto('journal_day')
    .values({ day, month, rules: JSON.stringify(settings.rules), transfers: 0, made_at: moment.now, split })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (!known) return 0
  if (split) await createRevenueLinesOfDay(guarded, day, settings.tax)
  const perDocument = sql.lit(settings.unit === 'document')
  const { rows } = await sql<{ entries: number; transfers: number }>`
    with rule as (select * from jsonb_to_recordset(${JSON.stringify(toRuleRows(settings))}::jsonb) r(key text, place int, title text, word text, debit text, credit text)),
    recognise as (select * from rule where key = 'recognise'), tax as (select * from rule where key = 'recogniseTax'),
    allocated as materialized (select a.id from bank_allocation a where a.kind <> 'back' and a.id in (select t.document from ledger_transfer t
      where t.kind = 'suspenseToBank' and t.at >= ${getStartOfShanghaiDay(day)} and t.at < ${getStartOfNextShanghaiDay(day)})),
    moved as materialized (
      select case when t.kind = 'suspenseToBank' and not exists (select from allocated where allocated.id = t.document)
          then 'returnToBank' else t.kind end as key,
        t.enterprise_id, t.id, case when ${perDocument} then t.document end as document, t.from_account, t.to_account, t.amount_fen, t.at
      from ledger_transfer t where t.at >= ${getStartOfShanghaiDay(day)} and t.at < ${getStartOfNextShanghaiDay(day)}),
    summed as materialized (
      select r.place, r.key, r.title, r.word, r.debit, r.credit, m.document, m.enterprise_id, m.from_account, m.to_account, min(m.at) as at,
        sum(m.amount_fen)::bigint as fen, count(*) as transfers
      from moved m join rule r on r.key = m.key group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    delivered as materialized (
      select r.*, case when ${perDocument} then r.source_id end as document from revenue_line r where ${split} and r.day = ${day}::date and r.kind = 'recognise'),
    made as (select place, key, title, word, document, at from summed
      union all select distinct c.place, c.key, c.title, c.word, d.document, null::timestamptz from delivered d cross join recognise c),
    numbered as (
      select key, document, word, title,
        row_number() over (partition by word order by case when ${perDocument} then min(at) end, min(place), document)
          + coalesce((select max(e.no) from journal_entry e where e.month = ${month} and e.word = made.word), 0) as no
      from made group by key, document, word, title),
    entry as (insert into journal_entry (month, word, no, day, rule, title, document)
      select ${month}, word, no, ${day}::date, key, title, document from numbered returning no),
    side as (
      select n.word, n.no, s.enterprise_id, side.account, side.ledger_account, side.debit, s.fen, null::text as part, null::int as rate_bp, null::uuid as shop_id, null::uuid as project_id
      from summed s join numbered n on n.key = s.key and n.document is not distinct from s.document
      cross join lateral (values (true, s.debit, s.from_account), (false, s.credit, s.to_account)) side(debit, account, ledger_account)
      where not (${split} and side.ledger_account in ('sales', 'interestIncome'))
      union all
      select n.word, n.no, r.enterprise_id, ${accountOfPart(sql`case when side.debit then own.debit else own.credit end`)}, side.ledger_account, side.debit, p.fen, p.part, r.rate_bp, r.shop_id, r.project_id
      from moved m join revenue_line r on r.enterprise_id = m.enterprise_id and r.source_id = m.id and ${split}
        join numbered n on n.key = m.key and n.document is not distinct from m.document join rule own on own.key = m.key cross join recognise cross join tax
        cross join lateral (select m.from_account in ('sales', 'interestIncome') as debit, case when m.from_account in ('sales', 'interestIncome') then m.from_account else m.to_account end as ledger_account) side
        ${parts} where p.fen > 0
      union all
      select n.word, n.no, r.enterprise_id, ${accountOfPart(sql`recognise.credit`)}, 'sales', p.part in ('held', 'heldTax'), p.fen, p.part, r.rate_bp, r.shop_id, r.project_id
      from delivered r join numbered n on n.key = 'recognise' and n.document is not distinct from r.document cross join recognise cross join tax ${parts} where p.fen > 0),
    whole as (select word, no, enterprise_id, account, ledger_account, debit, part, rate_bp, shop_id, project_id, sum(fen)::bigint as fen from side group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    line as (insert into journal_line (month, word, no, line_no, day, account, debit_fen, credit_fen, enterprise_id, ledger_account, part, rate_bp, shop_id, project_id)
      select ${month}, word, no, row_number() over (partition by word, no order by debit desc, enterprise_id, account, part, rate_bp, shop_id, project_id, ledger_account), ${day}::date, account,
        case when debit then fen else 0 end, case when debit then 0 else fen end, enterprise_id, ledger_account, part, rate_bp, shop_id, project_id from whole)
    select count(*)::int as entries, (select coalesce(sum(transfers), 0) from summed)::bigint as transfers from entry`.execute(tx)
  const { entries, transfers } = rows[0] ?? { entries: 0, transfers: 0 }
  await tx.updateTable('journal_day').set({ transfers }).where('day', '=', day).execute()
  return entries
}
