-- A disputed line says how much of it is disputed, and a granted one how much was taken off. Rows from before decision 360 disputed the whole line.
update statement_line set disputed_fen = amount_fen where dispute is not null and disputed_fen is null;
update statement_line l set granted_fen = e.fen
  from (select enterprise_id, draw_id, sum(amount_fen + wallet_fen) as fen from statement_entry where kind = 'adjust' group by 1, 2) e
  where e.enterprise_id = l.enterprise_id and e.draw_id = l.id and l.dispute = 'FOR_BUYER' and l.granted_fen is null and e.fen > 0;
update statement set on_time_day = due_day where on_time_day is null;
