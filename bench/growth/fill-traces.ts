import type pg from 'pg'

/** Calls of the last days, whose keys are still kept. */
const KEPT_KEYS_DAYS = 7
/** Messages that are older are marked as read. */
const READ_DAYS = 30

/**
 * Writes the traces of orders: messages, events for other processes, the audit log, the changes that programs pull, idempotency keys. It
 * needs `createPlannedOrderTables`.
 */
export async function insertSideRowsOfOrders(client: pg.Client, until: Date): Promise<void> {
  await client.query(
    `insert into message (enterprise_id, user_id, id, kind, title, content, facts, at, read_at)
     select enterprise_id, user_id, uuid_v7(e.at), 'order', e.title, '订单 1999' || lpad(n::text, 14, '0'), jsonb_build_object('orderNo', '1999' || lpad(n::text, 14, '0')), e.at,
       case when e.at < $1::timestamptz - interval '${READ_DAYS} days' then e.at + interval '1 hour' end
     from made cross join lateral (values ('支付成功', paid_at, state <> 'CANCELLED'), ('已发货', sent_at, state not in ('CANCELLED', 'WAIT_SEND'))) e(title, at, happened)
     where happened order by n`,
    [until],
  )
  await client.query(`
    insert into outbox (at, id, topic, enterprise_id, payload, published_at)
    select e.at, uuid_v7(e.at), 'order.changed', enterprise_id, jsonb_build_object('orderId', order_id, 'verb', verb), e.at + interval '1 second'
    from made cross join lateral (values ('submit', at, true), ('pay', paid_at, state <> 'CANCELLED'), ('shipRest', sent_at, state not in ('CANCELLED', 'WAIT_SEND')))
      e(verb, at, happened) where happened order by n`)
  await client.query(`
    insert into audit_log (at, id, request_id, actor_kind, actor_id, enterprise_id, action, object_kind, object_id, outcome)
    select sent_at, uuid_v7(sent_at), 'r' || n, 'staff', s.id, enterprise_id, 'fulfilment.ship', 'order', '1999' || lpad(n::text, 14, '0'), 'ok'
    from made cross join (select id from staff order by id limit 1) s where state not in ('CANCELLED', 'WAIT_SEND') order by n`)
  await client.query(`
    insert into change_mark (enterprise_id, kind, object, seq, at)
    select enterprise_id, 'order', '1999' || lpad(n::text, 14, '0'), row_number() over (partition by enterprise_id order by n), at from made order by n`)
  await client.query(`
    insert into change_count (enterprise_id, last) select enterprise_id, count(*) from made group by 1
    on conflict (enterprise_id) do update set last = excluded.last`)
  await client.query(
    `insert into idempotency_key (enterprise_id, user_id, call, key, request_hash, answer, at)
     select enterprise_id, user_id, call, call || n, sha256(uuid_send(order_id)), '{}', at from made, unnest(array['order.submit', 'order.payByCredit']) call
     where at > $1::timestamptz - interval '${KEPT_KEYS_DAYS} days' order by n`,
    [until],
  )
}
