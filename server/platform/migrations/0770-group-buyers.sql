-- A person of the parent of a group buys for one of its members (decision 640): his membership in the member names the parent.
alter table membership add column parent_id uuid;
-- The name of the parent when it proposed him. The records of the member show it.
alter table membership add column parent_name text;
alter table membership add constraint membership_of_parent check ((parent_id is null) = (parent_name is null) and (parent_id is null or account_type = 2));

-- The parent whose buyer ordered, as it was called then; null: an own person of the company.
alter table trade add column parent_name text;

-- A session and what is recorded of its calls keep as whose buyer the person acts, so a later change of his membership rewrites no record.
alter table session add column parent_name text;
alter table audit_log add column parent_name text;

-- Whether a member has joined since the invitation says that the parent sees its purchases by category. Earlier members agreed to sums only.
alter table company_group_member add column shows_categories boolean not null default false;
