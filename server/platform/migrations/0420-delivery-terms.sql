-- How long goods take to each province (送达时效). A change adds a row, so that an order keeps the terms of the time of its payment.
create table delivery_terms (
  version integer not null constraint delivery_terms_pk primary key,
  effective_at timestamptz not null,
  cut_off text not null constraint delivery_terms_cut_off check (cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- null: nothing is promised in provinces without days of their own.
  default_days smallint constraint delivery_terms_default_days check (default_days between 1 and 60),
  provinces jsonb not null
);
grant select, insert on delivery_terms to mall_app;

insert into delivery_terms (version, effective_at, cut_off, default_days, provinces)
select 0, timestamptz '2020-01-01 00:00:00+08', '16:00', 3, jsonb_agg(jsonb_build_object('code', code, 'days', days) order by code)
from (
  select code, days from (values
    (array['15', '21', '22', '23', '51', '52', '53', '62', '63', '64'], 4), (array['46'], 5), (array['65'], 6), (array['54'], 7),
    (array['71', '81', '82'], null)) as given (codes, days), unnest(codes) as code
) as rows;
