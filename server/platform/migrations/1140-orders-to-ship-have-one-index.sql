-- Orders to ship are listed by what is due first, with the index order_to_ship_since of 1040. No statement reads this one any more, and each
-- order was written into it and out of it again. A server of the release before lists them more slowly until it has ended.
drop index order_to_ship;
