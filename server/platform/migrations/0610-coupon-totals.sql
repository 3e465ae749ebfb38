-- What was sold with coupons is added up by day as well (decision 370): by template, with what the coupons took off and how many were claimed.
alter table sales_total drop constraint sales_total_dimension;
alter table sales_total add constraint sales_total_dimension check (dimension in ('all', 'sku', 'enterprise', 'province', 'payment', 'coupon'));
-- What coupons took off the goods that were sold, and what of it went back with orders that were cancelled whole: their coupons can be used again.
alter table sales_total add column discount_fen bigint not null default 0 constraint sales_total_discount check (discount_fen >= 0);
alter table sales_total add column back_discount_fen bigint not null default 0 constraint sales_total_back_discount check (back_discount_fen >= 0);
alter table sales_total add column claimed integer not null default 0;
alter table sales_total add constraint sales_total_claimed check (claimed >= 0 and (claimed = 0 or dimension = 'coupon'));
-- Which figures the totals of a day have. The job makes the days with fewer again, the earliest first.
alter table sales_day add column totals_version smallint not null default 1;
-- The coupons that were claimed on a day are found by their day.
create index coupon_by_claim on coupon (claimed_at);
