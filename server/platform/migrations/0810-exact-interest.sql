-- Interest by the cumulative formula (decision 670): a statement has cost its exact sum so far, rounded once. Days before the day of this migration keep what each of them was rounded to.
alter table statement
  -- The first day that counts into the exact sum; null: every day does, of a statement that was closed since.
  add column exact_from_day date,
  -- What the days from there until `interest_day` have cost, in 1/10,000 fen, as is known now.
  add column exact_interest bigint not null default 0 constraint statement_exact_interest check (exact_interest >= 0),
  -- The rate of each charged day: [{"day", "rate"}], each from its day on. A day that costs less than half a fen has no row that says it.
  add column interest_rates jsonb not null default '[]' constraint statement_interest_rates check (jsonb_typeof(interest_rates) = 'array');
update statement set exact_from_day = (select greatest((now() at time zone 'Asia/Shanghai')::date, (select max(day) + 1 from statement_interest)));
grant update (exact_interest, interest_rates) on statement to mall_app;
