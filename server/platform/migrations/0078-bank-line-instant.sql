-- When on its day a transaction was made, where the bank's statement says so: in a column of its own or beside the day.
alter table bank_line add traded_at timestamptz;
