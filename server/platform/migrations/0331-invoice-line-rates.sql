-- The rate of each line of an invoice, by its tax class (decision 200). null: that of the invoice, from before. `invoice.rate_bp` is that of its first line.
alter table invoice_line add column rate_bp integer constraint invoice_line_rate check (rate_bp between 0 and 10000);
