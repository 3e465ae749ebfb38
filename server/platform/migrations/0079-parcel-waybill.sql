-- Whether a waybill number is on another parcel already, of whatever company, is asked before one leaves.
create index parcel_waybill on parcel (tracking_no) where tracking_no <> '';
