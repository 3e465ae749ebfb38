-- A dispute says which units of which lines of the parcel it is about, and shows pictures of them. Both are null where nothing was given.
alter table statement_line
  add column disputed_units jsonb,
  add column dispute_pictures jsonb,
  add constraint statement_line_disputed_units check (disputed_units is null or dispute is not null),
  add constraint statement_line_dispute_pictures check (dispute_pictures is null or dispute is not null);
grant update (disputed_units, dispute_pictures) on statement_line to mall_app;

alter table file drop constraint file_purpose;
alter table file add constraint file_purpose check (purpose in
  ('avatar', 'idPhoto', 'licence', 'tradeLicence', 'cashFlow', 'voucher', 'acceptance', 'afterSale', 'comment', 'signedReceipt', 'patrol', 'dispute'));
