-- A dispute may be about a part of a line, and a decision may grant a part of what was disputed (decision 360). Rows from before dispute the whole line.
alter table statement_line drop constraint statement_line_dispute;
alter table statement_line
  add constraint statement_line_dispute check (dispute in ('OPEN', 'FOR_BUYER', 'PARTLY_FOR_BUYER', 'AGAINST_BUYER', 'WITHDRAWN')),
  add column disputed_fen bigint,
  add column granted_fen bigint,
  add constraint statement_line_disputed_part check (disputed_fen is null or disputed_fen between 1 and amount_fen and dispute is not null),
  add constraint statement_line_granted_part check (granted_fen > 0 and granted_fen <= coalesce(disputed_fen, amount_fen));
grant update (disputed_fen, granted_fen) on statement_line to mall_app;
