-- Where a buyer pays (decision 400): at a desk with a code or a page, in the browser of his phone, or inside WeChat. When what he pays with was handed
-- out last: the page of a phone ends five minutes later. Rows of the release before pay at a desk.
alter table payment
  add column scene text not null default 'desk',
  add column invited_at timestamptz,
  add constraint payment_scene check (scene in ('desk', 'phone', 'wechat'));
