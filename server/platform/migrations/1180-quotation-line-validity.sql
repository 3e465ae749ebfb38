-- A line of an offer may end before the offer (decision 330). null: it holds as long as the offer, as every line did before.
alter table quotation_offer_line
  add column valid_until date,
  add constraint quotation_offer_line_ends check (valid_until is null or outcome = 'OFFERED');
