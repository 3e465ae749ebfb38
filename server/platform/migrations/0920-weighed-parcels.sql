-- A parcel may be weighed before it leaves (decision 780): what the scale said and what its goods weigh by their SKUs then, in grams.
-- `weight_confirmed`: they differ by more than is allowed, and who sent the parcel has said that it leaves as it is.
alter table parcel
  add column weighed_grams int,
  add column expected_grams int,
  add column weight_confirmed boolean not null default false,
  add constraint parcel_weighed check (weighed_grams between 1 and 1000000),
  add constraint parcel_expected check (expected_grams is null or (expected_grams > 0 and weighed_grams is not null)),
  add constraint parcel_weight_confirmed check (not weight_confirmed or expected_grams is not null);
