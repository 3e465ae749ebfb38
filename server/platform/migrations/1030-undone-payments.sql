-- Staff list the payments whose receipts were taken back: few of many.
create index payment_undone on payment (created_at desc, id) where state = 'UNDONE';
