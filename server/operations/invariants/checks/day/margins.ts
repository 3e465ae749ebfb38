import { listMarginFiguresSql, sumMarginsByDaySql } from '#server/billing/margins/public.ts'
import type { Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** SQL: the days whose totals are of the entries that the journal has now. The others are made again by the job. */
const madeDays = '(select m.day from margin_day m join journal_day j on j.day = m.day and j.made_at = m.journal_made_at)'
const dayOf = (column: string) => `(${column} at time zone 'Asia/Shanghai')::date`
const lastDay = '(select max(day) from margin_day)'

/** SQL: the figures of some totals are not those of others. */
const differ = `(${listMarginFiguresSql((figure) => `made.${figure}`)}) is distinct from (${listMarginFiguresSql((figure) => `kept.${figure}`)})`

const compareDays = (within: string) => `
  with days as materialized (select d.day from ${madeDays} d where ${within}),
  made as (${sumMarginsByDaySql({
    day: (column) => `${column} in (select day from days)`,
    instant: (column) => `${dayOf(column)} in (select day from days)`,
  })}),
  kept as (select t.* from margin_total t join days d on d.day = t.day where t.span = 'day')
  select concat_ws(' ', 'day', day, sku_id) from made full join kept using (day, sku_id, shop_id) where ${differ}`

const compareMonths = (within: string) => `
  with made as (select date_trunc('month', day)::date as day, sku_id, shop_id, ${listMarginFiguresSql((figure) => `sum(${figure}) as ${figure}`)}
    from margin_total where span = 'day' and ${within} group by 1, 2, 3),
  kept as (select * from margin_total where span = 'month' and ${within})
  select concat_ws(' ', 'month', day, sku_id) from made full join kept using (day, sku_id, shop_id) where ${differ}`

const compare = (days: string, months: string) =>
  `select * from (${compareDays(days)}) of_days union all select * from (${compareMonths(months)}) of_months`

/** Invariants of the totals of what goods earned. */
export const marginInvariants: readonly Invariant[] = [
  {
    id: 'I-51c',
    promise:
      'the totals of what goods earned on a day are those of its revenue and of the costs of that day, and those of a month are those of its days',
    sql: compare('true', 'true'),
    nightly: compare(`d.day >= ${lastDay} - 2`, `day >= date_trunc('month', ${lastDay} - 31)::date`),
  },
]
