-- 企业与用户列表: both are searched by parts of names through indexes. Names of companies, people and memberships have theirs since 0380.

create index enterprise_by_agent_part on enterprise using gin (text_parts(agent_name));
