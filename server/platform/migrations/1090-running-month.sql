-- The month that runs (decision 800): the sums of its closed days until a day, so that a report reads one row for each key and not one for each day.
-- Such rows have the last of these days as their day.
alter table sales_total drop constraint sales_total_span, add constraint sales_total_span check (span in ('day', 'month', 'running')) not valid;
alter table sales_total drop constraint sales_total_of_month, add constraint sales_total_of_month check (span <> 'month' or extract(day from day) = 1) not valid;
alter table sales_company_total drop constraint sales_company_total_span, add constraint sales_company_total_span check (span in ('day', 'month', 'running')) not valid;
alter table sales_total validate constraint sales_total_span;
alter table sales_total validate constraint sales_total_of_month;
alter table sales_company_total validate constraint sales_company_total_span;

-- The sums of a month until this day are there.
alter table sales_day add column running boolean not null default false;
