-- What a version changed besides its content: the state, the tax class. A bulk edit of them makes a version too.
alter table goods_version add column differences jsonb;
