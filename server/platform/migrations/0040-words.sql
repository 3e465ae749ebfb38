-- What pictures and movements of stock may be for, once for all that follows.

alter table file drop constraint file_purpose,
  add constraint file_purpose check (purpose in
    ('avatar', 'idPhoto', 'licence', 'cashFlow', 'voucher', 'acceptance', 'afterSale', 'comment', 'signedReceipt', 'patrol'));
alter table stock_movement drop constraint stock_movement_kind,
  add constraint stock_movement_kind check (kind in ('receipt', 'adjustment', 'count', 'return', 'scrap'));
