-- Punch-out (采购系统对接): a company's own procurement system opens the mall, and takes the cart back as a requisition (decision 550).

-- The one login of a company. It has no password of a person: the mall makes the secret, and keeps only its digest.
create table punch_out_setup (
  enterprise_id uuid constraint punch_out_setup_pk primary key constraint punch_out_setup_enterprise references enterprise,
  protocol text not null constraint punch_out_setup_protocol check (protocol in ('OCI', 'CXML')),
  active boolean not null,
  -- What the procurement system logs in with: for OCI a user name of the mall, for cXML the identities of the buyer and of who sends.
  user_name text not null,
  from_domain text not null,
  from_identity text not null,
  sender_domain text not null,
  sender_identity text not null,
  secret_hash bytea not null,
  -- The secret before, until the procurement system has the new one.
  old_secret_hash bytea,
  old_secret_until timestamptz,
  -- The sub-account that its sessions and orders act as.
  user_id uuid not null constraint punch_out_setup_user references app_user,
  -- Where a cart may be sent: 'erp.example.com', or with a port 'erp.example.com:8443'.
  return_hosts text[] not null constraint punch_out_setup_hosts check (cardinality(return_hosts) between 1 and 10),
  -- Whether it buys on credit: the prices that go back, and how an order is paid.
  on_credit boolean not null,
  address_id uuid,
  project_id uuid,
  cost_centre text not null,
  -- The buyer's own numbers for us and for our goods.
  vendor_number text not null,
  material_group text not null,
  created_by uuid not null constraint punch_out_setup_creator references app_user,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  constraint punch_out_setup_old_secret check ((old_secret_hash is null) = (old_secret_until is null))
);
grant select, insert, update on punch_out_setup to mall_app;
create index punch_out_setup_login on punch_out_setup (user_name);
create index punch_out_setup_identity on punch_out_setup (from_identity, from_domain);

-- One visit of a buyer's person: from the call of his procurement system until his cart goes back.
create table punch_out (
  enterprise_id uuid not null constraint punch_out_enterprise references enterprise,
  id uuid not null,
  protocol text not null constraint punch_out_protocol check (protocol in ('OCI', 'CXML')),
  operation text not null constraint punch_out_operation check (operation in ('create', 'edit', 'inspect')),
  user_id uuid not null constraint punch_out_user references app_user,
  -- Where the cart goes, and what the procurement system knows the visit by.
  return_url text not null,
  buyer_cookie text not null,
  -- cXML: the identity by which the buyer has addressed the mall. Empty: OCI.
  seller_domain text not null,
  seller_identity text not null,
  -- The screen that it opens first.
  start_path text not null,
  -- The code of the address that opens the visit, once.
  start_hash bytea,
  start_until timestamptz,
  entered_at timestamptz,
  -- The code of the page that sends the cart back, and what it sends.
  return_hash bytea,
  return_until timestamptz,
  return_fields jsonb,
  returned_at timestamptz,
  line_count int not null default 0,
  created_at timestamptz not null,
  constraint punch_out_pk primary key (enterprise_id, id)
);
grant select, insert, update, delete on punch_out to mall_app;
create index punch_out_latest on punch_out (enterprise_id, created_at desc, id);
create index punch_out_by_age on punch_out (created_at);

-- The visit that a session belongs to: such a session only fills a cart. A person's own login has none.
alter table session add column punch_out_id uuid;

