-- Order confirmations of cXML (decision 870): a procurement system is told what becomes of an order that it has sent.

-- How a webhook is sent: our own bodies, signed, or messages of cXML that have the secret of the other system in them. One of these a company.
alter table webhook add column format text not null default 'JSON' constraint webhook_format check (format in ('JSON', 'CXML'));
create unique index webhook_confirmation on webhook (enterprise_id) where format = 'CXML' and deleted_at is null;

-- What a confirmation refers to. null: the order came before there were confirmations, and gets none.
alter table punch_out_order
  -- The identity by which the buyer has addressed the mall.
  add column seller_domain text,
  add column seller_identity text,
  -- As the buyer has written it.
  add column order_date text,
  -- His lines with their numbers: [{"lineNumber": 1, "skuId": "…", "quantity": 2}].
  add column lines jsonb,
  -- The latest confirmation, and the digest of what it said.
  add column confirmation_id uuid,
  add column confirmation_hash bytea,
  add constraint punch_out_order_seller check ((seller_domain is null) = (seller_identity is null) and (seller_domain is null) = (lines is null)),
  add constraint punch_out_order_confirmation check ((confirmation_id is null) = (confirmation_hash is null));
grant update (confirmation_id, confirmation_hash) on punch_out_order to mall_app;
create index punch_out_order_by_trade on punch_out_order (enterprise_id, trade_id);
