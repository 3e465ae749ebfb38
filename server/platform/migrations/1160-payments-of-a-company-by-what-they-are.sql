-- A company's wallet and its bank transfers read every payment of the company to find the few that they show. Orders on credit, from the wallet or
-- online write neither index.
create index payment_top_ups on payment (enterprise_id, created_at desc, id desc) where purpose = 'topUp';
create index payment_transfers on payment (enterprise_id, created_at desc, id desc) where method = 'transfer';
