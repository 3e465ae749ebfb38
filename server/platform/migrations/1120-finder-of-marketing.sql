-- The finder of staff (decision 250) finds coupons by a part of their name, and SKUs by the material code of any company.
create index coupon_template_by_name_part on coupon_template using gin (text_parts(normalize(name, nfkc)));
create index material_code_by_key_of_all on material_code (code_key);
