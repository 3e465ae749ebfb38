-- How many visitors came on a day, looked at a goods and added to a cart (decision 790). Nobody's tenant: the platform's own figures.
create table visitor_day (
  day date constraint visitor_day_pk primary key,
  visited integer not null constraint visitor_day_visited check (visited >= 0),
  viewed integer not null constraint visitor_day_viewed check (viewed >= 0),
  added integer not null constraint visitor_day_added check (added >= 0)
);
grant select, insert, update on visitor_day to mall_app;

-- By what the servers count them together: sketches, in which no visitor can be found. They are deleted when their day is over.
create table visitor_sketch (
  day date constraint visitor_sketch_pk primary key,
  visited bytea not null,
  viewed bytea not null,
  added bytea not null
);
grant select, insert, update, delete on visitor_sketch to mall_app;

-- The orders that were submitted on a day are a total as well. 'submitted' has the key 'all', and no figure but `orders`.
alter table sales_total drop constraint sales_total_dimension;
alter table sales_total add constraint sales_total_dimension
  check (dimension in ('all', 'sku', 'enterprise', 'province', 'payment', 'coupon', 'submitted'));
