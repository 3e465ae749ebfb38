// Writes the tables `journal_day`, `journal_entry` and `journal_line`. Reads the transfers of all companies of a day.
import { sql } from 'kysely'
import type { JournalWord } from '#contract/billing/journal/console-api.ts'
import { journalRuleKeys, journalRuleLabels } from '#contract/billing/journal/journal-rules.ts'
import type { JournalSettings } from '#contract/billing/journal/settings.ts'
import { endOfDay, startOfDay } from '#contract/platform/core/shanghai.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

/** A day of a large mall has some hundred thousand transfers. */
const PATIENCE = '10min'

/** The rules with their order and the text of their entries, as rows. */
function toRuleRows({ accounts, rules }: JournalSettings) {
  const memo = new Set(accounts.filter(({ type }) => type === 'memo').map(({ code }) => code))
  return journalRuleKeys.map((key, place) => {
    const word: JournalWord = memo.has(rules[key].debit) ? '备' : '记'
    return { key, place, title: journalRuleLabels[key], word, ...rules[key] }
  })
}

/**
 * Makes the entries of a day that is over, if they are not there yet: in each, the debit lines and then the credit lines, one for each
 * company. They are numbered after the last of the month. Returns how many they are. The caller holds the lock of the journal, and makes the
 * days in their order.
 */
export async function makeJournalDay(guarded: Tx, moment: Moment, day: string, settings: JournalSettings): Promise<number> {
  const tx = acrossEnterprises(guarded, 'working in sets')
  await sql`set local statement_timeout = ${sql.lit(PATIENCE)}`.execute(tx)
  const month = day.slice(0, 7)
  const known = await tx
    .insertInto('journal_day')
    .values({ day, month, rules: JSON.stringify(settings.rules), transfers: 0, made_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  if (!known) return 0
  const perDocument = sql.lit(settings.unit === 'document')
  const { rows } = await sql<{ entries: number; transfers: number }>`
    with rule as (select * from jsonb_to_recordset(${JSON.stringify(toRuleRows(settings))}::jsonb) r(key text, place int, title text, word text, debit text, credit text)),
    moved as materialized (
      select case when t.kind = 'suspenseToBank' and not exists (select from bank_allocation a where a.id = t.document and a.kind <> 'back')
          then 'returnToBank' else t.kind end as key,
        t.enterprise_id, case when ${perDocument} then t.document end as document, t.from_account, t.to_account, t.amount_fen, t.at
      from ledger_transfer t where t.at >= ${startOfDay(day)} and t.at < ${endOfDay(day)}),
    summed as materialized (
      select r.place, r.key, r.title, r.word, r.debit, r.credit, m.document, m.enterprise_id, m.from_account, m.to_account, min(m.at) as at,
        sum(m.amount_fen)::bigint as fen, count(*) as transfers
      from moved m join rule r on r.key = m.key group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    numbered as (
      select key, document, word, title,
        row_number() over (partition by word order by case when ${perDocument} then min(at) end, min(place), document)
          + coalesce((select max(e.no) from journal_entry e where e.month = ${month} and e.word = summed.word), 0) as no
      from summed group by key, document, word, title),
    entry as (insert into journal_entry (month, word, no, day, rule, title, document)
      select ${month}, word, no, ${day}::date, key, title, document from numbered returning no),
    side as (
      select n.word, n.no, s.enterprise_id, side.account, side.ledger_account, side.debit, s.fen
      from summed s join numbered n on n.key = s.key and n.document is not distinct from s.document
      cross join lateral (values (true, s.debit, s.from_account), (false, s.credit, s.to_account)) side(debit, account, ledger_account)),
    line as (insert into journal_line (month, word, no, line_no, day, account, debit_fen, credit_fen, enterprise_id, ledger_account)
      select ${month}, word, no, row_number() over (partition by word, no order by debit desc, enterprise_id, account), ${day}::date, account,
        case when debit then fen else 0 end, case when debit then 0 else fen end, enterprise_id, ledger_account from side)
    select count(*)::int as entries, (select coalesce(sum(transfers), 0) from summed)::bigint as transfers from entry`.execute(tx)
  const { entries, transfers } = rows[0] ?? { entries: 0, transfers: 0 }
  await tx.updateTable('journal_day').set({ transfers }).where('day', '=', day).execute()
  return entries
}
