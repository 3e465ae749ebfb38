-- Kinds of coupons beside 满减, and two conditions (decision 540).
alter table coupon_template add column kind text not null default 'amount' constraint coupon_template_kind check (kind in ('amount', 'percent', 'freight'));
-- What 折扣券 takes off the goods in scope, in basis points; its `amount_fen` is the most that it takes off.
alter table coupon_template add column off_bp int constraint coupon_template_off check (off_bp between 1 and 9900);
alter table coupon_template add constraint coupon_template_percent check ((kind = 'percent') = (off_bp is not null));
-- Only the first order of a company can use it.
alter table coupon_template add column first_order boolean not null default false;
-- Ids of the companies that may have it, as a list; empty: all may.
alter table coupon_template add column enterprise_ids jsonb not null default '[]';

-- Copied from the template when an order takes the coupon (its terms do not change once somebody has one): two orders at once cannot both be
-- the first.
alter table coupon add column first_order boolean not null default false;
create unique index coupon_first_order_once on coupon (enterprise_id) where first_order and state <> 'unused';

-- What 运费券 took off the freight. `freight_fen` is what is left of it: that is paid, invoiced and refunded.
alter table "order" add column freight_discount_fen bigint not null default 0 constraint order_freight_discount check (freight_discount_fen >= 0);
alter table "order" add constraint order_freight_discount_by_coupon check (freight_discount_fen = 0 or coupon_id is not null);
alter table "order" drop constraint order_freight_settled;
alter table "order" add constraint order_freight_settled check
  (freight_fen + freight_discount_fen = case when goods_fen >= freight_free_from_fen then 0 else freight_fee_fen end);
