import { acceptanceBreakages } from './acceptance-tamperings.ts'
import { bankBreakages, bankColumnBreakages } from './bank-breakages.ts'
import { journalBreakages } from './journal-breakages.ts'
import { purchasingBreakages } from './purchasing-scene.ts'
import { reportBreakages } from './report-breakages.ts'
import { statementBreakages } from './statement-breakages.ts'
import { warehouseBreakages } from './warehouse-scene.ts'

/** Lines with units that an exchange has sent again. */
const sentAnew = `exists (select from after_sale s join after_sale_line a on a.enterprise_id = s.enterprise_id and a.after_sale_id = s.id
  where s.enterprise_id = l.enterprise_id and s.order_id = l.order_id and s.state = 'EXCHANGED' and a.line_no = l.line_no and a.accepted > 0)`

/** Ways in which an operator's mistake or a lost update would break each invariant, and how it is repaired. */
export const invariantBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-01': [
    `update ledger_transfer set to_account = 'bank' where kind = 'draw'`,
    `update ledger_transfer set to_account = 'sales' where kind = 'draw'`,
  ],
  'I-02': [
    `update ledger_account set balance_fen = balance_fen + 1 where name = 'wallet'`,
    `update ledger_account set balance_fen = balance_fen - 1 where name = 'wallet'`,
  ],
  'I-02b': [
    `update ledger_transfer set to_after_fen = to_after_fen + 1 where kind = 'topUpByBank'`,
    `update ledger_transfer set to_after_fen = to_after_fen - 1 where kind = 'topUpByBank'`,
  ],
  'I-03': [
    `alter table ledger_account drop constraint ledger_account_owed; update ledger_account set balance_fen = balance_fen + 100000 where name = 'interest'`,
    `update ledger_account set balance_fen = balance_fen - 100000 where name = 'interest'`,
  ],
  'I-04': [
    `alter table ledger_transfer drop constraint ledger_transfer_within_limit; update ledger_transfer set limit_fen = 1 where kind = 'hold'`,
    `update ledger_transfer set limit_fen = 5000000 where kind = 'hold'`,
  ],
  'I-05': ['update sku_stock set available = available + 1', 'update sku_stock set available = available - 1'],
  'I-06': [
    `update "order" set goods_fen = goods_fen + 1, payable_fen = payable_fen + 1 where state = 'WAIT_SEND'`,
    `update "order" set goods_fen = goods_fen - 1, payable_fen = payable_fen - 1 where state = 'WAIT_SEND'`,
  ],
  'I-07': [
    `create temp table gone as select * from payment_allocation; delete from payment_allocation where order_id in (select id from "order" where state = 'WAIT_SEND')`,
    `insert into payment_allocation select * from gone on conflict do nothing; drop table gone`,
  ],
  'I-07b': ['update payment set amount_fen = amount_fen + 1', 'update payment set amount_fen = amount_fen - 1'],
  'I-07c': [
    `update payment_allocation set refunded_fen = 1 where order_id in (select id from "order" where state = 'WAIT_SEND')`,
    'update payment_allocation set refunded_fen = 0 where refunded_fen = 1',
  ],
  'I-07d': [`update parcel set post_fen = post_fen + 1 where post_fen > 0`, `update parcel set post_fen = post_fen - 1 where post_fen > 0`],
  'I-07e': [`update parcel set post_fen = post_fen - 1 where post_fen > 0`, `update parcel set post_fen = post_fen + 1 where post_fen > 0`],
  'I-08': ['update gateway_receipt set amount_fen = amount_fen + 1', 'update gateway_receipt set amount_fen = amount_fen - 1'],
  'I-08b': [
    `create temp table arrived as select * from refund where way = 'gateway'; update refund set state = 'SENT', settled_at = null where way = 'gateway'`,
    `update refund r set state = 'SETTLED', settled_at = a.settled_at from arrived a where a.id = r.id; drop table arrived`,
  ],
  'I-08c': [
    `update ledger_transfer set amount_fen = amount_fen + 1 where kind = 'suspenseToGateway'`,
    `update ledger_transfer set amount_fen = amount_fen - 1 where kind = 'suspenseToGateway'`,
  ],
  ...bankBreakages,
  'I-09': [
    'update order_line set discount_fen = 1 where discount_fen = 0 and amount_fen > dropped_fen + returned_fen',
    'update order_line set discount_fen = 0 where discount_fen = 1',
  ],
  'I-09b': [
    `update coupon set state = 'locked', used_at = null where state = 'used'`,
    `update coupon set state = 'used', used_at = claimed_at where state = 'locked'`,
  ],
  'I-09c': ['update coupon_quota set claimed = claimed + 1', 'update coupon_quota set claimed = claimed - 1'],
  'I-61': [
    `update coupon_template set enterprise_ids = '["00000000-0000-4000-8000-000000000001"]'`,
    `update coupon_template set enterprise_ids = '[]'`,
  ],
  'I-10': [
    `create temp table answers as select * from idempotency_key; update idempotency_key set answer = null`,
    `update idempotency_key k set answer = a.answer from answers a where a.key = k.key; drop table answers`,
  ],
  ...statementBreakages,
  'I-13': [
    `create temp table seats as select * from membership; delete from membership`,
    'insert into membership select * from seats; drop table seats',
  ],
  'I-14': [
    `update order_event set from_state = 'SENT' where verb = 'pay'`,
    `update order_event set from_state = 'WAIT_PAY' where verb = 'pay'`,
  ],
  'I-14b': [
    `update approval set payable_fen = payable_fen + 1 where state = 'PENDING'`,
    `update approval set payable_fen = payable_fen - 1 where state = 'PENDING'`,
  ],
  'I-14c': [
    `update membership set account_type = 2, perm_code = '' where account_type = 1`,
    `update membership m set account_type = 1, perm_code = null from approval a where a.decided_by = m.user_id and a.enterprise_id = m.enterprise_id`,
  ],
  'I-16': [
    `update order_line set held_back = held_back - 1 where held_back > 0`,
    `update order_line l set held_back = held_back + 1 where exists (select from after_sale s
      where s.enterprise_id = l.enterprise_id and s.order_id = l.order_id and s.state = 'APPLIED')`,
  ],
  'I-16b': [
    `update order_line set returned_fen = returned_fen - 1 where returned_fen > 0`,
    `update order_line set returned_fen = returned_fen + 1 where returned_fen > 0`,
  ],
  'I-16c': [
    `update parcel_line set returned_fen = returned_fen - 1 where returned_fen > 0`,
    `update parcel_line set returned_fen = returned_fen + 1 where returned_fen > 0`,
  ],
  'I-16d': [
    `update after_sale_line l set accepted = accepted - 1 from after_sale s where s.id = l.after_sale_id and s.state = 'EXCHANGED'`,
    `update after_sale_line l set accepted = accepted + 1 from after_sale s where s.id = l.after_sale_id and s.state = 'EXCHANGED'`,
  ],
  'I-16e': [
    `update order_line l set exchanged = exchanged - 1 where ${sentAnew}`,
    `update order_line l set exchanged = exchanged + 1 where ${sentAnew}`,
  ],
  'I-17': [
    `update payment_allocation a set refunded_fen = refunded_fen + 1 from invoice_line l where l.part_id = a.order_id and l.live`,
    `update payment_allocation a set refunded_fen = refunded_fen - 1 from invoice_line l where l.part_id = a.order_id and l.live`,
  ],
  'I-17b': ['update invoice set tax_fen = tax_fen - 1', 'update invoice set tax_fen = tax_fen + 1'],
  'I-17c': [`update invoice_red_line set tax_fen = tax_fen - 1`, `update invoice_red_line set tax_fen = tax_fen + 1`],
  'I-17d': [
    `update parcel_line c set post_fen = c.post_fen + 1 from parcel p where p.id = c.parcel_id and p.post_fen > 0`,
    `update parcel_line c set post_fen = c.post_fen - 1 from parcel p where p.id = c.parcel_id and p.post_fen > 0`,
  ],
  'I-57': [
    'create temp table shops as select id, shop_id from invoice; update invoice set shop_id = null',
    'update invoice i set shop_id = s.shop_id from shops s where s.id = i.id; drop table shops',
  ],
  'I-18': ['update app_user set status = 0', 'update app_user set status = 1'],
  'I-59': [`update staff set custom_codes = 'audit'`, `update staff set custom_codes = ''`],
  'I-19': ['update goods_rating set stars_5 = stars_5 + 1', 'update goods_rating set stars_5 = stars_5 - 1'],
  'I-20': ['update paid_day set paid_fen = paid_fen + 1', 'update paid_day set paid_fen = paid_fen - 1'],
  'I-20b': [
    `update level_gift set state = 'WAITING', order_id = null`,
    `update level_gift g set state = 'ORDERED', order_id = l.order_id from order_line l where l.enterprise_id = g.enterprise_id and l.gift_id = g.id`,
  ],
  'I-20c': [
    'update level_status set level = 4',
    'update level_status s set level = e.member_level from enterprise e where e.id = s.enterprise_id',
  ],
  'I-21': [
    `update ledger_transfer set kind = 'openWallet', from_account = 'opening' where kind = 'topUpByBank'`,
    `update ledger_transfer set kind = 'topUpByBank', from_account = 'bank' where kind = 'openWallet'`,
  ],
  'I-22': [
    `insert into finance_request (enterprise_id, id, kind, amount_fen, reason, state, proposed_by, proposed_at, decided_by, decided_at)
      select enterprise_id, gen_random_uuid(), 'waiveInterest', 1, '协商', 'DONE', gen_random_uuid(), closed_at, gen_random_uuid(), closed_at from statement`,
    'delete from finance_request',
  ],
  'I-22b': [
    `update repayment set source = 'acceptance' where source = 'bank'`,
    `update repayment set source = 'bank' where source = 'acceptance'`,
  ],
  'I-22c': ['update repayment set value_day = value_day - 1', 'update repayment set value_day = value_day + 1'],
  'I-22d': [
    'update credit_account set base_limit_fen = base_limit_fen + 1',
    'update credit_account set base_limit_fen = base_limit_fen - 1',
  ],
  'I-22e': [
    'update statement_interest set principal_fen = principal_fen + 100000',
    'update statement_interest set principal_fen = principal_fen - 100000',
  ],
  'I-22f': [
    'update statement set due_day = due_day + 1, on_time_day = on_time_day + 1',
    'update statement set due_day = due_day - 1, on_time_day = on_time_day - 1',
  ],
  'I-22g': ['update bank_line set day = day - 1', 'update bank_line set day = day + 1'],
  'I-22h': [
    `update refund set amount_fen = amount_fen + 1 where way = 'credit' and source = 'sales'`,
    `update refund set amount_fen = amount_fen - 1 where way = 'credit' and source = 'sales'`,
  ],
  'I-23': [
    'update gateway_trade set payment_id = enterprise_id, enterprise_id = payment_id',
    'update gateway_trade set payment_id = enterprise_id, enterprise_id = payment_id',
  ],
  'I-24': [`update ledger_transfer set seq = 1 where kind = 'draw'`, `update ledger_transfer set seq = 0 where kind = 'draw'`],
  'I-24b': [
    `update ledger_transfer set at = at + interval '1 minute' where kind = 'postHeld'`,
    `update ledger_transfer set at = at - interval '1 minute' where kind = 'postHeld'`,
  ],
  'I-24c': [
    `update ledger_transfer set limit_fen = limit_fen + 1 where kind = 'hold'`,
    `update ledger_transfer set limit_fen = limit_fen - 1 where kind = 'hold'`,
  ],
  'I-24d': [
    `update statement_interest set reversed_fen = reversed_fen + case when day = (select max(day) from statement_interest where reversed_fen > 0) then 1 else -1 end
      where reversed_fen > 0`,
    `update statement_interest set reversed_fen = reversed_fen - case when day = (select max(day) from statement_interest where reversed_fen > 0) then 1 else -1 end
      where reversed_fen > 0`,
  ],
  'I-46': [
    `update ledger_transfer set kind = 'reverseWaiver' where id = (select id from ledger_transfer where kind = 'chargeInterest' order by id limit 1)`,
    `update ledger_transfer t set kind = 'chargeInterest' where kind = 'reverseWaiver' and not exists (select from ledger_transfer r
      where r.enterprise_id = t.enterprise_id and r.document = t.document and r.kind = 'reverseInterest' and r.seq = t.seq)`,
  ],
  'I-25': [`update payment set paid_at = paid_at + interval '1 minute'`, `update payment set paid_at = paid_at - interval '1 minute'`],
  'I-25b': [`update repayment set automatic = true where source = 'bank'`, `update repayment set automatic = false where source = 'bank'`],
  'I-25c': [`update transfer_code set code = code || '7'`, `update transfer_code set code = left(code, -1)`],
  'I-25d': [
    `update gateway_receipt set value_day = value_day - 1 where outcome = 'late'`,
    `update gateway_receipt set value_day = value_day + 1 where outcome = 'late'`,
  ],
  'I-25e': [
    `update refund set settled_at = settled_at + interval '1 minute' where state = 'SETTLED'`,
    `update refund set settled_at = settled_at - interval '1 minute' where state = 'SETTLED'`,
  ],
  ...bankColumnBreakages,
  'I-27': [
    `update statement_line set disputed_by = md5(id::text)::uuid where dispute is null`,
    `update statement_line set disputed_by = null where dispute is null`,
  ],
  'I-27b': [
    `update credit_limit_change set temp_end_day = '2027-01-01' where kind = 'base'`,
    `update credit_limit_change set temp_end_day = null where kind = 'base'`,
  ],
  'I-28': ['update invoice set rate_bp = rate_bp + 1', 'update invoice set rate_bp = rate_bp - 1'],
  'I-28b': [`update invoice_line set unit = unit || '7'`, `update invoice_line set unit = left(unit, -1)`],
  'I-29': [
    `insert into value_day_request (id, account_no, reference, day, amount_fen, payer_name, payer_account, remark, reason, state, proposed_by, proposed_at)
      values (gen_random_uuid(), '0', 'AHEAD', '2027-03-01', 1, '', '', '', '', 'WAIT', gen_random_uuid(), '2026-12-15')`,
    `delete from value_day_request where reference = 'AHEAD'`,
  ],
  'I-29b': [
    `insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
      select e.enterprise_id, gen_random_uuid(), e.month, 'redate', side.sign * e.amount_fen, e.document, e.value_day + side.days, e.at
      from statement_entry e, (values (-1, 0), (1, -1)) side(sign, days) where e.kind = 'repay'`,
    `delete from statement_entry where kind = 'redate'`,
  ],
  'I-30': [`update ledger_transfer set title = title || '7'`, 'update ledger_transfer set title = left(title, -1)'],
  'I-30b': ['update ledger_seal_day set rows = rows + 1', 'update ledger_seal_day set rows = rows - 1'],
  'I-30c': [`update ledger_seal_day set root = sha256('')`, 'update ledger_seal_day set root = null'],
  ...journalBreakages,
  'I-40': [
    `update credit_account set stop_scope = 'credit', stop_reason = 'nobody agreed', stop_contact = '' where stop_scope is null`,
    `update credit_account set stop_scope = null, stop_reason = null, stop_contact = null where stop_reason = 'nobody agreed'`,
  ],
  'I-31': [
    `insert into finance_request (enterprise_id, id, kind, month, amount_fen, interest_fen, reason, state, proposed_by, proposed_at, decided_by, decided_at)
      select enterprise_id, gen_random_uuid(), 'writeOff', month, 1, 0, '破产', 'DONE', gen_random_uuid(), closed_at, gen_random_uuid(), closed_at from statement`,
    'delete from finance_request',
  ],
  'I-31b': [
    `insert into finance_request (enterprise_id, id, kind, month, amount_fen, bad_debt_id, reason, state, proposed_by, proposed_at, decided_by, decided_at)
      select enterprise_id, gen_random_uuid(), 'forgive', month, 1, gen_random_uuid(), '和解', 'DONE', gen_random_uuid(), closed_at, gen_random_uuid(), closed_at from statement`,
    'delete from finance_request',
  ],
  'I-31c': [
    `update statement set state = 'WRITTEN_OFF' where state = 'OVERDUE'`,
    `update statement set state = 'OVERDUE' where state = 'WRITTEN_OFF'`,
  ],
  ...acceptanceBreakages,
  'I-32': [
    `insert into provision_run (month, id, bands, base_fen, required_fen, before_fen, change_fen, at) values ('2026-09', gen_random_uuid(), '{}', 1, 0, 0, 0, '2026-12-02')`,
    'delete from provision_run',
  ],
  'I-32b': [
    `insert into provision_run (month, id, bands, base_fen, required_fen, before_fen, change_fen, at) values ('2026-11', gen_random_uuid(), '{}', 0, 0, 0, 0, '2026-12-02')`,
    'delete from provision_run',
  ],
  'I-47': ['update quotation_line set quantity = quantity + 1', 'update quotation_line set quantity = quantity - 1'],
  'I-47b': [
    `update quotation_offer_line set valid_until = '2000-01-01' where outcome = 'OFFERED'`,
    `update quotation_offer_line set valid_until = null where outcome = 'OFFERED'`,
  ],
  'I-58': [
    `update order_proposal set state = 'DECLINED' where state = 'ACCEPTED'`,
    `update order_proposal set state = 'ACCEPTED' where state = 'DECLINED'`,
  ],
  ...purchasingBreakages,
  ...reportBreakages,
  ...warehouseBreakages,
}
