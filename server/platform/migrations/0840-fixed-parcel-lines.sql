-- As 0820: what a parcel posted does not change. What came back of a line is counted.
revoke update on parcel_line from mall_app;
grant update (returned_fen) on parcel_line to mall_app;
