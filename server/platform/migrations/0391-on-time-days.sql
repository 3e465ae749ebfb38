-- 还款日遇节假日 (民法典第二百零三条, decision 261): the due day of a statement stays the 10th; where it is a holiday, money of value until the next working day is on time. The day is fixed when a
-- month is closed. Months that were closed before keep their due day.
alter table statement add column on_time_day date;
update statement set on_time_day = due_day;
alter table statement add constraint statement_on_time check (on_time_day >= due_day);
