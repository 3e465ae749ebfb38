import { haveSameEnterpriseSql, type Invariant } from '#server/operations/invariants/checks/invariant.ts'

/** The kinds of transfers by which each method pays for an order. */
const kindOf = `case p.method when 'credit' then 'hold' when 'wallet' then 'payByWallet' when 'online' then 'payByGateway' else 'payByBank' end`

/** SQL: the transfer of an order's payment was taken back. */
export const isTakenBack = (transfer: string): string =>
  `exists (select from ledger_transfer undone where ${haveSameEnterpriseSql('undone', transfer)} and undone.document = ${transfer}.document
    and undone.seq = ${transfer}.seq and undone.kind = 'undoPayment' and ${transfer}.kind = 'payByBank')`

/** Invariants of payments, refunds and notices of providers, column by column. */
export const paymentColumnInvariants: readonly Invariant[] = [
  {
    id: 'I-25',
    promise:
      'a payment is in the books by its method, at its time and with its value day, for orders of its trade; what was settled from outside has its number and its day',
    sql: `select p.id::text from payment p join payment_allocation a on ${haveSameEnterpriseSql('a', 'p')} and a.payment_id = p.id
        join ledger_transfer t on ${haveSameEnterpriseSql('t', 'a')} and t.document = a.order_id and t.kind in ('hold', 'payByWallet', 'payByGateway', 'payByBank')
        join "order" o on ${haveSameEnterpriseSql('o', 'a')} and o.id = a.order_id
        where ${isTakenBack('t')} is false and (t.kind <> ${kindOf} or t.at <> p.paid_at or t.value_day <> p.value_day or o.trade_id <> p.trade_id)
      union all select p.id::text from payment p where (p.channel is not null) <> (p.method = 'online') or p.created_at > p.paid_at
        or (p.value_day is not null) <> (p.state in ('SETTLED', 'UNDONE') and p.method in ('online', 'transfer'))
        or (p.reference is not null) <> (p.state in ('SETTLED', 'UNDONE') and p.method in ('online', 'transfer'))
        or p.purpose <> 'trade' and p.method not in ('online', 'transfer') or p.months <> '' and p.purpose <> 'repay'`,
  },
  {
    id: 'I-25b',
    promise: 'a settled top-up and a settled repayment are in the books, as much and at their time, and each is what it was for',
    sql: `select p.id::text from payment p left join ledger_transfer t on ${haveSameEnterpriseSql('t', 'p')} and t.document = p.id and t.kind in ('topUpByBank', 'topUpByGateway')
        where (p.amount_fen, p.paid_at) is distinct from (t.amount_fen, t.at) and p.purpose = 'topUp' and p.state in ('SETTLED', 'UNDONE')
      union all select p.id::text from payment p left join repayment r on ${haveSameEnterpriseSql('r', 'p')} and r.id = p.id
        where p.purpose = 'repay' and p.state in ('SETTLED', 'UNDONE') and ((p.amount_fen, p.paid_at) is distinct from (r.amount_fen, r.at)
          or r.source <> case p.method when 'online' then 'gateway' else 'bank' end or r.user_id <> p.paid_by)
      union all select r.id::text from repayment r where r.source in ('bank', 'gateway')
        and not exists (select from payment p where ${haveSameEnterpriseSql('p', 'r')} and p.id = r.id and p.purpose = 'repay' and p.state in ('SETTLED', 'UNDONE'))
      union all select r.id::text from repayment r where r.automatic and (r.source <> 'wallet' or r.user_id is not null)
        or r.source = 'acceptance' and r.user_id is not null or r.source <> 'acceptance' and r.bounced_at is not null`,
  },
  {
    id: 'I-25c',
    acrossCompanies: true,
    promise: 'the number of a payment at its provider and its remark code lead to it and to no other',
    sql: `select coalesce(g.out_trade_no, p.id::text) from gateway_trade g
        full join (select * from payment where channel is not null) p on ${haveSameEnterpriseSql('p', 'g')} and p.id = g.payment_id
        where g.channel is distinct from p.channel or g.out_trade_no <> replace(p.id::text, '-', '')
      union all select coalesce(c.code, p.id::text) from transfer_code c
        full join (select * from payment where remark_code is not null) p on ${haveSameEnterpriseSql('p', 'c')} and p.id = c.payment_id
        where c.code is distinct from p.remark_code`,
  },
  {
    id: 'I-25d',
    acrossCompanies: true,
    promise:
      'what a provider took was settled or set aside at its time, with its number and its value day; it is a mismatch if it was another amount',
    sql: `select g.reference from gateway_receipt g join payment p on ${haveSameEnterpriseSql('p', 'g')} and p.id = g.payment_id
        where g.channel is distinct from p.channel or g.outcome = 'settled' and (g.at <> p.paid_at or g.reference is distinct from p.reference)
          or g.outcome = 'mismatch' and g.amount_fen = p.amount_fen or g.outcome = 'settled' and g.amount_fen <> p.amount_fen
      union all select g.reference from gateway_receipt g left join ledger_transfer t
          on ${haveSameEnterpriseSql('t', 'g')} and t.document = g.payment_id and t.kind = 'gatewayToSuspense' and (t.amount_fen, t.at, t.value_day) = (g.amount_fen, g.at, g.value_day)
        where g.outcome <> 'settled' and t.id is null`,
  },
  {
    id: 'I-25e',
    promise:
      'a refund is of the payment of its order, goes back the way that was paid, and is in the books with its number and at its time',
    sql: `with order_refund as (select r.*, p.method, a.payment_id as paid from refund r
          left join payment_allocation a on ${haveSameEnterpriseSql('a', 'r')} and a.order_id = r.order_id
          left join payment p on ${haveSameEnterpriseSql('p', 'a')} and p.id = a.payment_id where r.order_id is not null)
      select id::text from order_refund where payment_id is distinct from paid or (way, source) not in (('credit', 'commitment'), ('credit', 'sales'), ('wallet', 'sales'), ('gateway', 'sales'))
          or (way = 'credit') <> (method = 'credit') or (way = 'gateway') <> (method = 'online') or settled_at < created_at
      union all select coalesce(r.id, t.id)::text from (select * from refund where way = 'wallet' or source = 'commitment') r
        full join (select t.* from ledger_transfer t where t.kind = 'void' or t.kind = 'refundToWallet'
          and exists (select from payment_allocation a where ${haveSameEnterpriseSql('a', 't')} and a.order_id = t.document)) t
          on ${haveSameEnterpriseSql('t', 'r')} and t.document = r.order_id and t.seq = r.seq and (t.kind = 'void') = (r.source = 'commitment')
        where (r.amount_fen, r.settled_at) is distinct from (t.amount_fen, t.at)
      union all select r.id::text from refund r join ledger_transfer t on ${haveSameEnterpriseSql('t', 'r')} and t.document = r.id where t.at <> r.settled_at
      union all select id::text from refund where order_id is null and (way <> 'gateway' or after_sale_id is not null)`,
  },
]
