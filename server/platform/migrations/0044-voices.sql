-- What buyers say of goods that they have had, and the contracts that their orders are.

create table comment (
  enterprise_id uuid not null constraint comment_enterprise references enterprise,
  id uuid not null,
  order_id uuid not null,
  line_no smallint not null,
  goods_id uuid not null constraint comment_goods references goods,
  user_id uuid not null,
  stars smallint not null constraint comment_stars check (stars between 1 and 5),
  text text not null,
  -- Ids of files, in the order in which they were brought.
  pictures jsonb not null,
  -- The company's name is not shown to others.
  anonymous boolean not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid,
  -- Taken from everybody's eyes by staff; its author sees why.
  hidden_at timestamptz,
  hidden_reason text,
  -- Taken back by its author: the line stays reviewed.
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint comment_pk primary key (enterprise_id, id),
  constraint comment_line unique (enterprise_id, order_id, line_no),
  constraint comment_of foreign key (enterprise_id, order_id, line_no) references order_line,
  constraint comment_answered check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  constraint comment_hidden check ((hidden_at is null) = (hidden_reason is null))
);
create index comment_by_time on comment (enterprise_id, created_at desc, id);
-- What guests read, and what they are found by: a picture's address names the comment alone.
create index comment_of_goods on comment (goods_id, created_at desc, id) where hidden_at is null and removed_at is null;
create unique index comment_by_id on comment (id);
create index comment_console on comment (created_at desc, id);
create index comment_unanswered on comment (created_at, id) where answer is null and hidden_at is null and removed_at is null;
grant select, insert, update on comment to mall_app;

-- What people of the author's company add later.
create table comment_reply (
  enterprise_id uuid not null,
  comment_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  text text not null,
  removed_at timestamptz,
  created_at timestamptz not null,
  constraint comment_reply_pk primary key (enterprise_id, comment_id, id),
  constraint comment_reply_of foreign key (enterprise_id, comment_id) references comment
);
grant select, insert, update on comment_reply to mall_app;

-- How the comments that can be seen rate a good: counted along with every comment, so that no page counts.
create table goods_rating (
  goods_id uuid not null constraint goods_rating_goods references goods,
  stars_1 int not null default 0 constraint goods_rating_1 check (stars_1 >= 0),
  stars_2 int not null default 0 constraint goods_rating_2 check (stars_2 >= 0),
  stars_3 int not null default 0 constraint goods_rating_3 check (stars_3 >= 0),
  stars_4 int not null default 0 constraint goods_rating_4 check (stars_4 >= 0),
  stars_5 int not null default 0 constraint goods_rating_5 check (stars_5 >= 0),
  pictured int not null default 0 constraint goods_rating_pictured check (pictured >= 0),
  constraint goods_rating_pk primary key (goods_id)
);
grant select, insert, update on goods_rating to mall_app;

-- Who an order's contract is between, by which terms, as on the day when it was first taken along: it reads the same ever after. What was
-- ordered is in the order's own lines, which no longer change.
create table purchase_contract (
  enterprise_id uuid not null,
  -- The order's own.
  id uuid not null,
  terms_version text not null,
  parties_sealed bytea not null,
  -- SHA-256 of all that the contract says.
  hash bytea not null,
  issued_at timestamptz not null,
  constraint purchase_contract_pk primary key (enterprise_id, id),
  constraint purchase_contract_of foreign key (enterprise_id, id) references "order"
);
-- Updated by nobody but the exchange of keys.
grant select, insert on purchase_contract to mall_app;
