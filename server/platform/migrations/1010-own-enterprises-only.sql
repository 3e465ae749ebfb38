-- An account manager who sees and works on his own companies alone, if an administrator has set it so.
alter table staff add column own_enterprises_only boolean not null default false;
