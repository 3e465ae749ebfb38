-- What carriers took on a day, for the hand-over lists (交接单). Our own tankers are on none.
create index parcel_of_day on parcel (sent_at, id) where driver is null;
