-- The report of coupons reads those of a range of days.
create index coupon_by_claim_day on coupon (claimed_at);
create index coupon_by_use_day on coupon (used_at) where used_at is not null;
