-- What staff have written in the place of a text that the mall has built in; the latest counts, the earlier ones are its history.
create table message_text (
  name text not null,
  no int not null constraint message_text_no check (no > 0),
  -- Both null: the built-in words again.
  title text,
  content text,
  saved_by uuid not null,
  saved_at timestamptz not null,
  constraint message_text_pk primary key (name, no),
  constraint message_text_whole check ((title is null) = (content is null))
);
grant select, insert on message_text to mall_app;
