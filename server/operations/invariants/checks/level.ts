import { transferKindsCountedAsPaid, transferKindsReducingPaid } from '#contract/orders/levels/level-status.ts'
import type { Invariant } from './invariant.ts'

const list = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ')

/** Invariants of member levels and their gifts. */
export const levelInvariants: readonly Invariant[] = [
  {
    id: 'I-20',
    promise: 'what companies paid day by day is what the books say of those days',
    sql: `with span as (select min(day) as first, max(day) as last from summed_day),
        moved as (select t.enterprise_id, sum(case when t.kind in (${list(transferKindsCountedAsPaid)}) then t.amount_fen else -t.amount_fen end) as fen
          from ledger_transfer t, span where t.kind in (${list([...transferKindsCountedAsPaid, ...transferKindsReducingPaid])})
          and (t.at at time zone 'Asia/Shanghai')::date between span.first and span.last group by t.enterprise_id),
        kept as (select enterprise_id, sum(paid_fen) as fen from paid_day group by enterprise_id)
      select enterprise_id::text from moved full join kept using (enterprise_id) where coalesce(moved.fen, 0) <> coalesce(kept.fen, 0)`,
  },
  {
    id: 'I-20b',
    promise: 'a gift goes with one order that stands, or with none while it waits, as its line at no price',
    sql: `select g.id::text from level_gift g
      left join order_line l on l.enterprise_id = g.enterprise_id and l.gift_id = g.id
      left join "order" o on o.enterprise_id = l.enterprise_id and o.id = l.order_id and o.state <> 'CANCELLED'
      group by g.enterprise_id, g.id, g.state, g.order_id
      having count(o.id) <> case when g.state = 'ORDERED' then 1 else 0 end or bool_or(o.id <> g.order_id)
        or bool_or(l.sku_id <> g.sku_id or l.quantity <> g.units or l.amount_fen <> 0)`,
  },
  {
    id: 'I-20c',
    promise: 'a company has the level at which it stands',
    sql: `select s.enterprise_id::text from level_status s join enterprise e on e.id = s.enterprise_id where e.member_level <> s.level`,
  },
]
