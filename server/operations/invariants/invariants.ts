import { transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { afterSaleInvariants } from './checks/after-sale.ts'
import { bankInvariants } from './checks/bank.ts'
import { acceptanceInvariants } from './checks/columns/acceptances.ts'
import { badDebtInvariants } from './checks/columns/bad-debts.ts'
import { bankColumnInvariants } from './checks/columns/bank.ts'
import { invoiceColumnInvariants } from './checks/columns/invoices.ts'
import { ledgerColumnInvariants } from './checks/columns/ledger.ts'
import { orderStopInvariants } from './checks/columns/order-stops.ts'
import { paymentColumnInvariants } from './checks/columns/payments.ts'
import { provisionInvariants } from './checks/columns/provisions.ts'
import { quotationInvariants } from './checks/columns/quotations.ts'
import { moneyRowReferenceInvariants } from './checks/columns/references.ts'
import { statementColumnInvariants } from './checks/columns/statements.ts'
import { valueDayInvariants } from './checks/columns/value-days.ts'
import { commentInvariants } from './checks/comment.ts'
import { couponInvariants } from './checks/coupon.ts'
import { journalInvariants } from './checks/day/journal.ts'
import { marginInvariants } from './checks/day/margins.ts'
import { reportInvariants } from './checks/day/reports.ts'
import { revenueInvariants } from './checks/day/revenue.ts'
import { ledgerSealInvariants } from './checks/day/seals.ts'
import { ledgerDocumentInvariants } from './checks/documents.ts'
import type { Invariant } from './checks/invariant.ts'
import { invoiceInvariants } from './checks/invoice.ts'
import { levelInvariants } from './checks/level.ts'
import { movingInInvariants } from './checks/moving-in.ts'
import { paymentInvariants } from './checks/payment.ts'
import { sessionInvariants } from './checks/session.ts'
import { statementInvariants } from './checks/statement.ts'
import { companyGroupInvariants } from './company-group-invariants.ts'
import { purchasingInvariants } from './purchasing-invariants.ts'
import { warehouseInvariants } from './warehouse-invariants.ts'

const list = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')

/** All kinds of transfers with their accounts, as rows for a join. */
const kinds = keysOf(transferKinds)
  .map((kind) => `('${kind}', '${transferKinds[kind].from}', '${transferKinds[kind].to}')`)
  .join(', ')

/** All transitions that the lifecycle allows, and the events that do not change the state. */
const moves = keysOf(orderLifecycle.verbs)
  .flatMap((verb) => orderLifecycle.verbs[verb].from.map((from) => `('${verb}', '${from}', '${orderLifecycle.verbs[verb].to}')`))
  .join(', ')
const notes = list([
  'askCancel',
  'withdrawCancel',
  'refuseCancel',
  'changeMethod',
  'afterSale',
  'receiveParcel',
  'correctParcel',
  'signedReceipt',
])

/** Order states in which stock is reserved, in which the order is paid, and in which it is not. */
const promised = list(['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT'])
const paid = list(['WAIT_SEND', 'PART_SENT', 'SENT', 'WAIT_COMMENT', 'DONE'])
const unpaid = list(['WAIT_APPROVAL', 'WAIT_PAY'])
/** Kinds of transfers that take the amount of an order. */
const takings = list(['hold', 'payByWallet', 'payByGateway', 'payByBank', 'suspenseToSales'])

const entries = `
  select enterprise_id, from_account as name, -amount_fen as moved, from_entry as entry, from_after_fen as after_fen, id from ledger_transfer
  union all
  select enterprise_id, to_account, amount_fen, to_entry, to_after_fen, id from ledger_transfer`

/** All invariants, in the order of their ids. */
export const invariants: readonly Invariant[] = [
  {
    id: 'I-01',
    promise: 'every transfer goes from and to the accounts of its kind, so the books sum to zero',
    sql: `select t.id::text from ledger_transfer t left join (values ${kinds}) k(kind, f, t) on k.kind = t.kind and k.f = t.from_account and k.t = t.to_account
      where k.kind is null`,
  },
  {
    id: 'I-02',
    promise: 'every balance is the sum of its transfers, and no transfer is missing from the count',
    sql: `select a.enterprise_id || ' ' || a.name from ledger_account a left join (${entries}) e on e.enterprise_id = a.enterprise_id and e.name = a.name
      group by a.enterprise_id, a.name, a.balance_fen, a.entries
      having a.balance_fen <> coalesce(sum(e.moved), 0) or a.entries <> count(e.id) or a.entries <> coalesce(max(e.entry), 0)`,
  },
  {
    id: 'I-02b',
    promise: 'the balance after each transfer is the one before it and the transfer',
    sql: `select id::text from (
        select e.*, lag(after_fen, 1, 0::bigint) over (partition by enterprise_id, name order by entry) as before_fen
        from (${entries}) e where entry is not null) s
      where after_fen <> before_fen + moved`,
  },
  {
    id: 'I-03',
    promise: 'no wallet and no hold is below zero, nothing owed above it',
    sql: `select enterprise_id || ' ' || name from ledger_account
      where (name in ('wallet', 'creditHeld') and balance_fen < 0) or (name in ('creditDrawn', 'interest') and balance_fen > 0)`,
  },
  {
    id: 'I-04',
    promise: 'no hold was posted beyond the limit of its moment',
    sql: `select id::text from ledger_transfer where kind = 'hold' and (used_after_fen is null or limit_fen is null or used_after_fen > limit_fen)`,
  },
  {
    id: 'I-05',
    acrossCompanies: true,
    promise:
      'stock: what came in and did not go is on the shelf or promised, what was sold went with parcels, and promised is what open orders wait for',
    sql: `with moved as (select sku_id, sum(quantity) as q, -sum(quantity) filter (where kind = 'shipment') as gone from stock_movement group by 1),
        open as (select l.sku_id, sum(l.quantity - l.shipped - l.dropped) filter (where o.state in (${promised})) as waiting, sum(l.shipped) as shipped
          from order_line l join "order" o on o.enterprise_id = l.enterprise_id and o.id = l.order_id group by l.sku_id)
      select s.sku_id::text || ' ' || s.available || '/' || s.reserved || '/' || s.sold from sku_stock s
      left join moved m on m.sku_id = s.sku_id left join open o on o.sku_id = s.sku_id
      where s.available < 0 or s.available + s.reserved <> coalesce(m.q, 0) or s.sold <> coalesce(m.gone, 0)
        or s.reserved <> coalesce(o.waiting, 0) or s.sold <> coalesce(o.shipped, 0)`,
  },
  {
    id: 'I-06',
    promise: 'an order comes to its lines, less the discount, with the freight',
    sql: `select o.order_no from "order" o join order_line l on l.enterprise_id = o.enterprise_id and l.order_id = o.id
      group by o.enterprise_id, o.id, o.order_no, o.goods_fen, o.discount_fen, o.freight_fen, o.payable_fen, o.goods_count
      having o.goods_fen <> sum(l.unit_price_fen * l.quantity) or o.discount_fen <> sum(l.discount_fen)
        or o.payable_fen <> o.goods_fen - o.discount_fen + o.freight_fen or o.goods_count <> sum(l.quantity)`,
  },
  {
    id: 'I-07',
    promise: 'a paid order has one payment of its payable, an unpaid one none, a cancelled one none that was not given back',
    sql: `select o.order_no || ' ' || o.state from "order" o
      left join payment_allocation p on p.enterprise_id = o.enterprise_id and p.order_id = o.id
      where (o.state in (${paid}) and o.payable_fen > 0 and (p.amount_fen is null or p.amount_fen <> o.payable_fen))
        or (o.state in (${unpaid}) and p.amount_fen is not null)
        or (o.state = 'CANCELLED' and p.amount_fen is not null and p.refunded_fen <> p.amount_fen)`,
  },
  {
    id: 'I-07b',
    promise: 'a payment of a trade is the sum of its allocations once it is settled, and has none before; a trade has one that is',
    sql: `select p.id::text from payment p left join payment_allocation a on a.enterprise_id = p.enterprise_id and a.payment_id = p.id
      group by p.enterprise_id, p.id, p.amount_fen, p.purpose, p.state
      having coalesce(sum(a.amount_fen), 0) <> case when p.purpose = 'trade' and p.state = 'SETTLED' then p.amount_fen else 0 end
      union all select trade_id::text from payment where state = 'SETTLED' and purpose = 'trade' group by enterprise_id, trade_id having count(*) > 1`,
  },
  {
    id: 'I-07c',
    promise: 'what the books took for an order, less what was taken back, is what was paid for it, and gave back what was given back',
    sql: `with moved as (select enterprise_id, document,
          sum(case when kind = 'undoPayment' then -amount_fen else amount_fen end) filter (where kind in (${takings}, 'undoPayment')) as taken,
          sum(amount_fen) filter (where kind in ('void', 'refundToWallet')) as back
        from ledger_transfer where kind in (${takings}, 'undoPayment', 'void', 'refundToWallet') group by enterprise_id, document),
        returned as (select enterprise_id, order_id, sum(amount_fen) as fen, sum(amount_fen) filter (where way = 'gateway' or (way = 'credit' and source = 'sales')) as elsewhere
          from refund where order_id is not null group by enterprise_id, order_id)
      select a.order_id::text from payment_allocation a left join moved m on m.enterprise_id = a.enterprise_id and m.document = a.order_id
      left join returned r on r.enterprise_id = a.enterprise_id and r.order_id = a.order_id
      where a.amount_fen <> coalesce(m.taken, 0) or a.refunded_fen <> coalesce(m.back, 0) + coalesce(r.elsewhere, 0)
        or a.refunded_fen <> coalesce(r.fen, 0)`,
  },
  {
    id: 'I-07d',
    promise: 'a hold is posted or released once the order is over, and never more than it',
    sql: `with posted as (select enterprise_id, order_id, sum(post_fen) as fen from parcel group by enterprise_id, order_id),
        released as (select enterprise_id, order_id, sum(amount_fen) as fen from refund where source = 'commitment' group by enterprise_id, order_id)
      select o.order_no from "order" o join payment_allocation a on a.enterprise_id = o.enterprise_id and a.order_id = o.id
      join payment p on p.enterprise_id = a.enterprise_id and p.id = a.payment_id and p.method = 'credit'
      left join posted s on s.enterprise_id = o.enterprise_id and s.order_id = o.id
      left join released r on r.enterprise_id = o.enterprise_id and r.order_id = o.id
      where coalesce(s.fen, 0) + coalesce(r.fen, 0) > a.amount_fen
        or (o.state in ('SENT', 'WAIT_COMMENT', 'DONE', 'CANCELLED') and coalesce(s.fen, 0) + coalesce(r.fen, 0) <> a.amount_fen)`,
  },
  {
    id: 'I-07e',
    promise: 'what a parcel posted is drawn in the books',
    sql: `select p.id::text from parcel p left join ledger_transfer t on t.enterprise_id = p.enterprise_id and t.kind = 'draw' and t.document = p.id
      where p.post_fen <> coalesce(t.amount_fen, 0)`,
  },
  ...paymentInvariants,
  ...bankInvariants,
  ...couponInvariants,
  {
    id: 'I-10',
    promise: 'an acknowledged idempotency key has its answer',
    sql: `select call || ' ' || key from idempotency_key where answer is null`,
  },
  ...statementInvariants,
  ...companyGroupInvariants,
  {
    id: 'I-13',
    promise: 'who ordered, or has a cart, sits in that company, or visits it from its procurement system',
    sql: `select 'order ' || o.order_no from "order" o left join membership m on m.enterprise_id = o.enterprise_id and m.user_id = o.user_id where m.user_id is null
      union all select 'cart ' || c.id from cart_line c left join membership m on m.enterprise_id = c.enterprise_id and m.user_id = c.user_id
        left join punch_out p on p.enterprise_id = c.enterprise_id and p.id = c.user_id where m.user_id is null and p.id is null`,
  },
  {
    id: 'I-14',
    promise: 'an order has moved as the lifecycle allows, without a gap, and stands where its last event left it',
    sql: `with e as (select *, lag(to_state) over w as came_from, lead(id) over w as later from order_event
          window w as (partition by enterprise_id, order_id order by seq))
      select o.order_no || ' ' || coalesce(e.verb, 'no events') from "order" o left join e on e.enterprise_id = o.enterprise_id and e.order_id = o.id
      left join (values ${moves}) m(verb, f, t) on m.verb = e.verb and m.f = e.from_state and m.t = e.to_state
      where e.id is null
        or (e.verb = 'submit') <> (e.came_from is null)
        or (e.verb <> 'submit' and e.from_state is distinct from e.came_from)
        or (e.verb not in ('submit', ${notes}) and m.verb is null)
        or (e.verb in (${notes}) and e.from_state <> e.to_state)
        or (e.later is null and (e.to_state <> o.state or e.seq <> o.event_count))`,
  },
  {
    id: 'I-14b',
    promise: 'an order waits for approval if, and only if, the approval of its trade does, and that is of what it comes to',
    sql: `select o.order_no from "order" o left join approval a on a.enterprise_id = o.enterprise_id and a.trade_id = o.trade_id and a.state = 'PENDING'
      where o.state = 'WAIT_APPROVAL' and a.id is null
      union all select a.id::text from approval a
      left join "order" o on o.enterprise_id = a.enterprise_id and o.trade_id = a.trade_id and o.state = 'WAIT_APPROVAL'
      left join trade t on t.enterprise_id = a.enterprise_id and t.id = a.trade_id
      where a.state = 'PENDING' group by a.enterprise_id, a.id, a.payable_fen, a.method, t.method
      having count(o.id) = 0 or sum(o.payable_fen) <> a.payable_fen or a.method is distinct from t.method`,
  },
  {
    id: 'I-14c',
    promise: 'nobody approves what he asked for, and it is a main account that does',
    sql: `select a.id::text from approval a left join membership m on m.enterprise_id = a.enterprise_id and m.user_id = a.decided_by
      where a.decided_by is not null and (a.decided_by = a.asked_by or m.account_type is distinct from 1)`,
  },
  ...afterSaleInvariants,
  ...invoiceInvariants,
  ...sessionInvariants,
  ...commentInvariants,
  ...levelInvariants,
  ...movingInInvariants,
  ...ledgerDocumentInvariants,
  ...moneyRowReferenceInvariants,
  ...ledgerColumnInvariants,
  ...paymentColumnInvariants,
  ...bankColumnInvariants,
  ...statementColumnInvariants,
  ...invoiceColumnInvariants,
  ...valueDayInvariants,
  ...ledgerSealInvariants,
  ...journalInvariants,
  ...revenueInvariants,
  ...orderStopInvariants,
  ...badDebtInvariants,
  ...acceptanceInvariants,
  ...provisionInvariants,
  ...quotationInvariants,
  ...purchasingInvariants,
  ...marginInvariants,
  ...reportInvariants,
  ...warehouseInvariants,
]
