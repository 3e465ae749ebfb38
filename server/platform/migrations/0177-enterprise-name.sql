-- A company that moves in must have a name that no other has: looked up for each of them.
create index enterprise_name on enterprise (name);
