-- Old messages of all companies are deleted by their age. Rows are written in the order of time, so the smallest kind of index finds them.
create index message_by_age on message using brin (at);

grant delete on staff_session, proof_run, proof_result to mall_app;
