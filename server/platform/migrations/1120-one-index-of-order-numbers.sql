-- One index finds an order by its number, for its company and for staff, and keeps the number unique: two were written for every order.
alter table "order" add constraint order_number_of_company unique (order_no, enterprise_id);
alter table "order" drop constraint order_number;
drop index order_by_number;
