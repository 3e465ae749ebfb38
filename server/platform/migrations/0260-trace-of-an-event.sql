-- Which traced piece of work has caused an event (W3C traceparent), so that its job goes on with the trace. Null: the work was not traced.
alter table outbox add column traceparent text;
