-- 罐车: goods that the platform's own tankers bring. They cost the freight of their shop, and no courier's days are promised for them (decision 590).
alter table goods drop constraint goods_freight;
alter table goods add constraint goods_freight check (freight in ('shop', 'free', 'tanker'));
