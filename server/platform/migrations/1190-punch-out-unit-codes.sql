-- The codes that a company's procurement system has for units of the mall (decision 550): [{"unit": "件", "code": "ST"}]. Units that are not named
-- have the codes of the protocol.
alter table punch_out_setup add column unit_codes jsonb not null default '[]';
