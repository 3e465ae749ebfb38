-- Written by tools/schema.ts from the migrated database. Do not edit; run npm run schema.

create table "acceptance_bill" (
  enterprise_id uuid not null,
  id uuid not null,
  bill_no text not null,
  acceptor text not null,
  amount_fen bigint not null,
  maturity_day date not null,
  file_id uuid not null,
  state text not null,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  opinion text,
  ended_at timestamp with time zone,
  written_in bigint not null default transaction_number(),
  acceptor_kind text not null default 'bank'::text,
  covers boolean not null default false,
  quoted_rate_bp integer,
  constraint acceptance_bill_acceptor_kind CHECK ((acceptor_kind = ANY (ARRAY['bank'::text, 'commercial'::text]))),
  constraint acceptance_bill_amount CHECK ((amount_fen > 0)),
  constraint acceptance_bill_quoted CHECK (((quoted_rate_bp >= 0) AND (quoted_rate_bp <= 2400))),
  constraint acceptance_bill_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'ACCEPTED'::text, 'DISCOUNTED'::text, 'REJECTED'::text, 'RECOURSE'::text, 'BOUNCED'::text, 'HONOURED'::text]))),
  constraint acceptance_bill_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint acceptance_bill_pk PRIMARY KEY (enterprise_id, id)
);

create table "acceptance_event" (
  enterprise_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  verb text not null,
  amount_fen bigint not null,
  acceptor_kind text not null,
  covered_fen bigint not null,
  freed_fen bigint not null,
  value_day date not null,
  received_fen bigint not null,
  fee_fen bigint not null,
  discount_fen bigint not null,
  allocation_id uuid,
  request_id uuid,
  staff_id uuid,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint acceptance_event_acceptor_kind CHECK ((acceptor_kind = ANY (ARRAY['bank'::text, 'commercial'::text]))),
  constraint acceptance_event_covered CHECK ((covered_fen >= 0)),
  constraint acceptance_event_discount CHECK ((discount_fen >= 0)),
  constraint acceptance_event_fee CHECK ((fee_fen >= 0)),
  constraint acceptance_event_paid CHECK (
CASE
    WHEN (verb = ANY (ARRAY['honour'::text, 'discount'::text])) THEN ((((received_fen + fee_fen) + discount_fen) = amount_fen) AND
    CASE verb
        WHEN 'honour'::text THEN (num_nonnulls(allocation_id, request_id) = 1)
        ELSE (allocation_id IS NOT NULL)
    END)
    ELSE ((((received_fen + fee_fen) + discount_fen) = 0) AND (allocation_id IS NULL) AND ((request_id IS NOT NULL) = (verb = 'recourse'::text)))
END),
  constraint acceptance_event_received CHECK ((received_fen >= 0)),
  constraint acceptance_event_staff CHECK (((staff_id IS NULL) = (verb = 'lapse'::text))),
  constraint acceptance_event_verb CHECK ((verb = ANY (ARRAY['accept'::text, 'lapse'::text, 'honour'::text, 'discount'::text, 'bounce'::text, 'recourse'::text]))),
  constraint acceptance_event_bill FOREIGN KEY (enterprise_id, bill_id) REFERENCES acceptance_bill(enterprise_id, id),
  constraint acceptance_event_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint acceptance_event_pk PRIMARY KEY (enterprise_id, id),
  constraint acceptance_event_once UNIQUE (enterprise_id, bill_id, verb)
);

create table "acceptance_request" (
  enterprise_id uuid not null,
  id uuid not null,
  bill_id uuid not null,
  value_day date not null,
  fee_fen bigint not null,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  written_in bigint not null default transaction_number(),
  kind text not null default 'honour'::text,
  line_id uuid,
  discount_fen bigint not null default 0,
  seal_form smallint not null default 1,
  constraint acceptance_request_decided CHECK ((((state = 'WAIT'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  constraint acceptance_request_discount CHECK ((discount_fen >= 0)),
  constraint acceptance_request_fee CHECK ((fee_fen >= 0)),
  constraint acceptance_request_kind CHECK ((kind = ANY (ARRAY['honour'::text, 'discount'::text, 'recourse'::text]))),
  constraint acceptance_request_of_kind CHECK ((((kind = 'discount'::text) = (line_id IS NOT NULL)) AND ((kind = 'discount'::text) OR (discount_fen = 0)) AND ((kind <> 'recourse'::text) OR (fee_fen = 0)))),
  constraint acceptance_request_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DONE'::text, 'REFUSED'::text]))),
  constraint acceptance_request_bill FOREIGN KEY (enterprise_id, bill_id) REFERENCES acceptance_bill(enterprise_id, id),
  constraint acceptance_request_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint acceptance_request_pk PRIMARY KEY (enterprise_id, id)
);

create table "account_manager" (
  enterprise_id uuid not null,
  staff_id uuid,
  since timestamp with time zone not null,
  constraint account_manager_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint account_manager_pk PRIMARY KEY (enterprise_id)
);

create table "account_manager_change" (
  enterprise_id uuid not null,
  id uuid not null,
  staff_id uuid,
  changed_by uuid not null,
  at timestamp with time zone not null,
  constraint account_manager_change_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint account_manager_change_pk PRIMARY KEY (enterprise_id, id)
);

create table "address" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  mobile text not null,
  area_code text not null,
  province text not null,
  city text not null,
  district text not null,
  detail text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  project_id uuid,
  constraint address_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint address_project FOREIGN KEY (enterprise_id, project_id) REFERENCES project(enterprise_id, id),
  constraint address_pk PRIMARY KEY (enterprise_id, id)
);

create table "after_sale" (
  enterprise_id uuid not null,
  id uuid not null,
  after_sale_no text not null,
  order_id uuid not null,
  user_id uuid not null,
  type text not null,
  state text not null,
  reason text not null,
  description text not null,
  freight_asked boolean not null,
  freight_fen bigint not null default 0,
  pictures jsonb not null,
  carrier text,
  tracking_no text,
  refund_fen bigint,
  exchange_order_id uuid,
  entries integer not null,
  state_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint after_sale_exchanged CHECK (((state = 'EXCHANGED'::text) = (exchange_order_id IS NOT NULL))),
  constraint after_sale_freight CHECK ((freight_fen >= 0)),
  constraint after_sale_refund CHECK ((refund_fen >= 0)),
  constraint after_sale_refunded CHECK (((state = 'REFUNDED'::text) = (refund_fen IS NOT NULL))),
  constraint after_sale_state CHECK ((state = ANY (ARRAY['APPLIED'::text, 'APPROVED'::text, 'RETURNING'::text, 'RECEIVED'::text, 'REFUNDED'::text, 'EXCHANGED'::text, 'REJECTED'::text, 'CANCELLED'::text]))),
  constraint after_sale_type CHECK ((type = ANY (ARRAY['REFUND'::text, 'RETURN'::text, 'EXCHANGE'::text]))),
  constraint after_sale_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint after_sale_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint after_sale_pk PRIMARY KEY (enterprise_id, id),
  constraint after_sale_number UNIQUE (enterprise_id, after_sale_no)
);

create table "after_sale_entry" (
  enterprise_id uuid not null,
  after_sale_id uuid not null,
  seq integer not null,
  verb text not null,
  actor_kind text not null,
  actor_id uuid,
  text text not null,
  at timestamp with time zone not null,
  constraint after_sale_entry_actor CHECK ((actor_kind = ANY (ARRAY['member'::text, 'staff'::text, 'clock'::text]))),
  constraint after_sale_entry_of FOREIGN KEY (enterprise_id, after_sale_id) REFERENCES after_sale(enterprise_id, id),
  constraint after_sale_entry_pk PRIMARY KEY (enterprise_id, after_sale_id, seq)
);

create table "after_sale_line" (
  enterprise_id uuid not null,
  after_sale_id uuid not null,
  line_no smallint not null,
  stage text not null,
  asked integer not null,
  accepted integer not null,
  restocked integer not null default 0,
  refund_fen bigint not null default 0,
  constraint after_sale_line_accepted CHECK (((accepted >= 0) AND (accepted <= asked))),
  constraint after_sale_line_asked CHECK ((asked > 0)),
  constraint after_sale_line_refund CHECK ((refund_fen >= 0)),
  constraint after_sale_line_restocked CHECK (((restocked >= 0) AND (restocked <= accepted))),
  constraint after_sale_line_stage CHECK ((stage = ANY (ARRAY['unsent'::text, 'sent'::text]))),
  constraint after_sale_line_of FOREIGN KEY (enterprise_id, after_sale_id) REFERENCES after_sale(enterprise_id, id),
  constraint after_sale_line_pk PRIMARY KEY (enterprise_id, after_sale_id, line_no, stage)
);

create table "alert_choice" (
  enterprise_id uuid not null,
  user_id uuid not null,
  kind text not null,
  by_sms boolean not null,
  by_mail boolean not null default false,
  by_wechat boolean not null default false,
  constraint alert_choice_kind CHECK ((kind = ANY (ARRAY['due'::text, 'statement'::text, 'approval'::text, 'order'::text, 'refund'::text, 'afterSale'::text, 'quotation'::text, 'proposal'::text, 'invoice'::text, 'coupon'::text, 'review'::text, 'stock'::text]))),
  constraint alert_choice_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint alert_choice_pk PRIMARY KEY (enterprise_id, user_id, kind)
);

create table "alert_sent" (
  enterprise_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  by_sms boolean not null default true,
  constraint alert_sent_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint alert_sent_pk PRIMARY KEY (enterprise_id, user_id, id)
);

create table "announcement" (
  id uuid not null,
  title text not null,
  text text not null,
  day_from date not null,
  day_to date,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  pinned boolean not null,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  told_at timestamp with time zone,
  constraint announcement_days CHECK ((day_to >= day_from)),
  constraint announcement_pk PRIMARY KEY (id)
);

create table "announcement_read" (
  enterprise_id uuid not null,
  user_id uuid not null,
  announcement_id uuid not null,
  read_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  constraint announcement_read_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint announcement_read_of FOREIGN KEY (announcement_id) REFERENCES announcement(id),
  constraint announcement_read_pk PRIMARY KEY (enterprise_id, user_id, announcement_id)
);

create table "api_key" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  codes text not null,
  addresses jsonb not null,
  expires_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  replaced_by uuid,
  revoked_at timestamp with time zone,
  revoked_kind text,
  revoked_by uuid,
  constraint api_key_replaced CHECK (((replaced_by IS NULL) OR (expires_at IS NOT NULL))),
  constraint api_key_revoked CHECK ((((revoked_at IS NULL) = (revoked_kind IS NULL)) AND ((revoked_at IS NULL) = (revoked_by IS NULL)))),
  constraint api_key_revoked_kind CHECK ((revoked_kind = ANY (ARRAY['member'::text, 'staff'::text]))),
  constraint api_key_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint api_key_pk PRIMARY KEY (enterprise_id, id),
  constraint api_key_token UNIQUE (enterprise_id, token_hash)
);

create table "app_user" (
  id uuid not null,
  mobile_sealed bytea not null,
  mobile_masked text not null,
  user_name text,
  head_img text,
  password_hash text,
  status smallint not null,
  last_enterprise_id uuid,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  mobile_verified_at timestamp with time zone,
  constraint app_user_status CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint app_user_pk PRIMARY KEY (id)
);

create table "approval" (
  enterprise_id uuid not null,
  id uuid not null,
  trade_id uuid not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  state text not null,
  why text not null,
  payable_fen bigint not null,
  method text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  opinion text,
  constraint approval_method CHECK ((method = ANY (ARRAY['credit'::text, 'wallet'::text, 'online'::text, 'transfer'::text]))),
  constraint approval_not_by_asker CHECK (((decided_by IS NULL) OR (decided_by <> asked_by))),
  constraint approval_payable CHECK ((payable_fen >= 0)),
  constraint approval_state CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'EXPIRED'::text]))),
  constraint approval_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint approval_trade FOREIGN KEY (enterprise_id, trade_id) REFERENCES trade(enterprise_id, id),
  constraint approval_pk PRIMARY KEY (enterprise_id, id)
);

create table "article" (
  id text not null,
  agreement_id smallint,
  help_category_id uuid,
  published_no integer,
  draft jsonb,
  rev integer not null,
  position integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by uuid,
  constraint article_kind CHECK (((agreement_id IS NULL) <> (help_category_id IS NULL))),
  constraint article_help_category FOREIGN KEY (help_category_id) REFERENCES help_category(id),
  constraint article_published FOREIGN KEY (id, published_no) REFERENCES article_version(article_id, no),
  constraint article_pk PRIMARY KEY (id),
  constraint article_agreement UNIQUE (agreement_id)
);

create table "article_version" (
  article_id text not null,
  no integer not null,
  title text not null,
  summary text not null,
  keywords text not null,
  text text not null,
  label text,
  hash bytea not null,
  note text not null,
  published_at timestamp with time zone not null,
  published_by uuid,
  constraint article_version_of FOREIGN KEY (article_id) REFERENCES article(id),
  constraint article_version_pk PRIMARY KEY (article_id, no),
  constraint article_version_label UNIQUE (article_id, label)
);

create table "attribute" (
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null,
  unit text not null,
  decimals integer not null,
  lower numeric,
  upper numeric,
  multiple boolean not null,
  required boolean not null,
  filterable boolean not null,
  compared boolean not null,
  makes_skus boolean not null,
  on_card boolean not null,
  ruler boolean not null,
  created_at timestamp with time zone not null,
  constraint attribute_bounds CHECK ((lower <= upper)),
  constraint attribute_decimals CHECK (((decimals >= 0) AND (decimals <= 6))),
  constraint attribute_kind CHECK ((kind = ANY (ARRAY['choice'::text, 'number'::text, 'text'::text, 'boolean'::text]))),
  constraint attribute_multiple CHECK (((NOT multiple) OR ((kind = 'choice'::text) AND (NOT makes_skus)))),
  constraint attribute_name CHECK ((name <> ''::text)),
  constraint attribute_number CHECK (((kind = 'number'::text) OR ((unit = ''::text) AND (decimals = 0) AND (lower IS NULL) AND (upper IS NULL)))),
  constraint attribute_text CHECK (((kind <> 'text'::text) OR (NOT (makes_skus OR filterable OR ruler)))),
  constraint attribute_pk PRIMARY KEY (id),
  constraint attribute_code UNIQUE (code)
);

create table "attribute_choice" (
  attribute_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  synonyms text[] not null,
  constraint attribute_choice_of FOREIGN KEY (attribute_id) REFERENCES attribute(id) ON DELETE CASCADE,
  constraint attribute_choice_pk PRIMARY KEY (attribute_id, id),
  constraint attribute_choice_name UNIQUE (attribute_id, name) DEFERRABLE
);

create table "attribute_set" (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint attribute_set_pk PRIMARY KEY (id),
  constraint attribute_set_name UNIQUE (name)
);

create table "attribute_set_line" (
  set_id uuid not null,
  attribute_id uuid not null,
  position integer not null,
  required boolean not null,
  filterable boolean not null,
  compared boolean not null,
  makes_skus boolean not null,
  on_card boolean not null,
  constraint attribute_set_line_attribute FOREIGN KEY (attribute_id) REFERENCES attribute(id),
  constraint attribute_set_line_of FOREIGN KEY (set_id) REFERENCES attribute_set(id) ON DELETE CASCADE,
  constraint attribute_set_line_pk PRIMARY KEY (set_id, attribute_id)
);

create table "audit_log" (
  at timestamp with time zone not null,
  id uuid not null,
  request_id text not null,
  actor_kind text not null,
  actor_id uuid,
  enterprise_id uuid,
  ip text,
  action text not null,
  object_kind text,
  object_id text,
  outcome text not null,
  reason text,
  facts jsonb,
  parent_name text,
  written_in bigint not null default transaction_number(),
  constraint audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['guest'::text, 'member'::text, 'staff'::text, 'system'::text, 'machine'::text]))),
  constraint audit_log_outcome CHECK ((outcome = ANY (ARRAY['ok'::text, 'refused'::text]))),
  constraint audit_log_pk PRIMARY KEY (at, id)
);

create table "bad_debt" (
  enterprise_id uuid not null,
  id uuid not null,
  month text not null,
  principal_fen bigint not null,
  interest_fen bigint not null,
  provided_fen bigint not null,
  due_day date not null,
  recovered_fen bigint not null default 0,
  forgiven_fen bigint not null default 0,
  written_off_at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint bad_debt_interest CHECK ((interest_fen >= 0)),
  constraint bad_debt_left CHECK (((recovered_fen >= 0) AND (forgiven_fen >= 0) AND ((recovered_fen + forgiven_fen) <= (principal_fen + interest_fen)))),
  constraint bad_debt_principal CHECK ((principal_fen > 0)),
  constraint bad_debt_provided CHECK (((provided_fen >= 0) AND (provided_fen <= principal_fen))),
  constraint bad_debt_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint bad_debt_request FOREIGN KEY (enterprise_id, id) REFERENCES finance_request(enterprise_id, id),
  constraint bad_debt_statement FOREIGN KEY (enterprise_id, month) REFERENCES statement(enterprise_id, month),
  constraint bad_debt_pk PRIMARY KEY (enterprise_id, id)
);

create table "bad_debt_entry" (
  enterprise_id uuid not null,
  id uuid not null,
  bad_debt_id uuid not null,
  kind text not null,
  amount_fen bigint not null,
  document uuid not null,
  value_day date not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint bad_debt_entry_kind CHECK ((kind = ANY (ARRAY['recover'::text, 'bounce'::text, 'forgive'::text, 'before'::text]))),
  constraint bad_debt_entry_sign CHECK (
CASE
    WHEN (kind = 'bounce'::text) THEN (amount_fen < 0)
    ELSE (amount_fen > 0)
END),
  constraint bad_debt_entry_debt FOREIGN KEY (enterprise_id, bad_debt_id) REFERENCES bad_debt(enterprise_id, id),
  constraint bad_debt_entry_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint bad_debt_entry_pk PRIMARY KEY (enterprise_id, id),
  constraint bad_debt_entry_once UNIQUE (enterprise_id, document, bad_debt_id, kind)
);

create table "bank_allocation" (
  enterprise_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  kind text not null,
  amount_fen bigint not null,
  payment_id uuid,
  title text not null,
  reason text,
  reference text,
  made_by uuid not null,
  at timestamp with time zone not null,
  alone boolean not null default false,
  written_in bigint not null default transaction_number(),
  acceptance_id uuid,
  seal_form smallint not null default 1,
  undone_at timestamp with time zone,
  undone_by uuid,
  undo_reason text,
  constraint bank_allocation_amount CHECK ((amount_fen > 0)),
  constraint bank_allocation_back CHECK ((((kind = ANY (ARRAY['payment'::text, 'wallet'::text])) = (payment_id IS NOT NULL)) AND ((kind = 'back'::text) = (reference IS NOT NULL)) AND ((kind = 'acceptance'::text) = (acceptance_id IS NOT NULL)))),
  constraint bank_allocation_kind CHECK ((kind = ANY (ARRAY['payment'::text, 'wallet'::text, 'back'::text, 'acceptance'::text]))),
  constraint bank_allocation_undone CHECK ((((undone_at IS NULL) = (undone_by IS NULL)) AND ((undone_at IS NULL) = (undo_reason IS NULL)))),
  constraint bank_allocation_acceptance FOREIGN KEY (enterprise_id, acceptance_id) REFERENCES acceptance_bill(enterprise_id, id),
  constraint bank_allocation_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint bank_allocation_payment FOREIGN KEY (enterprise_id, payment_id) REFERENCES payment(enterprise_id, id),
  constraint bank_allocation_pk PRIMARY KEY (enterprise_id, id),
  constraint bank_allocation_acceptance_once UNIQUE (enterprise_id, acceptance_id),
  constraint bank_allocation_once UNIQUE (enterprise_id, payment_id)
);

create table "bank_import" (
  id uuid not null,
  account_no text not null,
  file_name text not null,
  added integer not null,
  known integer not null,
  skipped integer not null,
  refused integer not null,
  amount_fen bigint not null,
  imported_by uuid not null,
  at timestamp with time zone not null,
  constraint bank_import_pk PRIMARY KEY (id)
);

create table "bank_line" (
  id uuid not null,
  account_no text not null,
  reference text not null,
  source text not null,
  day date not null,
  amount_fen bigint not null,
  assigned_fen bigint not null default 0,
  payer_name text not null,
  payer_account text not null,
  remark text not null,
  import_id uuid,
  typed_by uuid,
  at timestamp with time zone not null,
  voided_at timestamp with time zone,
  traded_at timestamp with time zone,
  written_in bigint not null default transaction_number(),
  constraint bank_line_amount CHECK ((amount_fen > 0)),
  constraint bank_line_once_used CHECK (((assigned_fen >= 0) AND (assigned_fen <= amount_fen))),
  constraint bank_line_source CHECK ((source = ANY (ARRAY['statement'::text, 'typed'::text]))),
  constraint bank_line_typed CHECK (((source = 'statement'::text) OR (typed_by IS NOT NULL))),
  constraint bank_line_void_unused CHECK (((voided_at IS NULL) OR (assigned_fen = 0))),
  constraint bank_line_import FOREIGN KEY (import_id) REFERENCES bank_import(id),
  constraint bank_line_pk PRIMARY KEY (id)
);

create table "bank_statement_format" (
  id uuid not null,
  name text not null,
  headings jsonb not null,
  mapping jsonb not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  account_no text,
  constraint bank_statement_format_end CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  constraint bank_statement_format_pk PRIMARY KEY (id)
);

create table "banner" (
  id uuid not null,
  title text not null,
  note text not null,
  target text not null,
  tone text not null,
  day_from date not null,
  day_to date,
  shown boolean not null,
  position integer not null,
  picture_id uuid,
  created_at timestamp with time zone not null,
  constraint banner_days CHECK ((day_to >= day_from)),
  constraint banner_tone CHECK ((tone = ANY (ARRAY['pine'::text, 'steel'::text, 'copper'::text]))),
  constraint banner_pk PRIMARY KEY (id)
);

create table "banner_picture" (
  id uuid not null,
  banner_id uuid not null,
  type text not null,
  bytes bytea not null,
  constraint banner_picture_of FOREIGN KEY (banner_id) REFERENCES banner(id) ON DELETE CASCADE,
  constraint banner_picture_pk PRIMARY KEY (id)
);

create table "batch_movement" (
  sku_id uuid not null,
  movement_id uuid not null,
  batch_id uuid not null,
  quantity integer not null,
  parcel_enterprise_id uuid,
  parcel_id uuid,
  constraint batch_movement_quantity CHECK ((quantity <> 0)),
  constraint batch_movement_batch FOREIGN KEY (batch_id) REFERENCES stock_batch(id),
  constraint batch_movement_movement FOREIGN KEY (sku_id, movement_id) REFERENCES stock_movement(sku_id, id),
  constraint batch_movement_pk PRIMARY KEY (sku_id, movement_id, batch_id)
);

create table "batch_stock" (
  sku_id uuid not null,
  warehouse_id uuid not null,
  batch_id uuid not null,
  units integer not null,
  constraint batch_stock_units CHECK ((units >= 0)),
  constraint batch_stock_batch FOREIGN KEY (batch_id) REFERENCES stock_batch(id),
  constraint batch_stock_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint batch_stock_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint batch_stock_pk PRIMARY KEY (sku_id, warehouse_id, batch_id)
);

create table "benefit_claim" (
  enterprise_id uuid not null,
  id uuid not null,
  benefit text not null,
  period text not null,
  level smallint not null,
  user_id uuid not null,
  text text not null,
  at timestamp with time zone not null,
  constraint benefit_claim_benefit CHECK ((benefit = ANY (ARRAY['temp'::text, 'coupons'::text, 'gift'::text]))),
  constraint benefit_claim_level CHECK (((level >= 1) AND (level <= 4))),
  constraint benefit_claim_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint benefit_claim_pk PRIMARY KEY (enterprise_id, id),
  constraint benefit_claim_once UNIQUE (enterprise_id, benefit, period)
);

create table "brand" (
  id uuid not null,
  name text not null,
  logo_picture_id uuid,
  origin text not null,
  certificates text not null,
  created_at timestamp with time zone not null,
  constraint brand_certificates_length CHECK ((char_length(certificates) <= 1000)),
  constraint brand_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint brand_origin_length CHECK ((char_length(origin) <= 60)),
  constraint brand_pk PRIMARY KEY (id),
  constraint brand_name UNIQUE (name)
);

create table "captcha" (
  key text not null,
  purpose text not null,
  answer_hmac bytea not null,
  expires_at timestamp with time zone not null,
  constraint captcha_pk PRIMARY KEY (key)
);

create table "cart_line" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sku_id uuid not null,
  goods_num integer not null,
  selected boolean not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  constraint cart_line_goods_num CHECK (((goods_num >= 1) AND (goods_num <= 999999))),
  constraint cart_line_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint cart_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint cart_line_pk PRIMARY KEY (enterprise_id, id),
  constraint cart_line_one_per_sku UNIQUE (enterprise_id, user_id, sku_id)
);

create table "catalog_document" (
  id uuid not null,
  state text not null,
  name text not null,
  kind text not null,
  valid_until date,
  bytes integer not null,
  content_hash bytea not null,
  staff_id uuid,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint catalog_document_bytes CHECK ((bytes > 0)),
  constraint catalog_document_kind CHECK ((kind = ANY (ARRAY['certificate'::text, 'test'::text, 'drawing'::text, 'msds'::text, 'other'::text]))),
  constraint catalog_document_state CHECK ((state = ANY (ARRAY['storing'::text, 'kept'::text, 'deleting'::text]))),
  constraint catalog_document_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint catalog_document_pk PRIMARY KEY (id)
);

create table "catalog_picture" (
  id uuid not null,
  state text not null,
  alt text not null,
  width integer not null,
  height integer not null,
  parts jsonb not null,
  bytes integer not null,
  content_hash bytea not null,
  stored_hash bytea not null,
  staff_id uuid,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint catalog_picture_size CHECK (((width > 0) AND (height > 0) AND (bytes > 0))),
  constraint catalog_picture_state CHECK ((state = ANY (ARRAY['storing'::text, 'kept'::text, 'deleting'::text]))),
  constraint catalog_picture_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint catalog_picture_pk PRIMARY KEY (id)
);

create table "catalog_version" (
  one boolean not null,
  version bigint not null,
  constraint catalog_version_one_check CHECK (one),
  constraint catalog_version_pk PRIMARY KEY (one)
);

create table "category" (
  id integer not null,
  parent_id integer,
  name text not null,
  position integer not null,
  tax_code text,
  tax_name text,
  shown boolean not null default true,
  picture_id uuid,
  licence_kind_ids uuid[] not null default '{}'::uuid[],
  constraint category_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint category_tax_class CHECK (((tax_code IS NULL) = (tax_name IS NULL))),
  constraint category_tax_code CHECK ((tax_code ~ '^[0-9]{19}$'::text)),
  constraint category_tax_name CHECK ((tax_name <> ''::text)),
  constraint category_parent FOREIGN KEY (parent_id) REFERENCES category(id),
  constraint category_pk PRIMARY KEY (id),
  constraint category_name UNIQUE NULLS NOT DISTINCT (parent_id, name)
);

create table "category_attribute_set" (
  category_id integer not null,
  set_id uuid not null,
  constraint category_attribute_set_category FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  constraint category_attribute_set_of FOREIGN KEY (set_id) REFERENCES attribute_set(id),
  constraint category_attribute_set_pk PRIMARY KEY (category_id)
);

create table "change_count" (
  enterprise_id uuid not null,
  last bigint not null,
  constraint change_count_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint change_count_pk PRIMARY KEY (enterprise_id)
);

create table "change_mark" (
  enterprise_id uuid not null,
  kind text not null,
  object text not null,
  seq bigint not null,
  at timestamp with time zone not null,
  constraint change_mark_kind CHECK ((kind = ANY (ARRAY['order'::text, 'statement'::text, 'invoice'::text, 'quotation'::text]))),
  constraint change_mark_pk PRIMARY KEY (enterprise_id, kind, object)
);

create table "change_waiting" (
  enterprise_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  object text not null,
  constraint change_waiting_pk PRIMARY KEY (enterprise_id, id)
);

create table "closed_account" (
  id uuid not null,
  sealed bytea not null,
  closed_at timestamp with time zone not null,
  constraint closed_account_pk PRIMARY KEY (id)
);

create table "closed_month" (
  month text not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint closed_month_pk PRIMARY KEY (month)
);

create table "collection_entry" (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  kind text not null,
  note text not null,
  staff_id uuid,
  at timestamp with time zone not null,
  constraint collection_entry_task FOREIGN KEY (enterprise_id, task_id) REFERENCES collection_task(enterprise_id, id),
  constraint collection_entry_pk PRIMARY KEY (enterprise_id, id)
);

create table "collection_handover" (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  firm text not null,
  counsel text not null,
  day date not null,
  note text not null,
  file_name text not null,
  file_bytes integer not null,
  file_hash bytea not null,
  stored_at timestamp with time zone,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  constraint collection_handover_task FOREIGN KEY (enterprise_id, task_id) REFERENCES collection_task(enterprise_id, id),
  constraint collection_handover_pk PRIMARY KEY (enterprise_id, id)
);

create table "collection_letter" (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  kind text not null,
  letter_no text not null,
  text_version text not null,
  content_sealed bytea not null,
  hash bytea not null,
  total_fen bigint not null,
  reply_day date not null,
  issued_by uuid not null,
  issued_at timestamp with time zone not null,
  constraint collection_letter_kind CHECK ((kind = ANY (ARRAY['remind'::text, 'demand'::text, 'lawyer'::text]))),
  constraint collection_letter_total CHECK ((total_fen > 0)),
  constraint collection_letter_task FOREIGN KEY (enterprise_id, task_id) REFERENCES collection_task(enterprise_id, id),
  constraint collection_letter_pk PRIMARY KEY (enterprise_id, id),
  constraint collection_letter_no UNIQUE (enterprise_id, letter_no)
);

create table "collection_promise" (
  enterprise_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  amount_fen bigint not null,
  day date not null,
  note text not null,
  state text not null,
  received_fen bigint not null default 0,
  owner_id uuid not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint collection_promise_amount CHECK ((amount_fen > 0)),
  constraint collection_promise_decided CHECK ((((state = 'WAIT'::text) = (decided_at IS NULL)) AND ((state = 'WITHDRAWN'::text) = (decided_by IS NOT NULL)))),
  constraint collection_promise_measured CHECK (
CASE state
    WHEN 'KEPT'::text THEN (received_fen >= amount_fen)
    WHEN 'BROKEN'::text THEN (received_fen < amount_fen)
    ELSE true
END),
  constraint collection_promise_received CHECK ((received_fen >= 0)),
  constraint collection_promise_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'KEPT'::text, 'BROKEN'::text, 'WITHDRAWN'::text]))),
  constraint collection_promise_task FOREIGN KEY (enterprise_id, task_id) REFERENCES collection_task(enterprise_id, id),
  constraint collection_promise_pk PRIMARY KEY (enterprise_id, id)
);

create table "collection_task" (
  enterprise_id uuid not null,
  id uuid not null,
  state text not null,
  owner_id uuid,
  due_day date not null,
  overdue_fen bigint not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint collection_task_closed CHECK (((state = 'CLOSED'::text) = (closed_at IS NOT NULL))),
  constraint collection_task_overdue CHECK ((overdue_fen >= 0)),
  constraint collection_task_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'PROMISED'::text, 'BROKEN'::text, 'COUNSEL'::text, 'CLOSED'::text]))),
  constraint collection_task_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint collection_task_pk PRIMARY KEY (enterprise_id, id)
);

create table "comment" (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  line_no smallint not null,
  goods_id uuid not null,
  user_id uuid not null,
  stars smallint not null,
  text text not null,
  pictures jsonb not null,
  anonymous boolean not null,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  hidden_at timestamp with time zone,
  hidden_reason text,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint comment_answered CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) = (answered_by IS NULL)))),
  constraint comment_hidden CHECK (((hidden_at IS NULL) = (hidden_reason IS NULL))),
  constraint comment_stars CHECK (((stars >= 1) AND (stars <= 5))),
  constraint comment_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint comment_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint comment_of FOREIGN KEY (enterprise_id, order_id, line_no) REFERENCES order_line(enterprise_id, order_id, line_no),
  constraint comment_pk PRIMARY KEY (enterprise_id, id),
  constraint comment_line UNIQUE (enterprise_id, order_id, line_no)
);

create table "comment_reply" (
  enterprise_id uuid not null,
  comment_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  text text not null,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint comment_reply_of FOREIGN KEY (enterprise_id, comment_id) REFERENCES comment(enterprise_id, id),
  constraint comment_reply_pk PRIMARY KEY (enterprise_id, comment_id, id)
);

create table "company_group" (
  enterprise_id uuid not null,
  name text not null,
  limit_fen bigint not null,
  row_version integer not null default 0,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint company_group_limit CHECK ((limit_fen >= 0)),
  constraint company_group_name CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint company_group_parent FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint company_group_pk PRIMARY KEY (enterprise_id)
);

create table "company_group_link" (
  enterprise_id uuid not null,
  parent_id uuid not null,
  joined_at timestamp with time zone,
  constraint company_group_link_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint company_group_link_pk PRIMARY KEY (enterprise_id, parent_id)
);

create table "company_group_member" (
  enterprise_id uuid not null,
  member_id uuid not null,
  share_fen bigint not null default 0,
  invited_at timestamp with time zone not null,
  joined_at timestamp with time zone,
  left_at timestamp with time zone,
  shows_categories boolean not null default false,
  constraint company_group_member_share CHECK ((share_fen >= 0)),
  constraint company_group_member_shares CHECK (((share_fen = 0) OR ((joined_at IS NOT NULL) AND (left_at IS NULL)))),
  constraint company_group_member_group FOREIGN KEY (enterprise_id) REFERENCES company_group(enterprise_id),
  constraint company_group_member_pk PRIMARY KEY (enterprise_id, member_id)
);

create table "company_picture" (
  id uuid not null,
  part text not null,
  bytes bytea not null,
  uploaded_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint company_picture_pk PRIMARY KEY (id, part)
);

create table "consent" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  text_version text not null,
  text_hash bytea not null,
  ip text,
  at timestamp with time zone not null,
  constraint consent_kind CHECK ((kind = ANY (ARRAY['registration'::text, 'papers'::text]))),
  constraint consent_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint consent_pk PRIMARY KEY (enterprise_id, id)
);

create table "contact_setting" (
  id uuid not null,
  user_id uuid,
  staff_id uuid,
  mail_sealed bytea,
  mail_masked text,
  new_mail_sealed bytea,
  code_hmac bytea,
  code_until timestamp with time zone,
  code_tries smallint not null default 0,
  quiet_from smallint,
  quiet_until smallint,
  updated_at timestamp with time zone not null,
  wechat_sealed bytea,
  wechat_bound_at timestamp with time zone,
  wechat_unfollowed_at timestamp with time zone,
  constraint contact_setting_code CHECK ((((new_mail_sealed IS NULL) = (code_hmac IS NULL)) AND ((code_hmac IS NULL) = (code_until IS NULL)))),
  constraint contact_setting_from CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint contact_setting_mail CHECK (((mail_sealed IS NULL) = (mail_masked IS NULL))),
  constraint contact_setting_of CHECK (((id = COALESCE(user_id, staff_id)) AND (num_nonnulls(user_id, staff_id) = 1))),
  constraint contact_setting_quiet CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND ((quiet_from IS NULL) OR (quiet_from <> quiet_until)))),
  constraint contact_setting_unfollowed CHECK (((wechat_unfollowed_at IS NULL) OR (wechat_sealed IS NOT NULL))),
  constraint contact_setting_until CHECK (((quiet_until >= 0) AND (quiet_until <= 23))),
  constraint contact_setting_wechat CHECK ((((wechat_sealed IS NULL) = (wechat_bound_at IS NULL)) AND ((wechat_sealed IS NULL) OR (user_id IS NOT NULL)))),
  constraint contact_setting_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint contact_setting_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint contact_setting_pk PRIMARY KEY (id)
);

create table "coupon" (
  enterprise_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  nth integer not null,
  state text not null,
  from_day date not null,
  until_day date not null,
  order_id uuid,
  order_no text,
  claimed_by uuid,
  claimed_at timestamp with time zone not null,
  granted_for text,
  used_at timestamp with time zone,
  reminded_at timestamp with time zone,
  first_order boolean not null default false,
  constraint coupon_bound CHECK ((((state = 'unused'::text) = (order_id IS NULL)) AND ((order_id IS NULL) = (order_no IS NULL)) AND ((state = 'used'::text) = (used_at IS NOT NULL)))),
  constraint coupon_nth CHECK ((nth > 0)),
  constraint coupon_state CHECK ((state = ANY (ARRAY['unused'::text, 'locked'::text, 'used'::text]))),
  constraint coupon_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint coupon_of_template FOREIGN KEY (template_id) REFERENCES coupon_template(id),
  constraint coupon_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint coupon_pk PRIMARY KEY (enterprise_id, id),
  constraint coupon_once UNIQUE (enterprise_id, template_id, nth)
);

create table "coupon_code" (
  code text not null,
  template_id uuid not null,
  made_at timestamp with time zone not null,
  redeemed_by uuid,
  coupon_id uuid,
  constraint coupon_code_text CHECK ((code ~ '^[2-9A-HJ-NP-Z]{12}$'::text)),
  constraint coupon_code_whole CHECK (((redeemed_by IS NULL) = (coupon_id IS NULL))),
  constraint coupon_code_enterprise FOREIGN KEY (redeemed_by) REFERENCES enterprise(id),
  constraint coupon_code_template FOREIGN KEY (template_id) REFERENCES coupon_template(id),
  constraint coupon_code_used FOREIGN KEY (redeemed_by, coupon_id) REFERENCES coupon(enterprise_id, id),
  constraint coupon_code_pk PRIMARY KEY (code)
);

create table "coupon_code_try" (
  enterprise_id uuid not null,
  since timestamp with time zone not null,
  tries integer not null,
  constraint coupon_code_try_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint coupon_code_try_pk PRIMARY KEY (enterprise_id)
);

create table "coupon_quota" (
  template_id uuid not null,
  total integer not null,
  claimed integer not null,
  constraint coupon_quota_left CHECK (((claimed >= 0) AND (claimed <= total))),
  constraint coupon_quota_total CHECK ((total > 0)),
  constraint coupon_quota_template FOREIGN KEY (template_id) REFERENCES coupon_template(id),
  constraint coupon_quota_pk PRIMARY KEY (template_id)
);

create table "coupon_template" (
  id uuid not null,
  shop_id uuid not null,
  name text not null,
  description text not null,
  amount_fen bigint not null,
  threshold_fen bigint not null,
  scope text not null,
  scope_ids jsonb not null,
  from_day date,
  until_day date,
  days integer,
  way text not null,
  per_enterprise integer not null,
  level integer not null,
  stopped_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null,
  kind text not null default 'amount'::text,
  off_bp integer,
  first_order boolean not null default false,
  enterprise_ids jsonb not null default '[]'::jsonb,
  constraint coupon_template_amount CHECK ((amount_fen > 0)),
  constraint coupon_template_days CHECK (((days >= 1) AND (days <= 3650))),
  constraint coupon_template_kind CHECK ((kind = ANY (ARRAY['amount'::text, 'percent'::text, 'freight'::text]))),
  constraint coupon_template_level CHECK (((level >= 1) AND (level <= 4))),
  constraint coupon_template_named CHECK (((scope = 'all'::text) = (scope_ids = '[]'::jsonb))),
  constraint coupon_template_off CHECK (((off_bp >= 1) AND (off_bp <= 9900))),
  constraint coupon_template_per_enterprise CHECK ((per_enterprise > 0)),
  constraint coupon_template_percent CHECK (((kind = 'percent'::text) = (off_bp IS NOT NULL))),
  constraint coupon_template_scope CHECK ((scope = ANY (ARRAY['all'::text, 'categories'::text, 'goods'::text]))),
  constraint coupon_template_threshold CHECK ((threshold_fen >= 0)),
  constraint coupon_template_validity CHECK ((((days IS NULL) AND (from_day IS NOT NULL) AND (until_day >= from_day)) OR ((days IS NOT NULL) AND (from_day IS NULL) AND (until_day IS NULL)))),
  constraint coupon_template_way CHECK ((way = ANY (ARRAY['claim'::text, 'code'::text, 'grant'::text]))),
  constraint coupon_template_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint coupon_template_pk PRIMARY KEY (id)
);

create table "credit_account" (
  enterprise_id uuid not null,
  base_limit_fen bigint not null,
  temp_limit_fen bigint not null,
  temp_end_day date,
  opened_at timestamp with time zone not null,
  stop_scope text,
  stop_reason text,
  stop_contact text,
  freed_fen bigint not null default 0,
  constraint credit_account_base CHECK ((base_limit_fen >= 0)),
  constraint credit_account_freed CHECK ((freed_fen >= 0)),
  constraint credit_account_stop CHECK ((((stop_scope IS NULL) = (stop_reason IS NULL)) AND ((stop_scope IS NULL) = (stop_contact IS NULL)))),
  constraint credit_account_stop_scope CHECK ((stop_scope = ANY (ARRAY['credit'::text, 'all'::text]))),
  constraint credit_account_temp CHECK ((temp_limit_fen >= 0)),
  constraint credit_account_temp_ends CHECK (((temp_limit_fen = 0) OR (temp_end_day IS NOT NULL))),
  constraint credit_account_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint credit_account_pk PRIMARY KEY (enterprise_id)
);

create table "credit_agreement" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  text_version text not null,
  text_hash bytea not null,
  ip text,
  accepted_at timestamp with time zone not null,
  constraint credit_agreement_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint credit_agreement_pk PRIMARY KEY (enterprise_id, id)
);

create table "credit_code_claim" (
  code_hmac bytea not null,
  enterprise_id uuid not null,
  claimed_at timestamp with time zone not null,
  constraint credit_code_claim_pk PRIMARY KEY (code_hmac)
);

create table "credit_limit_change" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  limit_fen bigint not null,
  temp_end_day date,
  reason text not null,
  staff_id uuid,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint credit_limit_change_kind CHECK ((kind = ANY (ARRAY['base'::text, 'temp'::text, 'group'::text]))),
  constraint credit_limit_change_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint credit_limit_change_pk PRIMARY KEY (enterprise_id, id)
);

create table "custom_role" (
  id uuid not null,
  name text not null,
  description text not null,
  codes text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint custom_role_created_by FOREIGN KEY (created_by) REFERENCES staff(id),
  constraint custom_role_pk PRIMARY KEY (id)
);

create table "daily_call" (
  enterprise_id uuid not null,
  call text not null,
  day date not null,
  times integer not null,
  constraint daily_call_times CHECK ((times > 0)),
  constraint daily_call_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint daily_call_pk PRIMARY KEY (enterprise_id, call, day)
);

create table "delivery_terms" (
  version integer not null,
  effective_at timestamp with time zone not null,
  cut_off text not null,
  default_days smallint,
  provinces jsonb not null,
  constraint delivery_terms_cut_off CHECK ((cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint delivery_terms_default_days CHECK (((default_days >= 1) AND (default_days <= 60))),
  constraint delivery_terms_pk PRIMARY KEY (version)
);

create table "due_notice" (
  enterprise_id uuid not null,
  subject text not null,
  at timestamp with time zone not null,
  constraint due_notice_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint due_notice_pk PRIMARY KEY (enterprise_id, subject)
);

create table "enterprise" (
  id uuid not null,
  name text,
  agent_name text,
  status smallint not null,
  auth_level smallint not null,
  auth_status smallint,
  member_level smallint not null,
  created_at timestamp with time zone not null,
  credit_code_masked text,
  closed_at timestamp with time zone,
  constraint enterprise_auth_level CHECK (((auth_level >= 0) AND (auth_level <= 3))),
  constraint enterprise_auth_status CHECK (((auth_status >= 0) AND (auth_status <= 8))),
  constraint enterprise_member_level CHECK (((member_level >= 1) AND (member_level <= 4))),
  constraint enterprise_status CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint enterprise_pk PRIMARY KEY (id)
);

create table "enterprise_licence" (
  enterprise_id uuid not null,
  id uuid not null,
  kind_id uuid not null,
  state text not null,
  user_id uuid not null,
  sealed bytea not null,
  number_masked text not null,
  valid_until date not null,
  file_id uuid not null,
  submitted_at timestamp with time zone not null,
  expected_day date not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  reasons jsonb,
  opinion text,
  reminded_at timestamp with time zone,
  papers_let_go_at timestamp with time zone,
  constraint enterprise_licence_state CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'replaced'::text]))),
  constraint enterprise_licence_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint enterprise_licence_kind FOREIGN KEY (kind_id) REFERENCES licence_kind(id),
  constraint enterprise_licence_pk PRIMARY KEY (enterprise_id, id)
);

create table "enterprise_note" (
  enterprise_id uuid not null,
  id uuid not null,
  text text not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  constraint enterprise_note_text CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint enterprise_note_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint enterprise_note_pk PRIMARY KEY (enterprise_id, id)
);

create table "enterprise_tag" (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint enterprise_tag_length CHECK (((length(name) >= 1) AND (length(name) <= 12))),
  constraint enterprise_tag_pk PRIMARY KEY (id),
  constraint enterprise_tag_name UNIQUE (name)
);

create table "equipment" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  model text not null,
  serial_no text not null,
  project_id uuid,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint equipment_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint equipment_project FOREIGN KEY (enterprise_id, project_id) REFERENCES project(enterprise_id, id),
  constraint equipment_pk PRIMARY KEY (enterprise_id, id)
);

create table "equipment_reading" (
  enterprise_id uuid not null,
  equipment_id uuid not null,
  day date not null,
  hours integer not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint equipment_reading_hours CHECK (((hours >= 0) AND (hours <= 999999))),
  constraint equipment_reading_of FOREIGN KEY (enterprise_id, equipment_id) REFERENCES equipment(enterprise_id, id),
  constraint equipment_reading_pk PRIMARY KEY (enterprise_id, equipment_id, day)
);

create table "equipment_wear" (
  enterprise_id uuid not null,
  equipment_id uuid not null,
  sku_id uuid not null,
  per_10k_hours integer not null,
  position integer not null,
  constraint equipment_wear_rate CHECK (((per_10k_hours >= 1) AND (per_10k_hours <= 999900))),
  constraint equipment_wear_of FOREIGN KEY (enterprise_id, equipment_id) REFERENCES equipment(enterprise_id, id),
  constraint equipment_wear_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint equipment_wear_pk PRIMARY KEY (enterprise_id, equipment_id, sku_id)
);

create table "favourite" (
  enterprise_id uuid not null,
  user_id uuid not null,
  goods_id uuid not null,
  created_at timestamp with time zone not null,
  constraint favourite_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint favourite_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint favourite_pk PRIMARY KEY (enterprise_id, user_id, goods_id)
);

create table "file" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null,
  media_type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  stored_hash bytea not null,
  sealed_key bytea,
  bound_to text,
  created_at timestamp with time zone not null,
  constraint file_purpose CHECK ((purpose = ANY (ARRAY['avatar'::text, 'idPhoto'::text, 'licence'::text, 'tradeLicence'::text, 'cashFlow'::text, 'voucher'::text, 'acceptance'::text, 'afterSale'::text, 'comment'::text, 'signedReceipt'::text, 'patrol'::text, 'dispute'::text, 'drawing'::text]))),
  constraint file_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint file_pk PRIMARY KEY (enterprise_id, id)
);

create table "finance_request" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  month text,
  amount_fen bigint not null,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  written_in bigint not null default transaction_number(),
  interest_fen bigint,
  bad_debt_id uuid,
  constraint finance_request_amount CHECK ((amount_fen > 0)),
  constraint finance_request_interest CHECK (((interest_fen >= 0) AND ((kind = 'writeOff'::text) OR (interest_fen IS NULL)))),
  constraint finance_request_kind CHECK ((kind = ANY (ARRAY['waiveInterest'::text, 'writeOff'::text, 'forgive'::text]))),
  constraint finance_request_of_debt CHECK (((kind = 'forgive'::text) = (bad_debt_id IS NOT NULL))),
  constraint finance_request_of_month CHECK (((kind = 'waiveInterest'::text) = (month IS NULL))),
  constraint finance_request_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DONE'::text, 'REFUSED'::text]))),
  constraint finance_request_two_people CHECK (((state <> 'DONE'::text) OR (decided_by <> proposed_by))),
  constraint finance_request_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint finance_request_pk PRIMARY KEY (enterprise_id, id)
);

create table "follow_up" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  text text not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  next_day date,
  done_by uuid,
  done_at timestamp with time zone,
  constraint follow_up_done CHECK ((((done_by IS NULL) = (done_at IS NULL)) AND ((done_at IS NULL) OR (next_day IS NOT NULL)))),
  constraint follow_up_kind CHECK ((kind = ANY (ARRAY['phone'::text, 'visit'::text, 'wechat'::text, 'other'::text]))),
  constraint follow_up_text CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint follow_up_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint follow_up_pk PRIMARY KEY (enterprise_id, id)
);

create table "former_secret" (
  id text not null,
  keys_sealed bytea not null,
  since timestamp with time zone not null,
  constraint former_secret_pk PRIMARY KEY (id)
);

create table "freight_row" (
  shop_id uuid not null,
  position smallint not null,
  provinces text[] not null,
  delivered boolean not null,
  first_grams integer not null,
  first_fen bigint not null,
  next_grams integer not null,
  next_fen bigint not null,
  free_from_fen bigint,
  constraint freight_row_first CHECK ((first_fen >= 0)),
  constraint freight_row_first_grams CHECK ((first_grams > 0)),
  constraint freight_row_free_from CHECK ((free_from_fen > 0)),
  constraint freight_row_next CHECK ((next_fen >= 0)),
  constraint freight_row_next_grams CHECK ((next_grams > 0)),
  constraint freight_row_position CHECK (("position" >= 0)),
  constraint freight_row_provinces CHECK ((("position" = 0) = (cardinality(provinces) = 0))),
  constraint freight_row_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint freight_row_pk PRIMARY KEY (shop_id, "position")
);

create table "gateway_notice" (
  channel text not null,
  notice_id text not null,
  out_no text not null,
  told text not null,
  amount_fen bigint,
  verdict text not null,
  at timestamp with time zone not null,
  constraint gateway_notice_pk PRIMARY KEY (channel, notice_id)
);

create table "gateway_receipt" (
  channel text not null,
  reference text not null,
  enterprise_id uuid not null,
  payment_id uuid not null,
  amount_fen bigint not null,
  outcome text not null,
  value_day date not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint gateway_receipt_amount CHECK ((amount_fen > 0)),
  constraint gateway_receipt_outcome CHECK ((outcome = ANY (ARRAY['settled'::text, 'late'::text, 'mismatch'::text]))),
  constraint gateway_receipt_pk PRIMARY KEY (channel, reference)
);

create table "gateway_trade" (
  out_trade_no text not null,
  channel text not null,
  enterprise_id uuid not null,
  payment_id uuid not null,
  written_in bigint not null default transaction_number(),
  constraint gateway_trade_pk PRIMARY KEY (out_trade_no)
);

create table "goods" (
  id uuid not null,
  slug text not null,
  shop_id uuid,
  category_id integer,
  name text not null,
  spec text not null,
  unit text not null,
  parameters jsonb not null,
  description text not null,
  hardness_from double precision,
  hardness_to double precision,
  position integer not null,
  created_at timestamp with time zone not null,
  tax_code text,
  tax_name text,
  pictures jsonb not null default '[]'::jsonb,
  documents jsonb not null default '[]'::jsonb,
  subtitle text not null default ''::text,
  brand_id uuid,
  state text not null default 'draft'::text,
  tags text[] not null default '{}'::text[],
  freight text not null default 'shop'::text,
  after_sale text not null default 'standard'::text,
  version integer not null default 0,
  published_at timestamp with time zone,
  row_version integer not null default 0,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  change_note text not null default ''::text,
  on_shelf boolean not null generated always as (state = 'on_sale'::text) stored,
  licence_kind_ids uuid[] not null default '{}'::uuid[],
  constraint goods_after_sale CHECK ((after_sale = ANY (ARRAY['standard'::text, 'qualityOnly'::text, 'none'::text]))),
  constraint goods_documents CHECK (
CASE jsonb_typeof(documents)
    WHEN 'array'::text THEN (jsonb_array_length(documents) <= 20)
    ELSE false
END),
  constraint goods_freight CHECK ((freight = ANY (ARRAY['shop'::text, 'free'::text, 'tanker'::text]))),
  constraint goods_hardness CHECK ((hardness_from <= hardness_to)),
  constraint goods_pictures CHECK (
CASE jsonb_typeof(pictures)
    WHEN 'array'::text THEN (jsonb_array_length(pictures) <= 12)
    ELSE false
END),
  constraint goods_placed CHECK (((state = 'draft'::text) OR ((shop_id IS NOT NULL) AND (category_id IS NOT NULL)))),
  constraint goods_published CHECK (((state = 'draft'::text) = (published_at IS NULL))),
  constraint goods_state CHECK ((state = ANY (ARRAY['draft'::text, 'on_sale'::text, 'off_sale'::text, 'archived'::text]))),
  constraint goods_tax_class CHECK (((tax_code IS NULL) = (tax_name IS NULL))),
  constraint goods_tax_code CHECK ((tax_code ~ '^[0-9]{19}$'::text)),
  constraint goods_tax_name CHECK ((tax_name <> ''::text)),
  constraint goods_version_count CHECK ((version >= 0)),
  constraint goods_brand FOREIGN KEY (brand_id) REFERENCES brand(id),
  constraint goods_category FOREIGN KEY (category_id) REFERENCES category(id),
  constraint goods_changed_by FOREIGN KEY (changed_by) REFERENCES staff(id),
  constraint goods_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint goods_pk PRIMARY KEY (id),
  constraint goods_slug UNIQUE (slug)
);

create table "goods_attribute" (
  goods_id uuid not null,
  sku_id uuid,
  attribute_id uuid not null,
  choice_id uuid,
  number_value numeric,
  text_value text,
  boolean_value boolean,
  constraint goods_attribute_text CHECK ((text_value <> ''::text)),
  constraint goods_attribute_value CHECK ((num_nonnulls(choice_id, number_value, text_value, boolean_value) = 1)),
  constraint goods_attribute_choice FOREIGN KEY (attribute_id, choice_id) REFERENCES attribute_choice(attribute_id, id),
  constraint goods_attribute_goods FOREIGN KEY (goods_id) REFERENCES goods(id) ON DELETE CASCADE,
  constraint goods_attribute_of FOREIGN KEY (attribute_id) REFERENCES attribute(id),
  constraint goods_attribute_sku FOREIGN KEY (sku_id) REFERENCES sku(id) ON DELETE CASCADE,
  constraint goods_attribute_one UNIQUE NULLS NOT DISTINCT (goods_id, sku_id, attribute_id, choice_id)
);

create table "goods_bulk" (
  id uuid not null,
  staff_id uuid not null,
  change jsonb not null,
  state text not null,
  goods_count integer not null,
  done_count integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  tried_hash bytea,
  applied_by uuid,
  confirmed boolean not null default false,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint goods_bulk_goods CHECK ((goods_count > 0)),
  constraint goods_bulk_state CHECK ((state = ANY (ARRAY['trying'::text, 'tried'::text, 'applying'::text, 'done'::text, 'stopped'::text, 'undoing'::text, 'undone'::text]))),
  constraint goods_bulk_applied_by FOREIGN KEY (applied_by) REFERENCES staff(id),
  constraint goods_bulk_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint goods_bulk_pk PRIMARY KEY (id)
);

create table "goods_bulk_row" (
  bulk_id uuid not null,
  row_no integer not null,
  goods_id uuid not null,
  code text not null default ''::text,
  name text not null default ''::text,
  result text,
  differences jsonb not null default '[]'::jsonb,
  reason text not null default ''::text,
  questions jsonb,
  seen bytea,
  due boolean not null default false,
  applied boolean not null default false,
  undone boolean not null default false,
  before jsonb,
  row_version integer,
  constraint goods_bulk_row_no CHECK ((row_no > 0)),
  constraint goods_bulk_row_result CHECK ((result = ANY (ARRAY['changed'::text, 'same'::text, 'refused'::text, 'kept'::text]))),
  constraint goods_bulk_row_bulk FOREIGN KEY (bulk_id) REFERENCES goods_bulk(id) ON DELETE CASCADE,
  constraint goods_bulk_row_pk PRIMARY KEY (bulk_id, row_no)
);

create table "goods_draft" (
  goods_id uuid not null,
  content jsonb not null,
  base jsonb,
  base_version integer not null,
  edited_by uuid,
  edited_at timestamp with time zone not null,
  publish_at timestamp with time zone,
  publish_by uuid,
  publish_note text not null default ''::text,
  publish_failed text,
  constraint goods_draft_edited_by FOREIGN KEY (edited_by) REFERENCES staff(id),
  constraint goods_draft_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint goods_draft_publish_by FOREIGN KEY (publish_by) REFERENCES staff(id),
  constraint goods_draft_pk PRIMARY KEY (goods_id)
);

create table "goods_event" (
  goods_id uuid not null,
  version integer not null,
  id bigint not null generated always as identity,
  staff_id uuid,
  at timestamp with time zone not null,
  note text not null,
  differences jsonb not null,
  constraint goods_event_version CHECK ((version >= 0)),
  constraint goods_event_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint goods_event_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint goods_event_pk PRIMARY KEY (goods_id, version, id)
);

create table "goods_import" (
  id uuid not null,
  staff_id uuid not null,
  file_name text not null,
  file_hash bytea not null,
  mode text not null,
  clear_empty boolean not null,
  state text not null,
  titles jsonb not null,
  row_count integer not null,
  done_count integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  tried_hash bytea,
  applied_by uuid,
  confirmed boolean not null default false,
  archive_id uuid,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint goods_import_mode CHECK ((mode = ANY (ARRAY['both'::text, 'new'::text, 'change'::text]))),
  constraint goods_import_rows CHECK ((row_count > 0)),
  constraint goods_import_state CHECK ((state = ANY (ARRAY['trying'::text, 'tried'::text, 'applying'::text, 'done'::text, 'stopped'::text]))),
  constraint goods_import_applied_by FOREIGN KEY (applied_by) REFERENCES staff(id),
  constraint goods_import_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint goods_import_pk PRIMARY KEY (id)
);

create table "goods_import_file" (
  import_id uuid not null,
  name text not null,
  path text not null,
  picture_id uuid,
  document_id uuid,
  refused text,
  constraint goods_import_file_import FOREIGN KEY (import_id) REFERENCES goods_import(id) ON DELETE CASCADE,
  constraint goods_import_file_pk PRIMARY KEY (import_id, name)
);

create table "goods_import_row" (
  import_id uuid not null,
  row_no integer not null,
  goods_no integer not null,
  same_as integer,
  goods_code text not null,
  sku_code text not null,
  cells jsonb not null,
  verdict text,
  faults jsonb not null default '[]'::jsonb,
  questions jsonb,
  seen bytea,
  due boolean not null default false,
  applied boolean not null default false,
  constraint goods_import_row_no CHECK ((row_no > 0)),
  constraint goods_import_row_verdict CHECK ((verdict = ANY (ARRAY['added'::text, 'changed'::text, 'same'::text, 'skipped'::text, 'refused'::text]))),
  constraint goods_import_row_import FOREIGN KEY (import_id) REFERENCES goods_import(id) ON DELETE CASCADE,
  constraint goods_import_row_pk PRIMARY KEY (import_id, row_no)
);

create table "goods_machine_model" (
  goods_id uuid not null,
  machine_model_id uuid not null,
  constraint goods_machine_model_goods FOREIGN KEY (goods_id) REFERENCES goods(id) ON DELETE CASCADE,
  constraint goods_machine_model_of FOREIGN KEY (machine_model_id) REFERENCES machine_model(id),
  constraint goods_machine_model_pk PRIMARY KEY (goods_id, machine_model_id)
);

create table "goods_rating" (
  goods_id uuid not null,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0,
  pictured integer not null default 0,
  constraint goods_rating_1 CHECK ((stars_1 >= 0)),
  constraint goods_rating_2 CHECK ((stars_2 >= 0)),
  constraint goods_rating_3 CHECK ((stars_3 >= 0)),
  constraint goods_rating_4 CHECK ((stars_4 >= 0)),
  constraint goods_rating_5 CHECK ((stars_5 >= 0)),
  constraint goods_rating_pictured CHECK ((pictured >= 0)),
  constraint goods_rating_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint goods_rating_pk PRIMARY KEY (goods_id)
);

create table "goods_receipt" (
  id uuid not null,
  purchase_order_id uuid not null,
  receipt_no integer not null,
  reverses uuid,
  note text not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001'::uuid,
  constraint goods_receipt_no CHECK ((receipt_no > 0)),
  constraint goods_receipt_order FOREIGN KEY (purchase_order_id) REFERENCES purchase_order(id),
  constraint goods_receipt_reverses FOREIGN KEY (reverses) REFERENCES goods_receipt(id),
  constraint goods_receipt_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint goods_receipt_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint goods_receipt_pk PRIMARY KEY (id),
  constraint goods_receipt_number UNIQUE (purchase_order_id, receipt_no),
  constraint goods_receipt_reversed_once UNIQUE (reverses)
);

create table "goods_receipt_line" (
  receipt_id uuid not null,
  line_no smallint not null,
  quantity integer not null,
  batch_id uuid,
  constraint goods_receipt_line_quantity CHECK ((quantity <> 0)),
  constraint goods_receipt_line_batch FOREIGN KEY (batch_id) REFERENCES stock_batch(id),
  constraint goods_receipt_line_of FOREIGN KEY (receipt_id) REFERENCES goods_receipt(id),
  constraint goods_receipt_line_pk PRIMARY KEY (receipt_id, line_no)
);

create table "goods_relation" (
  goods_id uuid not null,
  kind text not null,
  other_id uuid not null,
  position integer not null,
  constraint goods_relation_kind CHECK ((kind = ANY (ARRAY['fits'::text, 'substitute'::text, 'together'::text]))),
  constraint goods_relation_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint goods_relation_other FOREIGN KEY (other_id) REFERENCES goods(id),
  constraint goods_relation_pk PRIMARY KEY (goods_id, kind, other_id)
);

create table "goods_search" (
  goods_id uuid not null,
  category_id integer not null,
  parent_category_id integer not null,
  words tsvector,
  codes text,
  lowest_sale_fen bigint not null,
  in_stock boolean not null,
  sales bigint not null,
  hardness_from double precision,
  hardness_to double precision,
  position integer not null,
  on_shelf boolean not null,
  changed_in xid8 not null default pg_current_xact_id(),
  constraint goods_search_pk PRIMARY KEY (goods_id)
);

create table "goods_version" (
  goods_id uuid not null,
  version integer not null,
  content jsonb not null,
  staff_id uuid,
  at timestamp with time zone not null,
  note text not null,
  differences jsonb,
  constraint goods_version_positive CHECK ((version > 0)),
  constraint goods_version_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint goods_version_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint goods_version_pk PRIMARY KEY (goods_id, version)
);

create table "goods_words" (
  goods_id uuid not null,
  lexemes tsvector not null,
  codes text not null,
  version smallint not null default 0,
  constraint goods_words_pk PRIMARY KEY (goods_id)
);

create table "help_category" (
  id uuid not null,
  name text not null,
  note text not null,
  position integer not null,
  constraint help_category_pk PRIMARY KEY (id),
  constraint help_category_name UNIQUE (name)
);

create table "holiday" (
  day date not null,
  working boolean not null,
  name text not null,
  constraint holiday_pk PRIMARY KEY (day)
);

create table "home_section" (
  id uuid not null,
  kind text not null,
  title text not null,
  text text not null,
  target text not null,
  goods_rule text,
  goods_ids jsonb not null,
  goods_count integer not null,
  day_from date,
  day_to date,
  guests boolean not null,
  levels jsonb not null,
  shown boolean not null,
  position integer not null,
  created_at timestamp with time zone not null,
  constraint home_section_days CHECK ((day_to >= day_from)),
  constraint home_section_goods_count CHECK (((goods_count >= 1) AND (goods_count <= 20))),
  constraint home_section_hand CHECK ((((goods_rule = 'hand'::text) IS TRUE) OR (jsonb_array_length(goods_ids) = 0))),
  constraint home_section_kind CHECK ((kind = ANY (ARRAY['stage'::text, 'categories'::text, 'hardness'::text, 'stock'::text, 'picked'::text, 'byCategory'::text, 'credit'::text, 'quickOrder'::text, 'announcement'::text]))),
  constraint home_section_rule CHECK ((goods_rule = ANY (ARRAY['hand'::text, 'newest'::text, 'sales'::text, 'priceUp'::text]))),
  constraint home_section_target CHECK ((char_length(target) <= 300)),
  constraint home_section_text CHECK ((char_length(text) <= 300)),
  constraint home_section_title CHECK ((char_length(title) <= 30)),
  constraint home_section_pk PRIMARY KEY (id)
);

create table "idempotency_key" (
  enterprise_id uuid not null,
  user_id uuid not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer text,
  at timestamp with time zone not null,
  constraint idempotency_key_pk PRIMARY KEY (enterprise_id, user_id, call, key)
);

create table "inquiry" (
  id uuid not null,
  enterprise_id uuid,
  user_id uuid,
  name text not null,
  mobile_sealed bytea not null,
  mobile_masked text not null,
  topic text not null,
  text text not null,
  state text not null,
  state_at timestamp with time zone not null,
  answer text,
  answered_by uuid,
  source bytea not null,
  at timestamp with time zone not null,
  constraint inquiry_answered CHECK (((state <> 'ANSWERED'::text) OR (answer IS NOT NULL))),
  constraint inquiry_member CHECK (((enterprise_id IS NULL) = (user_id IS NULL))),
  constraint inquiry_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'ANSWERED'::text, 'CLOSED'::text]))),
  constraint inquiry_topic CHECK ((topic = ANY (ARRAY['goods'::text, 'order'::text, 'credit'::text, 'invoice'::text, 'afterSale'::text, 'account'::text, 'other'::text]))),
  constraint inquiry_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint inquiry_pk PRIMARY KEY (id)
);

create table "installation" (
  only_row boolean not null default true,
  secret_check bytea not null,
  demo_at timestamp with time zone,
  next_check bytea,
  constraint installation_only CHECK (only_row),
  constraint installation_pk PRIMARY KEY (only_row)
);

create table "invited_mobile" (
  mobile_hmac bytea not null,
  user_id uuid not null,
  mobile_masked text not null,
  invited_at timestamp with time zone not null,
  constraint invited_mobile_pk PRIMARY KEY (mobile_hmac)
);

create table "invoice" (
  enterprise_id uuid not null,
  id uuid not null,
  invoice_no text not null,
  shop_id uuid,
  month text,
  user_id uuid not null,
  state text not null,
  title jsonb not null,
  email text not null,
  remark text not null,
  amount_fen bigint not null,
  tax_fen bigint not null,
  rate_bp integer not null,
  red_fen bigint not null default 0,
  reason text,
  mistaken boolean not null default false,
  replaces uuid,
  entries integer not null,
  state_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  issued_at timestamp with time zone,
  constraint invoice_amount CHECK ((amount_fen >= 0)),
  constraint invoice_issued CHECK (((state = ANY (ARRAY['ISSUED'::text, 'RED'::text])) = (issued_at IS NOT NULL))),
  constraint invoice_rate CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))),
  constraint invoice_red CHECK (((red_fen >= 0) AND (red_fen <= amount_fen))),
  constraint invoice_rejected CHECK (((state <> 'REJECTED'::text) OR (reason IS NOT NULL))),
  constraint invoice_state CHECK ((state = ANY (ARRAY['APPLIED'::text, 'ISSUING'::text, 'FAILED'::text, 'ISSUED'::text, 'REJECTED'::text, 'RED'::text]))),
  constraint invoice_tax CHECK (((tax_fen >= 0) AND (tax_fen <= amount_fen))),
  constraint invoice_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint invoice_pk PRIMARY KEY (enterprise_id, id),
  constraint invoice_number UNIQUE (enterprise_id, invoice_no)
);

create table "invoice_entry" (
  enterprise_id uuid not null,
  invoice_id uuid not null,
  seq integer not null,
  verb text not null,
  actor_kind text not null,
  actor_id uuid,
  text text not null,
  at timestamp with time zone not null,
  constraint invoice_entry_actor CHECK ((actor_kind = ANY (ARRAY['member'::text, 'staff'::text, 'clock'::text]))),
  constraint invoice_entry_of FOREIGN KEY (enterprise_id, invoice_id) REFERENCES invoice(enterprise_id, id),
  constraint invoice_entry_pk PRIMARY KEY (enterprise_id, invoice_id, seq)
);

create table "invoice_file" (
  enterprise_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  format text not null,
  bytes integer not null,
  hash bytea not null,
  kept_at timestamp with time zone,
  constraint invoice_file_format CHECK ((format = ANY (ARRAY['pdf'::text, 'ofd'::text, 'xml'::text]))),
  constraint invoice_file_of FOREIGN KEY (enterprise_id, issue_id) REFERENCES invoice_issue(enterprise_id, id),
  constraint invoice_file_pk PRIMARY KEY (enterprise_id, id),
  constraint invoice_file_once UNIQUE (enterprise_id, issue_id, format)
);

create table "invoice_issue" (
  enterprise_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  state text not null,
  way text not null,
  amount_fen bigint not null,
  tax_fen bigint not null,
  red_reason text,
  note text not null,
  number text,
  issued_at timestamp with time zone,
  tries smallint not null default 0,
  next_try_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  seller_name text,
  seller_tax_no text,
  constraint invoice_issue_amount CHECK ((amount_fen > 0)),
  constraint invoice_issue_done CHECK (((state = 'ISSUED'::text) = ((number IS NOT NULL) AND (issued_at IS NOT NULL)))),
  constraint invoice_issue_kind CHECK ((kind = ANY (ARRAY['blue'::text, 'red'::text]))),
  constraint invoice_issue_red CHECK (((kind = 'red'::text) = (red_reason IS NOT NULL))),
  constraint invoice_issue_seller CHECK (((seller_name IS NULL) = (seller_tax_no IS NULL))),
  constraint invoice_issue_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'ISSUED'::text, 'FAILED'::text, 'VOID'::text]))),
  constraint invoice_issue_tax CHECK (((tax_fen >= 0) AND (tax_fen <= amount_fen))),
  constraint invoice_issue_way CHECK ((way = ANY (ARRAY['provider'::text, 'hand'::text]))),
  constraint invoice_issue_of FOREIGN KEY (enterprise_id, invoice_id) REFERENCES invoice(enterprise_id, id),
  constraint invoice_issue_pk PRIMARY KEY (enterprise_id, id)
);

create table "invoice_line" (
  enterprise_id uuid not null,
  invoice_id uuid not null,
  seq integer not null,
  order_id uuid,
  order_no text,
  part_id uuid not null,
  order_line_no smallint not null,
  goods_name text not null,
  spec text not null,
  unit text not null,
  quantity integer,
  amount_fen bigint not null,
  tax_fen bigint not null,
  red_fen bigint not null default 0,
  live boolean not null default true,
  sku_id uuid,
  tax_code text,
  tax_name text,
  rate_bp integer,
  constraint invoice_line_amount CHECK ((amount_fen >= 0)),
  constraint invoice_line_quantity CHECK ((quantity > 0)),
  constraint invoice_line_rate CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))),
  constraint invoice_line_red CHECK (((red_fen >= 0) AND (red_fen <= amount_fen))),
  constraint invoice_line_subject CHECK ((((order_id IS NULL) = (sku_id IS NULL)) AND ((order_id IS NULL) = (order_no IS NULL)))),
  constraint invoice_line_tax CHECK (((tax_fen >= 0) AND (tax_fen <= amount_fen))),
  constraint invoice_line_tax_class CHECK (((tax_code IS NULL) = (tax_name IS NULL))),
  constraint invoice_line_tax_code CHECK ((tax_code ~ '^[0-9]{19}$'::text)),
  constraint invoice_line_tax_name CHECK ((tax_name <> ''::text)),
  constraint invoice_line_of FOREIGN KEY (enterprise_id, invoice_id) REFERENCES invoice(enterprise_id, id),
  constraint invoice_line_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint invoice_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint invoice_line_pk PRIMARY KEY (enterprise_id, invoice_id, seq)
);

create table "invoice_red_confirmation" (
  enterprise_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  state text not null,
  way text not null,
  number text,
  until timestamp with time zone,
  requested_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  constraint invoice_red_confirmation_numbered CHECK (((state = ANY (ARRAY['REQUESTED'::text, 'REFUSED'::text, 'EXPIRED'::text])) OR (number IS NOT NULL))),
  constraint invoice_red_confirmation_state CHECK ((state = ANY (ARRAY['REQUESTED'::text, 'PENDING'::text, 'UNNEEDED'::text, 'CONFIRMED'::text, 'REFUSED'::text, 'EXPIRED'::text]))),
  constraint invoice_red_confirmation_way CHECK ((way = ANY (ARRAY['provider'::text, 'hand'::text]))),
  constraint invoice_red_confirmation_of FOREIGN KEY (enterprise_id, issue_id) REFERENCES invoice_issue(enterprise_id, id),
  constraint invoice_red_confirmation_pk PRIMARY KEY (enterprise_id, id)
);

create table "invoice_red_line" (
  enterprise_id uuid not null,
  issue_id uuid not null,
  invoice_id uuid not null,
  seq integer not null,
  amount_fen bigint not null,
  tax_fen bigint not null,
  written_in bigint not null default transaction_number(),
  constraint invoice_red_line_amount CHECK ((amount_fen > 0)),
  constraint invoice_red_line_tax CHECK (((tax_fen >= 0) AND (tax_fen <= amount_fen))),
  constraint invoice_red_line_line FOREIGN KEY (enterprise_id, invoice_id, seq) REFERENCES invoice_line(enterprise_id, invoice_id, seq),
  constraint invoice_red_line_of FOREIGN KEY (enterprise_id, issue_id) REFERENCES invoice_issue(enterprise_id, id),
  constraint invoice_red_line_pk PRIMARY KEY (enterprise_id, issue_id, seq)
);

create table "invoice_title" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  tax_no text not null,
  address text not null,
  phone text not null,
  bank text not null,
  account_no text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  constraint invoice_title_kind CHECK ((kind = ANY (ARRAY['NORMAL'::text, 'SPECIAL'::text]))),
  constraint invoice_title_whole CHECK (((kind = 'NORMAL'::text) OR ((((''::text <> address) AND (''::text <> phone)) AND (''::text <> bank)) AND (''::text <> account_no)))),
  constraint invoice_title_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint invoice_title_pk PRIMARY KEY (enterprise_id, id)
);

create table "job_run" (
  task text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  failed boolean not null,
  runs bigint not null,
  failures bigint not null,
  failed_at timestamp with time zone,
  error text,
  recent jsonb not null default '[]'::jsonb,
  constraint job_run_failure CHECK (((failed_at IS NULL) = (error IS NULL))),
  constraint job_run_failures CHECK (((failures >= 0) AND (failures <= runs))),
  constraint job_run_runs CHECK ((runs > 0)),
  constraint job_run_pk PRIMARY KEY (task)
);

create table "job_worker" (
  id text not null,
  beats bigint not null default ((random() * ('1000000000'::numeric)::double precision))::bigint,
  started_at timestamp with time zone not null default now(),
  constraint job_worker_pk PRIMARY KEY (id)
);

create table "journal_day" (
  day date not null,
  month text not null,
  rules jsonb not null,
  transfers bigint not null,
  made_at timestamp with time zone not null,
  split boolean not null default false,
  constraint journal_day_of_month CHECK ((month = to_char((day)::timestamp with time zone, 'YYYY-MM'::text))),
  constraint journal_day_transfers CHECK ((transfers >= 0)),
  constraint journal_day_pk PRIMARY KEY (day)
);

create table "journal_entry" (
  month text not null,
  word text not null,
  no integer not null,
  day date not null,
  rule text not null,
  title text not null,
  document uuid,
  constraint journal_entry_no CHECK ((no > 0)),
  constraint journal_entry_word CHECK ((word = ANY (ARRAY['记'::text, '备'::text]))),
  constraint journal_entry_day FOREIGN KEY (day) REFERENCES journal_day(day),
  constraint journal_entry_pk PRIMARY KEY (month, word, no)
);

create table "journal_line" (
  month text not null,
  word text not null,
  no integer not null,
  line_no integer not null,
  day date not null,
  account text not null,
  debit_fen bigint not null,
  credit_fen bigint not null,
  enterprise_id uuid not null,
  ledger_account text not null,
  part text,
  rate_bp integer,
  shop_id uuid,
  project_id uuid,
  constraint journal_line_part CHECK ((part = ANY (ARRAY['held'::text, 'heldTax'::text, 'earned'::text, 'earnedTax'::text]))),
  constraint journal_line_side CHECK (((debit_fen = 0) <> (credit_fen = 0))),
  constraint journal_line_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint journal_line_entry FOREIGN KEY (month, word, no) REFERENCES journal_entry(month, word, no),
  constraint journal_line_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint journal_line_pk PRIMARY KEY (month, word, no, line_no)
);

create table "journal_month" (
  month text not null,
  state text not null,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  entries integer not null,
  debit_fen bigint not null,
  hash bytea not null,
  reason text,
  asked_by uuid,
  asked_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint journal_month_asked CHECK ((((asked_by IS NULL) = (asked_at IS NULL)) AND ((asked_by IS NULL) = (reason IS NULL)))),
  constraint journal_month_opened CHECK (((state <> 'OPEN'::text) OR ((asked_by IS NOT NULL) AND (decided_by IS NOT NULL)))),
  constraint journal_month_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text, 'ASKED'::text]))),
  constraint journal_month_two_people CHECK (((decided_by IS NULL) OR (state = 'CLOSED'::text) OR (decided_by <> asked_by))),
  constraint journal_month_pk PRIMARY KEY (month)
);

create table "ledger_account" (
  enterprise_id uuid not null,
  name text not null,
  balance_fen bigint not null,
  entries bigint not null,
  constraint ledger_account_name CHECK ((name = ANY (ARRAY['wallet'::text, 'creditHeld'::text, 'creditDrawn'::text, 'interest'::text]))),
  constraint ledger_account_owed CHECK (((name <> ALL (ARRAY['creditDrawn'::text, 'interest'::text])) OR (balance_fen <= 0))),
  constraint ledger_account_wallet_held CHECK (((name <> ALL (ARRAY['wallet'::text, 'creditHeld'::text])) OR (balance_fen >= 0))),
  constraint ledger_account_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint ledger_account_pk PRIMARY KEY (enterprise_id, name)
);

create table "ledger_seal" (
  enterprise_id uuid not null,
  table_name text not null,
  day date not null,
  rows bigint not null,
  total bigint not null,
  hash bytea not null,
  constraint ledger_seal_rows CHECK ((rows > 0)),
  constraint ledger_seal_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint ledger_seal_pk PRIMARY KEY (enterprise_id, table_name, day)
);

create table "ledger_seal_day" (
  day date not null,
  first bigint not null,
  until bigint not null,
  rows bigint not null,
  sealed_at timestamp with time zone not null,
  root bytea,
  constraint ledger_seal_day_until CHECK ((until >= first)),
  constraint ledger_seal_day_pk PRIMARY KEY (day)
);

create table "ledger_transfer" (
  enterprise_id uuid not null,
  id uuid not null,
  from_account text not null,
  to_account text not null,
  amount_fen bigint not null,
  kind text not null,
  document uuid not null,
  seq integer not null,
  title text not null,
  at timestamp with time zone not null,
  value_day date not null,
  from_entry bigint,
  from_after_fen bigint,
  to_entry bigint,
  to_after_fen bigint,
  used_after_fen bigint,
  limit_fen bigint,
  written_in bigint not null default transaction_number(),
  constraint ledger_transfer_amount CHECK ((amount_fen > 0)),
  constraint ledger_transfer_two_sides CHECK ((from_account <> to_account)),
  constraint ledger_transfer_within_limit CHECK ((used_after_fen <= limit_fen)),
  constraint ledger_transfer_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint ledger_transfer_pk PRIMARY KEY (enterprise_id, id),
  constraint ledger_transfer_once UNIQUE (enterprise_id, kind, document, seq)
);

create table "level_benefit" (
  level smallint not null,
  temp_percent smallint,
  temp_days smallint,
  coupons jsonb not null,
  gift_template_id uuid,
  gift_sku_id uuid,
  gift_units integer,
  changed_at timestamp with time zone not null,
  version integer not null default 1,
  changed_by uuid,
  constraint level_benefit_days CHECK (((temp_days >= 1) AND (temp_days <= 90))),
  constraint level_benefit_gift CHECK (((gift_template_id IS NULL) OR (gift_sku_id IS NULL))),
  constraint level_benefit_goods CHECK (((gift_sku_id IS NULL) = (gift_units IS NULL))),
  constraint level_benefit_level CHECK (((level >= 1) AND (level <= 4))),
  constraint level_benefit_percent CHECK (((temp_percent >= 1) AND (temp_percent <= 100))),
  constraint level_benefit_temp CHECK (((temp_percent IS NULL) = (temp_days IS NULL))),
  constraint level_benefit_units CHECK (((gift_units >= 1) AND (gift_units <= 9999))),
  constraint level_benefit_version CHECK ((version > 0)),
  constraint level_benefit_changed_by FOREIGN KEY (changed_by) REFERENCES staff(id),
  constraint level_benefit_coupon FOREIGN KEY (gift_template_id) REFERENCES coupon_template(id),
  constraint level_benefit_sku FOREIGN KEY (gift_sku_id) REFERENCES sku(id),
  constraint level_benefit_pk PRIMARY KEY (level)
);

create table "level_change" (
  enterprise_id uuid not null,
  day date not null,
  from_level smallint not null,
  to_level smallint not null,
  paid_fen bigint not null,
  at timestamp with time zone not null,
  constraint level_change_from CHECK (((from_level >= 1) AND (from_level <= 4))),
  constraint level_change_to CHECK ((((to_level >= 1) AND (to_level <= 4)) AND (to_level <> from_level))),
  constraint level_change_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint level_change_pk PRIMARY KEY (enterprise_id, day)
);

create table "level_gift" (
  enterprise_id uuid not null,
  id uuid not null,
  sku_id uuid not null,
  units integer not null,
  state text not null,
  order_id uuid,
  constraint level_gift_bound CHECK (((state = 'WAITING'::text) = (order_id IS NULL))),
  constraint level_gift_state CHECK ((state = ANY (ARRAY['WAITING'::text, 'ORDERED'::text]))),
  constraint level_gift_units CHECK ((units > 0)),
  constraint level_gift_claim FOREIGN KEY (enterprise_id, id) REFERENCES benefit_claim(enterprise_id, id),
  constraint level_gift_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint level_gift_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint level_gift_pk PRIMARY KEY (enterprise_id, id)
);

create table "level_status" (
  enterprise_id uuid not null,
  as_of date not null,
  paid_fen bigint not null,
  earned smallint not null,
  level smallint not null,
  silver_on date,
  gold_on date,
  platinum_on date,
  constraint level_status_earned CHECK (((earned >= 1) AND (earned <= 4))),
  constraint level_status_level CHECK (((level >= earned) AND (level <= 4))),
  constraint level_status_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint level_status_pk PRIMARY KEY (enterprise_id)
);

create table "licence_kind" (
  id uuid not null,
  name text not null,
  of_shop boolean not null,
  of_buyer boolean not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  constraint licence_kind_holder CHECK ((of_shop OR of_buyer)),
  constraint licence_kind_pk PRIMARY KEY (id),
  constraint licence_kind_name UNIQUE (name)
);

create table "limit_request" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  limit_fen bigint not null,
  temp_end_day date,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint limit_request_kind CHECK ((kind = ANY (ARRAY['base'::text, 'temp'::text, 'group'::text]))),
  constraint limit_request_limit CHECK ((limit_fen > 0)),
  constraint limit_request_of_temp CHECK (((kind = 'temp'::text) = (temp_end_day IS NOT NULL))),
  constraint limit_request_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DONE'::text, 'REFUSED'::text, 'REPLACED'::text]))),
  constraint limit_request_two_people CHECK (((state <> 'DONE'::text) OR (decided_by <> proposed_by))),
  constraint limit_request_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint limit_request_pk PRIMARY KEY (enterprise_id, id)
);

create table "live_server" (
  id uuid not null,
  seen_at timestamp with time zone not null,
  constraint live_server_pk PRIMARY KEY (id)
);

create table "login_counter" (
  subject bytea not null,
  failures integer not null,
  window_from timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint login_counter_pk PRIMARY KEY (subject)
);

create table "machine_model" (
  id uuid not null,
  maker text not null,
  model text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint machine_model_maker CHECK ((maker <> ''::text)),
  constraint machine_model_model CHECK ((model <> ''::text)),
  constraint machine_model_pk PRIMARY KEY (id),
  constraint machine_model_name UNIQUE (maker, model)
);

create table "margin_day" (
  day date not null,
  made_at timestamp with time zone not null,
  journal_made_at timestamp with time zone not null,
  constraint margin_day_pk PRIMARY KEY (day)
);

create table "margin_total" (
  span text not null,
  day date not null,
  sku_id uuid not null,
  shop_id uuid not null,
  known_rows integer not null,
  units bigint not null,
  revenue_fen bigint not null,
  cost_fen bigint not null,
  unknown_rows integer not null,
  unknown_units bigint not null,
  unknown_revenue_fen bigint not null,
  constraint margin_total_known CHECK (((known_rows > 0) OR ((units = 0) AND (revenue_fen = 0) AND (cost_fen = 0)))),
  constraint margin_total_of_month CHECK (((span = 'day'::text) OR (EXTRACT(day FROM day) = (1)::numeric))),
  constraint margin_total_span CHECK ((span = ANY (ARRAY['day'::text, 'month'::text]))),
  constraint margin_total_unknown CHECK (((unknown_rows > 0) OR ((unknown_units = 0) AND (unknown_revenue_fen = 0)))),
  constraint margin_total_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint margin_total_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint margin_total_pk PRIMARY KEY (span, day, sku_id, shop_id)
);

create table "material_code" (
  enterprise_id uuid not null,
  sku_id uuid not null,
  code text not null,
  code_key text not null,
  updated_by uuid not null,
  updated_at timestamp with time zone not null,
  constraint material_code_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint material_code_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint material_code_pk PRIMARY KEY (enterprise_id, sku_id)
);

create table "membership" (
  enterprise_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  account_type smallint not null,
  name text,
  perm_code text,
  status smallint not null,
  order_limit_fen bigint,
  month_limit_fen bigint,
  created_at timestamp with time zone not null,
  invited_at timestamp with time zone,
  accepted_at timestamp with time zone,
  deleted_at timestamp with time zone,
  parent_id uuid,
  parent_name text,
  constraint membership_account_type CHECK ((account_type = ANY (ARRAY[1, 2]))),
  constraint membership_main_has_all CHECK (((account_type = 1) = (perm_code IS NULL))),
  constraint membership_month_limit CHECK ((month_limit_fen >= 0)),
  constraint membership_of_parent CHECK ((((parent_id IS NULL) = (parent_name IS NULL)) AND ((parent_id IS NULL) OR (account_type = 2)))),
  constraint membership_order_limit CHECK ((order_limit_fen >= 0)),
  constraint membership_status CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint membership_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint membership_pk PRIMARY KEY (enterprise_id, user_id),
  constraint membership_id UNIQUE (enterprise_id, id)
);

create table "message" (
  enterprise_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  title text not null,
  content text not null,
  facts jsonb not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint message_kind CHECK ((kind = ANY (ARRAY['order'::text, 'system'::text]))),
  constraint message_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint message_pk PRIMARY KEY (enterprise_id, user_id, id)
);

create table "message_text" (
  name text not null,
  no integer not null,
  title text,
  content text,
  saved_by uuid not null,
  saved_at timestamp with time zone not null,
  constraint message_text_no CHECK ((no > 0)),
  constraint message_text_whole CHECK (((title IS NULL) = (content IS NULL))),
  constraint message_text_pk PRIMARY KEY (name, no)
);

create table "missed_search" (
  day date not null,
  term text not null,
  times integer not null,
  similar_shown boolean not null,
  constraint missed_search_term CHECK (((char_length(term) >= 1) AND (char_length(term) <= 50))),
  constraint missed_search_times CHECK ((times > 0)),
  constraint missed_search_pk PRIMARY KEY (day, term)
);

create table "mobile_claim" (
  mobile_hmac bytea not null,
  user_id uuid not null,
  claimed_at timestamp with time zone not null,
  constraint mobile_claim_pk PRIMARY KEY (mobile_hmac)
);

create table "moving_in" (
  id uuid not null,
  staff_id uuid not null,
  file_name text not null,
  file_hash bytea not null,
  state text not null,
  company_count integer not null,
  done_count integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  totals jsonb,
  sums jsonb,
  moved jsonb,
  tried_hash bytea,
  submitted_by uuid,
  submitted_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  note text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint moving_in_approval CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint moving_in_companies CHECK ((company_count > 0)),
  constraint moving_in_state CHECK ((state = ANY (ARRAY['trying'::text, 'tried'::text, 'submitted'::text, 'applying'::text, 'stopped'::text, 'done'::text, 'cancelled'::text]))),
  constraint moving_in_submission CHECK (((submitted_by IS NULL) = (submitted_at IS NULL))),
  constraint moving_in_two_people CHECK ((approved_by <> submitted_by)),
  constraint moving_in_approved_by FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint moving_in_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint moving_in_submitted_by FOREIGN KEY (submitted_by) REFERENCES staff(id),
  constraint moving_in_pk PRIMARY KEY (id)
);

create table "moving_in_company" (
  moving_in_id uuid not null,
  no integer not null,
  id uuid not null,
  code text not null,
  name text not null,
  sealed bytea,
  verdict text,
  faults jsonb not null default '[]'::jsonb,
  seen bytea,
  due boolean not null default false,
  moved_at timestamp with time zone,
  wallet_fen bigint not null default 0,
  statements_fen bigint not null default 0,
  drawdowns_fen bigint not null default 0,
  interest_fen bigint not null default 0,
  limits_fen bigint not null default 0,
  constraint moving_in_company_drawdowns CHECK ((drawdowns_fen >= 0)),
  constraint moving_in_company_interest CHECK ((interest_fen >= 0)),
  constraint moving_in_company_limits CHECK ((limits_fen >= 0)),
  constraint moving_in_company_no CHECK ((no > 0)),
  constraint moving_in_company_statements CHECK ((statements_fen >= 0)),
  constraint moving_in_company_verdict CHECK ((verdict = ANY (ARRAY['ready'::text, 'refused'::text]))),
  constraint moving_in_company_wallet CHECK ((wallet_fen >= 0)),
  constraint moving_in_company_run FOREIGN KEY (moving_in_id) REFERENCES moving_in(id) ON DELETE CASCADE,
  constraint moving_in_company_pk PRIMARY KEY (moving_in_id, no),
  constraint moving_in_company_id UNIQUE (id)
);

create table "order" (
  enterprise_id uuid not null,
  id uuid not null,
  order_no text not null,
  trade_id uuid not null,
  user_id uuid not null,
  shop_id uuid not null,
  state text not null,
  price_type text not null,
  goods_fen bigint not null,
  freight_fen bigint not null,
  discount_fen bigint not null,
  payable_fen bigint not null,
  remark text not null,
  receiver_name text not null,
  receiver_mobile text not null,
  receiver_region text not null,
  receiver_detail text not null,
  first_goods text not null,
  goods_count integer not null,
  cancel_asked_at timestamp with time zone,
  cancel_reason text,
  state_at timestamp with time zone not null,
  event_count integer not null,
  last_parcel_at timestamp with time zone,
  created_at timestamp with time zone not null,
  pay_by timestamp with time zone,
  freight_refunded_fen bigint not null default 0,
  after_sale_since timestamp with time zone,
  after_sale_id uuid,
  po_number text not null default ''::text,
  cost_centre text not null default ''::text,
  freight_fee_fen bigint not null,
  freight_free_from_fen bigint,
  project_id uuid,
  coupon_id uuid,
  words text not null,
  goods_kinds integer,
  receive_by timestamp with time zone,
  freight_discount_fen bigint not null default 0,
  promised_from uuid[],
  to_ship_since timestamp with time zone,
  constraint order_cost_centre CHECK ((length(cost_centre) <= 40)),
  constraint order_discount_by_coupon CHECK (((discount_fen = 0) OR (coupon_id IS NOT NULL))),
  constraint order_freight_discount_by_coupon CHECK (((freight_discount_fen = 0) OR (coupon_id IS NOT NULL))),
  constraint order_freight_free_from CHECK ((freight_free_from_fen > 0)),
  constraint order_freight_refunded CHECK ((freight_refunded_fen <= freight_fen)),
  constraint order_freight_settled CHECK (((freight_fen + freight_discount_fen) =
CASE
    WHEN (goods_fen >= freight_free_from_fen) THEN (0)::bigint
    ELSE freight_fee_fen
END)),
  constraint order_goods_kinds_check CHECK ((goods_kinds > 0)),
  constraint order_not_negative CHECK ((LEAST(goods_fen, freight_fen, discount_fen, freight_discount_fen, freight_fee_fen, freight_refunded_fen, payable_fen) >= 0)),
  constraint order_payable CHECK ((payable_fen = ((goods_fen + freight_fen) - discount_fen))),
  constraint order_po_number CHECK ((length(po_number) <= 40)),
  constraint order_price_type CHECK ((price_type = ANY (ARRAY['sale'::text, 'credit'::text]))),
  constraint order_state CHECK ((state = ANY (ARRAY['WAIT_APPROVAL'::text, 'WAIT_PAY'::text, 'WAIT_SEND'::text, 'PART_SENT'::text, 'SENT'::text, 'WAIT_COMMENT'::text, 'DONE'::text, 'CANCELLED'::text]))),
  constraint order_coupon FOREIGN KEY (enterprise_id, coupon_id) REFERENCES coupon(enterprise_id, id),
  constraint order_project FOREIGN KEY (enterprise_id, project_id) REFERENCES project(enterprise_id, id),
  constraint order_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint order_trade FOREIGN KEY (enterprise_id, trade_id) REFERENCES trade(enterprise_id, id),
  constraint order_pk PRIMARY KEY (enterprise_id, id),
  constraint order_number UNIQUE (enterprise_id, order_no)
);

create table "order_event" (
  enterprise_id uuid not null,
  order_id uuid not null,
  at timestamp with time zone not null,
  id uuid not null,
  seq integer not null,
  verb text not null,
  from_state text,
  to_state text not null,
  actor_kind text not null,
  actor_id uuid,
  note text not null,
  constraint order_event_actor_kind CHECK ((actor_kind = ANY (ARRAY['member'::text, 'staff'::text, 'clock'::text]))),
  constraint order_event_pk PRIMARY KEY (enterprise_id, order_id, at, id)
);

create table "order_line" (
  enterprise_id uuid not null,
  order_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null,
  goods_id uuid not null,
  goods_name text not null,
  unit text not null,
  sku_code text not null,
  sku_props json not null,
  quantity integer not null,
  sale_price_fen bigint not null,
  credit_price_fen bigint,
  unit_price_fen bigint not null,
  amount_fen bigint not null,
  discount_fen bigint not null,
  shipped integer not null default 0,
  posted_fen bigint not null default 0,
  held_back integer not null default 0,
  dropped integer not null default 0,
  dropped_fen bigint not null default 0,
  claimed integer not null default 0,
  returned integer not null default 0,
  returned_fen bigint not null default 0,
  exchanged integer not null default 0,
  equipment_id uuid,
  gift_id uuid,
  picture uuid,
  planned_from uuid,
  constraint order_line_amount CHECK ((amount_fen = (unit_price_fen * quantity))),
  constraint order_line_back CHECK (((dropped_fen + returned_fen) <= (amount_fen - discount_fen))),
  constraint order_line_discount CHECK ((discount_fen <= amount_fen)),
  constraint order_line_fen_not_negative CHECK ((LEAST(sale_price_fen, credit_price_fen, unit_price_fen, discount_fen, posted_fen, dropped_fen, returned_fen) >= 0)),
  constraint order_line_gift_free CHECK (((gift_id IS NULL) OR ((sale_price_fen = 0) AND (credit_price_fen = 0) AND (unit_price_fen = 0)))),
  constraint order_line_quantity CHECK (((quantity >= 1) AND (quantity <= 999999))),
  constraint order_line_units CHECK (((((shipped + dropped) + held_back) <= quantity) AND (((claimed + returned) + exchanged) <= shipped))),
  constraint order_line_units_not_negative CHECK ((LEAST(shipped, held_back, dropped, claimed, returned, exchanged) >= 0)),
  constraint order_line_equipment FOREIGN KEY (enterprise_id, equipment_id) REFERENCES equipment(enterprise_id, id),
  constraint order_line_gift FOREIGN KEY (enterprise_id, gift_id) REFERENCES level_gift(enterprise_id, id),
  constraint order_line_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint order_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint order_line_pk PRIMARY KEY (enterprise_id, order_id, line_no)
);

create table "order_note" (
  enterprise_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  text text not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  constraint order_note_text CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint order_note_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint order_note_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint order_note_pk PRIMARY KEY (enterprise_id, id)
);

create table "order_proposal" (
  enterprise_id uuid not null,
  id uuid not null,
  proposal_no text not null,
  state text not null,
  user_id uuid not null,
  prepared_by uuid not null,
  address_id uuid,
  ship_to text not null,
  remark text not null,
  shop_ids uuid[] not null,
  first_goods text not null,
  words text not null,
  line_count integer not null,
  valid_until date not null,
  reason text not null default ''::text,
  state_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint order_proposal_lines CHECK (((line_count >= 1) AND (line_count <= 200))),
  constraint order_proposal_state CHECK ((state = ANY (ARRAY['SENT'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'WITHDRAWN'::text, 'EXPIRED'::text]))),
  constraint order_proposal_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint order_proposal_preparer FOREIGN KEY (prepared_by) REFERENCES staff(id),
  constraint order_proposal_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint order_proposal_pk PRIMARY KEY (enterprise_id, id),
  constraint order_proposal_number UNIQUE (enterprise_id, proposal_no)
);

create table "order_proposal_line" (
  enterprise_id uuid not null,
  proposal_id uuid not null,
  line_no integer not null,
  sku_id uuid not null,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  quantity integer not null,
  sent_sale_fen bigint not null,
  sent_credit_fen bigint,
  constraint order_proposal_line_credit CHECK ((sent_credit_fen > 0)),
  constraint order_proposal_line_number CHECK (((line_no >= 1) AND (line_no <= 200))),
  constraint order_proposal_line_quantity CHECK ((quantity > 0)),
  constraint order_proposal_line_sale CHECK ((sent_sale_fen > 0)),
  constraint order_proposal_line_of FOREIGN KEY (enterprise_id, proposal_id) REFERENCES order_proposal(enterprise_id, id),
  constraint order_proposal_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint order_proposal_line_pk PRIMARY KEY (enterprise_id, proposal_id, line_no),
  constraint order_proposal_line_once UNIQUE (enterprise_id, proposal_id, sku_id)
);

create table "order_stop_request" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  scope text,
  contact text,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint order_stop_request_decided CHECK ((((state = 'WAIT'::text) = (decided_at IS NULL)) AND ((decided_at IS NULL) = (decided_by IS NULL)))),
  constraint order_stop_request_kind CHECK ((kind = ANY (ARRAY['put'::text, 'lift'::text]))),
  constraint order_stop_request_put CHECK ((((kind = 'put'::text) = (scope IS NOT NULL)) AND ((kind = 'put'::text) = (contact IS NOT NULL)))),
  constraint order_stop_request_scope CHECK ((scope = ANY (ARRAY['credit'::text, 'all'::text]))),
  constraint order_stop_request_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DONE'::text, 'REFUSED'::text]))),
  constraint order_stop_request_two CHECK (((state <> 'DONE'::text) OR (decided_by <> proposed_by))),
  constraint order_stop_request_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint order_stop_request_pk PRIMARY KEY (enterprise_id, id)
);

create table "outbox" (
  at timestamp with time zone not null,
  id uuid not null,
  topic text not null,
  enterprise_id uuid,
  payload jsonb not null,
  published_at timestamp with time zone,
  traceparent text,
  constraint outbox_pk PRIMARY KEY (at, id)
);

create table "own_account" (
  account_no text not null,
  short_name text not null,
  account_name text not null,
  bank_name text not null,
  bank_code text not null,
  enabled boolean not null,
  added_at timestamp with time zone not null,
  constraint own_account_pk PRIMARY KEY (account_no)
);

create table "paid_day" (
  enterprise_id uuid not null,
  day date not null,
  paid_fen bigint not null,
  constraint paid_day_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint paid_day_pk PRIMARY KEY (enterprise_id, day)
);

create table "parcel" (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  parcel_no smallint not null,
  carrier text not null,
  tracking_no text not null,
  post_fen bigint not null,
  sent_by uuid not null,
  sent_at timestamp with time zone not null,
  kind text not null default 'courier'::text,
  driver text,
  plate text,
  driver_mobile text,
  weigh_note_no text,
  net_kg integer,
  litres integer,
  received_at timestamp with time zone,
  track_state text,
  track_asked_at timestamp with time zone,
  track_misses smallint not null default 0,
  track_due timestamp with time zone,
  warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001'::uuid,
  weighed_grams integer,
  expected_grams integer,
  weight_confirmed boolean not null default false,
  constraint parcel_expected CHECK (((expected_grams IS NULL) OR ((expected_grams > 0) AND (weighed_grams IS NOT NULL)))),
  constraint parcel_kind CHECK ((kind = ANY (ARRAY['courier'::text, 'tanker'::text]))),
  constraint parcel_post CHECK ((post_fen >= 0)),
  constraint parcel_tanker CHECK ((((kind = 'tanker'::text) = ((driver IS NOT NULL) AND (plate IS NOT NULL) AND (driver_mobile IS NOT NULL) AND (weigh_note_no IS NOT NULL) AND (net_kg > 0) AND (litres > 0))) AND ((kind = 'courier'::text) OR (tracking_no = ''::text)))),
  constraint parcel_track_state CHECK ((track_state = ANY (ARRAY['collected'::text, 'onTheWay'::text, 'customs'::text, 'delivering'::text, 'signed'::text, 'problem'::text, 'returning'::text]))),
  constraint parcel_weighed CHECK (((weighed_grams >= 1) AND (weighed_grams <= 1000000))),
  constraint parcel_weight_confirmed CHECK (((NOT weight_confirmed) OR (expected_grams IS NOT NULL))),
  constraint parcel_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint parcel_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint parcel_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint parcel_pk PRIMARY KEY (enterprise_id, id),
  constraint parcel_number UNIQUE (enterprise_id, order_id, parcel_no)
);

create table "parcel_line" (
  enterprise_id uuid not null,
  parcel_id uuid not null,
  line_no smallint not null,
  quantity integer not null,
  post_fen bigint not null default 0,
  returned_fen bigint not null default 0,
  constraint parcel_line_post CHECK ((post_fen >= 0)),
  constraint parcel_line_quantity CHECK ((quantity > 0)),
  constraint parcel_line_returned CHECK (((returned_fen >= 0) AND (returned_fen <= post_fen))),
  constraint parcel_line_parcel FOREIGN KEY (enterprise_id, parcel_id) REFERENCES parcel(enterprise_id, id),
  constraint parcel_line_pk PRIMARY KEY (enterprise_id, parcel_id, line_no)
);

create table "parcel_receipt" (
  enterprise_id uuid not null,
  parcel_id uuid not null,
  file_id uuid not null,
  actor_kind text not null,
  actor_id uuid not null,
  at timestamp with time zone not null,
  constraint parcel_receipt_actor CHECK ((actor_kind = ANY (ARRAY['member'::text, 'staff'::text]))),
  constraint parcel_receipt_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint parcel_receipt_file FOREIGN KEY (enterprise_id, file_id) REFERENCES file(enterprise_id, id),
  constraint parcel_receipt_parcel FOREIGN KEY (enterprise_id, parcel_id) REFERENCES parcel(enterprise_id, id),
  constraint parcel_receipt_pk PRIMARY KEY (enterprise_id, parcel_id, file_id)
);

create table "parcel_track" (
  enterprise_id uuid not null,
  parcel_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  place text not null,
  text text not null,
  source text not null,
  staff_id uuid,
  noted_at timestamp with time zone not null,
  constraint parcel_track_source CHECK ((source = ANY (ARRAY['carrier'::text, 'staff'::text]))),
  constraint parcel_track_staff CHECK (((source = 'staff'::text) = (staff_id IS NOT NULL))),
  constraint parcel_track_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint parcel_track_parcel FOREIGN KEY (enterprise_id, parcel_id) REFERENCES parcel(enterprise_id, id),
  constraint parcel_track_pk PRIMARY KEY (enterprise_id, parcel_id, id)
);

create table "patrol" (
  enterprise_id uuid not null,
  id uuid not null,
  project_id uuid,
  route text not null,
  day date not null,
  note text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint patrol_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint patrol_project FOREIGN KEY (enterprise_id, project_id) REFERENCES project(enterprise_id, id),
  constraint patrol_pk PRIMARY KEY (enterprise_id, id)
);

create table "patrol_finding" (
  enterprise_id uuid not null,
  patrol_id uuid not null,
  id uuid not null,
  position integer not null,
  text text not null,
  severity text not null,
  state text not null,
  file_id uuid,
  equipment_id uuid,
  sku_id uuid,
  goods_num integer,
  cart_user_id uuid,
  order_no text,
  constraint patrol_finding_goods_num CHECK (((goods_num >= 1) AND (goods_num <= 999999))),
  constraint patrol_finding_ordered CHECK (((state <> 'ORDERED'::text) OR (order_no IS NOT NULL))),
  constraint patrol_finding_severity CHECK ((severity = ANY (ARRAY['MINOR'::text, 'MAJOR'::text, 'URGENT'::text]))),
  constraint patrol_finding_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'ORDERED'::text, 'CLOSED'::text]))),
  constraint patrol_finding_wanted CHECK (((sku_id IS NULL) = (goods_num IS NULL))),
  constraint patrol_finding_equipment FOREIGN KEY (enterprise_id, equipment_id) REFERENCES equipment(enterprise_id, id),
  constraint patrol_finding_of FOREIGN KEY (enterprise_id, patrol_id) REFERENCES patrol(enterprise_id, id),
  constraint patrol_finding_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint patrol_finding_pk PRIMARY KEY (enterprise_id, id)
);

create table "payment" (
  enterprise_id uuid not null,
  id uuid not null,
  trade_id uuid,
  method text not null,
  amount_fen bigint not null,
  state text not null,
  paid_by uuid not null,
  paid_at timestamp with time zone,
  purpose text not null default 'trade'::text,
  channel text,
  title text not null default ''::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  value_day date,
  reference text,
  months text not null default ''::text,
  remark_code text,
  invitation jsonb,
  failure text,
  asked_at timestamp with time zone,
  queries smallint not null default 0,
  next_query_at timestamp with time zone,
  scene text not null default 'desk'::text,
  invited_at timestamp with time zone,
  constraint payment_amount CHECK ((amount_fen > 0)),
  constraint payment_channel CHECK ((channel = ANY (ARRAY['wechat'::text, 'alipay'::text, 'card'::text]))),
  constraint payment_method CHECK ((method = ANY (ARRAY['credit'::text, 'wallet'::text, 'online'::text, 'transfer'::text]))),
  constraint payment_of_trade CHECK (((purpose = 'trade'::text) = (trade_id IS NOT NULL))),
  constraint payment_online CHECK (((method <> 'online'::text) OR (channel IS NOT NULL))),
  constraint payment_purpose CHECK ((purpose = ANY (ARRAY['trade'::text, 'topUp'::text, 'repay'::text]))),
  constraint payment_scene CHECK ((scene = ANY (ARRAY['desk'::text, 'phone'::text, 'wechat'::text]))),
  constraint payment_settled CHECK (((state = ANY (ARRAY['SETTLED'::text, 'UNDONE'::text])) = (paid_at IS NOT NULL))),
  constraint payment_state CHECK ((state = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'UNKNOWN'::text, 'SETTLED'::text, 'CLOSED'::text, 'UNDONE'::text]))),
  constraint payment_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint payment_trade FOREIGN KEY (enterprise_id, trade_id) REFERENCES trade(enterprise_id, id),
  constraint payment_pk PRIMARY KEY (enterprise_id, id)
);

create table "payment_allocation" (
  enterprise_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  amount_fen bigint not null,
  refunded_fen bigint not null default 0,
  constraint payment_allocation_amount CHECK ((amount_fen > 0)),
  constraint payment_allocation_refunded CHECK (((refunded_fen >= 0) AND (refunded_fen <= amount_fen))),
  constraint payment_allocation_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint payment_allocation_payment FOREIGN KEY (enterprise_id, payment_id) REFERENCES payment(enterprise_id, id),
  constraint payment_allocation_pk PRIMARY KEY (enterprise_id, order_id)
);

create table "payment_password" (
  enterprise_id uuid not null,
  user_id uuid not null,
  digest bytea not null,
  wrong_in_row integer not null default 0,
  wrong_today integer not null default 0,
  day date,
  locked_until timestamp with time zone,
  updated_at timestamp with time zone not null,
  frozen_until timestamp with time zone,
  constraint payment_password_pk PRIMARY KEY (enterprise_id, user_id)
);

create table "phone_call" (
  enterprise_id uuid not null,
  id uuid not null,
  direction text not null,
  contact_user_id uuid,
  contact_name text,
  at timestamp with time zone not null,
  outcome text not null,
  minutes integer not null,
  note text not null,
  staff_id uuid not null,
  recorded_at timestamp with time zone not null,
  follow_up_id uuid,
  withdrawn_at timestamp with time zone,
  constraint phone_call_contact CHECK (((contact_user_id IS NULL) <> (contact_name IS NULL))),
  constraint phone_call_direction CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
  constraint phone_call_minutes CHECK (((minutes >= 0) AND (minutes <= 600))),
  constraint phone_call_name CHECK (((length(contact_name) >= 1) AND (length(contact_name) <= 30))),
  constraint phone_call_note CHECK (((length(note) >= 1) AND (length(note) <= 1000))),
  constraint phone_call_outcome CHECK ((outcome = ANY (ARRAY['reached'::text, 'noAnswer'::text, 'refused'::text, 'wrongNumber'::text]))),
  constraint phone_call_talked CHECK (((outcome = 'reached'::text) = (minutes > 0))),
  constraint phone_call_time CHECK ((at <= recorded_at)),
  constraint phone_call_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint phone_call_follow_up FOREIGN KEY (enterprise_id, follow_up_id) REFERENCES follow_up(enterprise_id, id),
  constraint phone_call_pk PRIMARY KEY (enterprise_id, id)
);

create table "platform_key" (
  id uuid not null,
  staff_id uuid not null,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  scopes text[] not null,
  addresses jsonb not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  constraint platform_key_revoked CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
  constraint platform_key_scopes CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['goods'::text, 'prices'::text, 'stock'::text, 'journal'::text]))),
  constraint platform_key_revoked_by FOREIGN KEY (revoked_by) REFERENCES staff(id),
  constraint platform_key_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint platform_key_pk PRIMARY KEY (id),
  constraint platform_key_token UNIQUE (token_hash)
);

create table "price_change" (
  enterprise_id uuid not null,
  id uuid not null,
  list_id uuid,
  sku_id uuid not null,
  from_quantity integer not null,
  was_sale_fen bigint,
  was_credit_fen bigint,
  is_sale_fen bigint,
  is_credit_fen bigint,
  staff_id uuid not null,
  file_name text,
  at timestamp with time zone not null,
  constraint price_change_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint price_change_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint price_change_pk PRIMARY KEY (enterprise_id, id)
);

create table "price_list" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  level integer,
  from_day date not null,
  until_day date,
  enabled boolean not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint price_list_days CHECK ((until_day >= from_day)),
  constraint price_list_holder CHECK (((level IS NOT NULL) = (enterprise_id = '00000000-0000-4000-8000-000000000001'::uuid))),
  constraint price_list_level CHECK (((level >= 1) AND (level <= 4))),
  constraint price_list_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint price_list_pk PRIMARY KEY (enterprise_id, id)
);

create table "price_list_item" (
  enterprise_id uuid not null,
  list_id uuid not null,
  sku_id uuid not null,
  from_quantity integer not null,
  sale_price_fen bigint not null,
  credit_price_fen bigint,
  constraint price_list_item_credit_price CHECK ((credit_price_fen >= sale_price_fen)),
  constraint price_list_item_from CHECK (((from_quantity >= 1) AND (from_quantity <= 999999))),
  constraint price_list_item_sale_price CHECK ((sale_price_fen > 0)),
  constraint price_list_item_list FOREIGN KEY (enterprise_id, list_id) REFERENCES price_list(enterprise_id, id),
  constraint price_list_item_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint price_list_item_pk PRIMARY KEY (enterprise_id, list_id, sku_id, from_quantity)
);

create table "project" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  site text not null,
  manager_id uuid,
  budget_fen bigint,
  budget_span text not null,
  open boolean not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint project_budget CHECK ((budget_fen >= 0)),
  constraint project_budget_span CHECK ((budget_span = ANY (ARRAY['month'::text, 'whole'::text]))),
  constraint project_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint project_pk PRIMARY KEY (enterprise_id, id)
);

create table "project_member" (
  enterprise_id uuid not null,
  project_id uuid not null,
  user_id uuid not null,
  constraint project_member_of FOREIGN KEY (enterprise_id, project_id) REFERENCES project(enterprise_id, id),
  constraint project_member_pk PRIMARY KEY (enterprise_id, project_id, user_id)
);

create table "proof_result" (
  run_id uuid not null,
  invariant text not null,
  breaches integer not null,
  duration_ms integer not null,
  examples text not null default '[]'::text,
  at timestamp with time zone not null,
  constraint proof_result_breaches CHECK ((breaches >= 0)),
  constraint proof_result_run FOREIGN KEY (run_id) REFERENCES proof_run(id),
  constraint proof_result_pk PRIMARY KEY (run_id, invariant)
);

create table "proof_run" (
  id uuid not null,
  night date,
  asked_by uuid,
  state text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  breaches integer,
  seal_day date,
  seal_root bytea,
  constraint proof_run_asked CHECK (((night IS NULL) = (asked_by IS NOT NULL))),
  constraint proof_run_done CHECK (((state = 'DONE'::text) = (breaches IS NOT NULL))),
  constraint proof_run_state CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text, 'FAILED'::text]))),
  constraint proof_run_pk PRIMARY KEY (id)
);

create table "provision_line" (
  enterprise_id uuid not null,
  month text not null,
  statement_month text not null,
  due_day date not null,
  late_days integer not null,
  unpaid_fen bigint not null,
  rate integer not null,
  amount_fen bigint not null,
  written_in bigint not null default transaction_number(),
  constraint provision_line_amount CHECK (((amount_fen >= 0) AND (amount_fen <= unpaid_fen))),
  constraint provision_line_late CHECK ((late_days >= 0)),
  constraint provision_line_rate CHECK (((rate >= 0) AND (rate <= 10000))),
  constraint provision_line_unpaid CHECK ((unpaid_fen > 0)),
  constraint provision_line_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint provision_line_run FOREIGN KEY (month) REFERENCES provision_run(month),
  constraint provision_line_statement FOREIGN KEY (enterprise_id, statement_month) REFERENCES statement(enterprise_id, month),
  constraint provision_line_pk PRIMARY KEY (enterprise_id, month, statement_month)
);

create table "provision_run" (
  month text not null,
  id uuid not null,
  bands jsonb not null,
  base_fen bigint not null,
  required_fen bigint not null,
  before_fen bigint not null,
  change_fen bigint not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint provision_run_change CHECK ((change_fen = (required_fen - before_fen))),
  constraint provision_run_month CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint provision_run_required CHECK (((required_fen >= 0) AND (required_fen <= base_fen))),
  constraint provision_run_pk PRIMARY KEY (month),
  constraint provision_run_once UNIQUE (id)
);

create table "punch_out" (
  enterprise_id uuid not null,
  id uuid not null,
  protocol text not null,
  operation text not null,
  user_id uuid not null,
  return_url text not null,
  buyer_cookie text not null,
  seller_domain text not null,
  seller_identity text not null,
  start_path text not null,
  start_hash bytea,
  start_until timestamp with time zone,
  entered_at timestamp with time zone,
  return_hash bytea,
  return_until timestamp with time zone,
  return_fields jsonb,
  returned_at timestamp with time zone,
  line_count integer not null default 0,
  created_at timestamp with time zone not null,
  constraint punch_out_operation CHECK ((operation = ANY (ARRAY['create'::text, 'edit'::text, 'inspect'::text]))),
  constraint punch_out_protocol CHECK ((protocol = ANY (ARRAY['OCI'::text, 'CXML'::text]))),
  constraint punch_out_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint punch_out_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint punch_out_pk PRIMARY KEY (enterprise_id, id)
);

create table "punch_out_order" (
  enterprise_id uuid not null,
  order_id text not null,
  payload_id text not null,
  content_hash bytea not null,
  trade_id uuid not null,
  created_at timestamp with time zone not null,
  seller_domain text,
  seller_identity text,
  order_date text,
  lines jsonb,
  confirmation_id uuid,
  confirmation_hash bytea,
  constraint punch_out_order_confirmation CHECK (((confirmation_id IS NULL) = (confirmation_hash IS NULL))),
  constraint punch_out_order_seller CHECK ((((seller_domain IS NULL) = (seller_identity IS NULL)) AND ((seller_domain IS NULL) = (lines IS NULL)))),
  constraint punch_out_order_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint punch_out_order_trade FOREIGN KEY (enterprise_id, trade_id) REFERENCES trade(enterprise_id, id),
  constraint punch_out_order_pk PRIMARY KEY (enterprise_id, order_id)
);

create table "punch_out_setup" (
  enterprise_id uuid not null,
  protocol text not null,
  active boolean not null,
  user_name text not null,
  from_domain text not null,
  from_identity text not null,
  sender_domain text not null,
  sender_identity text not null,
  secret_hash bytea not null,
  old_secret_hash bytea,
  old_secret_until timestamp with time zone,
  user_id uuid not null,
  return_hosts text[] not null,
  on_credit boolean not null,
  address_id uuid,
  project_id uuid,
  cost_centre text not null,
  vendor_number text not null,
  material_group text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  unit_codes jsonb not null default '[]'::jsonb,
  constraint punch_out_setup_hosts CHECK (((cardinality(return_hosts) >= 1) AND (cardinality(return_hosts) <= 10))),
  constraint punch_out_setup_old_secret CHECK (((old_secret_hash IS NULL) = (old_secret_until IS NULL))),
  constraint punch_out_setup_protocol CHECK ((protocol = ANY (ARRAY['OCI'::text, 'CXML'::text]))),
  constraint punch_out_setup_creator FOREIGN KEY (created_by) REFERENCES app_user(id),
  constraint punch_out_setup_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint punch_out_setup_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint punch_out_setup_pk PRIMARY KEY (enterprise_id)
);

create table "purchase_contract" (
  enterprise_id uuid not null,
  id uuid not null,
  terms_version text not null,
  parties_sealed bytea not null,
  hash bytea not null,
  issued_at timestamp with time zone not null,
  constraint purchase_contract_of FOREIGN KEY (enterprise_id, id) REFERENCES "order"(enterprise_id, id),
  constraint purchase_contract_pk PRIMARY KEY (enterprise_id, id)
);

create table "purchase_order" (
  id uuid not null,
  order_no text not null,
  shop_id uuid not null,
  supplier_id uuid not null,
  state text not null,
  rate_bp integer not null,
  expected_day date,
  note text not null,
  total_fen bigint not null,
  closed_reason text,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  constraint purchase_order_closed CHECK (((closed_reason IS NULL) OR (state = 'RECEIVED'::text))),
  constraint purchase_order_rate CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))),
  constraint purchase_order_state CHECK ((state = ANY (ARRAY['DRAFT'::text, 'ORDERED'::text, 'RECEIVED'::text, 'CANCELLED'::text]))),
  constraint purchase_order_total CHECK ((total_fen > 0)),
  constraint purchase_order_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint purchase_order_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint purchase_order_supplier FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint purchase_order_pk PRIMARY KEY (id),
  constraint purchase_order_number UNIQUE (order_no)
);

create table "purchase_order_line" (
  purchase_order_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null,
  quantity integer not null,
  price_fen bigint not null,
  invoiced integer not null default 0,
  invoiced_fen bigint not null default 0,
  constraint purchase_order_line_invoiced CHECK ((invoiced >= 0)),
  constraint purchase_order_line_invoiced_fen CHECK ((invoiced_fen >= 0)),
  constraint purchase_order_line_no CHECK (((line_no >= 1) AND (line_no <= 200))),
  constraint purchase_order_line_price CHECK ((price_fen > 0)),
  constraint purchase_order_line_quantity CHECK (((quantity >= 1) AND (quantity <= 999999))),
  constraint purchase_order_line_of FOREIGN KEY (purchase_order_id) REFERENCES purchase_order(id),
  constraint purchase_order_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint purchase_order_line_pk PRIMARY KEY (purchase_order_id, line_no),
  constraint purchase_order_line_once UNIQUE (purchase_order_id, sku_id)
);

create table "quotation" (
  enterprise_id uuid not null,
  id uuid not null,
  quotation_no text not null,
  state text not null,
  user_id uuid not null,
  title text not null,
  remark text not null,
  address_id uuid,
  ship_to text not null,
  wanted_day date,
  first_goods text not null,
  words text not null,
  line_count integer not null,
  version integer not null,
  valid_until date,
  reminded_version integer not null default 0,
  reason text not null default ''::text,
  messages integer not null default 0,
  row_version integer not null default 0,
  waits_since timestamp with time zone not null,
  state_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unanswered_since timestamp with time zone,
  staff_read_no integer not null default 0,
  buyer_read_no integer not null default 0,
  constraint quotation_lines CHECK (((line_count >= 1) AND (line_count <= 200))),
  constraint quotation_offered CHECK (((version = 0) = (valid_until IS NULL))),
  constraint quotation_state CHECK ((state = ANY (ARRAY['REQUESTED'::text, 'QUOTED'::text, 'ACCEPTED'::text, 'EXPIRED'::text, 'WITHDRAWN'::text, 'REFUSED'::text, 'DECLINED'::text]))),
  constraint quotation_version CHECK ((version >= 0)),
  constraint quotation_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint quotation_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint quotation_pk PRIMARY KEY (enterprise_id, id),
  constraint quotation_number UNIQUE (enterprise_id, quotation_no)
);

create table "quotation_drawing" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  drawing_no integer not null,
  line_no integer,
  file_id uuid not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  version integer not null,
  user_id uuid not null,
  at timestamp with time zone not null,
  constraint quotation_drawing_bytes CHECK ((bytes > 0)),
  constraint quotation_drawing_number CHECK (((drawing_no >= 1) AND (drawing_no <= 10))),
  constraint quotation_drawing_type CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'application/pdf'::text]))),
  constraint quotation_drawing_version CHECK ((version >= 0)),
  constraint quotation_drawing_file FOREIGN KEY (enterprise_id, file_id) REFERENCES file(enterprise_id, id),
  constraint quotation_drawing_line FOREIGN KEY (enterprise_id, quotation_id, line_no) REFERENCES quotation_line(enterprise_id, quotation_id, line_no),
  constraint quotation_drawing_of FOREIGN KEY (enterprise_id, quotation_id) REFERENCES quotation(enterprise_id, id),
  constraint quotation_drawing_pk PRIMARY KEY (enterprise_id, quotation_id, drawing_no),
  constraint quotation_drawing_once UNIQUE (enterprise_id, quotation_id, file_id)
);

create table "quotation_line" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  line_no integer not null,
  sku_id uuid,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  quantity integer not null,
  wished_fen bigint,
  note text not null,
  constraint quotation_line_number CHECK (((line_no >= 1) AND (line_no <= 200))),
  constraint quotation_line_quantity CHECK ((quantity > 0)),
  constraint quotation_line_wished CHECK ((wished_fen > 0)),
  constraint quotation_line_of FOREIGN KEY (enterprise_id, quotation_id) REFERENCES quotation(enterprise_id, id),
  constraint quotation_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint quotation_line_pk PRIMARY KEY (enterprise_id, quotation_id, line_no)
);

create table "quotation_message" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  message_no integer not null,
  sender text not null,
  sender_id uuid not null,
  text text not null,
  at timestamp with time zone not null,
  constraint quotation_message_number CHECK ((message_no > 0)),
  constraint quotation_message_sender CHECK ((sender = ANY (ARRAY['buyer'::text, 'staff'::text]))),
  constraint quotation_message_of FOREIGN KEY (enterprise_id, quotation_id) REFERENCES quotation(enterprise_id, id),
  constraint quotation_message_pk PRIMARY KEY (enterprise_id, quotation_id, message_no)
);

create table "quotation_offer" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  version integer not null,
  valid_until date not null,
  note text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  constraint quotation_offer_version CHECK ((version > 0)),
  constraint quotation_offer_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint quotation_offer_of FOREIGN KEY (enterprise_id, quotation_id) REFERENCES quotation(enterprise_id, id),
  constraint quotation_offer_pk PRIMARY KEY (enterprise_id, quotation_id, version)
);

create table "quotation_offer_line" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  version integer not null,
  line_no integer not null,
  outcome text not null,
  sku_id uuid,
  name text not null,
  spec text not null,
  unit text not null,
  sku_code text not null,
  sale_fen bigint,
  credit_fen bigint,
  lead_days integer,
  note text not null,
  valid_until date,
  constraint quotation_offer_line_credit CHECK ((credit_fen >= sale_fen)),
  constraint quotation_offer_line_ends CHECK (((valid_until IS NULL) OR (outcome = 'OFFERED'::text))),
  constraint quotation_offer_line_lead CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint quotation_offer_line_outcome CHECK ((outcome = ANY (ARRAY['OFFERED'::text, 'NOT_OFFERED'::text]))),
  constraint quotation_offer_line_priced CHECK (((outcome = 'OFFERED'::text) = ((sku_id IS NOT NULL) AND (sale_fen IS NOT NULL)))),
  constraint quotation_offer_line_sale CHECK ((sale_fen > 0)),
  constraint quotation_offer_line_asked FOREIGN KEY (enterprise_id, quotation_id, line_no) REFERENCES quotation_line(enterprise_id, quotation_id, line_no),
  constraint quotation_offer_line_of FOREIGN KEY (enterprise_id, quotation_id, version) REFERENCES quotation_offer(enterprise_id, quotation_id, version),
  constraint quotation_offer_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint quotation_offer_line_pk PRIMARY KEY (enterprise_id, quotation_id, version, line_no)
);

create table "quotation_order" (
  enterprise_id uuid not null,
  quotation_id uuid not null,
  line_no integer not null,
  order_id uuid not null,
  version integer not null,
  constraint quotation_order_line FOREIGN KEY (enterprise_id, quotation_id, version, line_no) REFERENCES quotation_offer_line(enterprise_id, quotation_id, version, line_no),
  constraint quotation_order_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint quotation_order_pk PRIMARY KEY (enterprise_id, quotation_id, line_no, order_id)
);

create table "rate_counter" (
  name text not null,
  subject bytea not null,
  source text not null,
  used integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_counter_used CHECK ((used >= 0)),
  constraint rate_counter_pk PRIMARY KEY (name, subject, source)
);

create table "rate_pool" (
  subject bytea not null,
  minute timestamp with time zone not null,
  taken integer not null,
  constraint rate_pool_taken CHECK ((taken >= 0)),
  constraint rate_pool_pk PRIMARY KEY (subject, minute)
);

create table "receipt_import" (
  id uuid not null,
  file_hash bytea not null,
  file_name text not null,
  added integer not null,
  refused integer not null,
  units integer not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  constraint receipt_import_pk PRIMARY KEY (id),
  constraint receipt_import_file UNIQUE (file_hash)
);

create table "recon_difference" (
  id uuid not null,
  day date not null,
  channel text not null,
  kind text not null,
  reference text not null,
  out_no text not null,
  bill_fen bigint,
  ours_fen bigint,
  books_fen bigint,
  told text not null,
  state text not null,
  cause text,
  note text,
  decided_by uuid,
  decided_at timestamp with time zone,
  found_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  constraint recon_difference_channel CHECK ((channel = ANY (ARRAY['wechat'::text, 'alipay'::text, 'card'::text]))),
  constraint recon_difference_kind CHECK ((kind = ANY (ARRAY['pay'::text, 'refund'::text]))),
  constraint recon_difference_said CHECK (((state <> ALL (ARRAY['EXPLAINED'::text, 'CLOSED'::text])) OR ((cause IS NOT NULL) AND (decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint recon_difference_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'EXPLAINED'::text, 'CLOSED'::text, 'GONE'::text]))),
  constraint recon_difference_day FOREIGN KEY (day) REFERENCES recon_run(day),
  constraint recon_difference_pk PRIMARY KEY (id),
  constraint recon_difference_once UNIQUE (day, channel, kind, reference, out_no)
);

create table "recon_run" (
  day date not null,
  ran_at timestamp with time zone,
  unavailable text not null default ''::text,
  runs smallint not null default 0,
  held_until timestamp with time zone,
  constraint recon_run_pk PRIMARY KEY (day)
);

create table "refund" (
  enterprise_id uuid not null,
  id uuid not null,
  refund_no text not null,
  payment_id uuid not null,
  order_id uuid,
  seq integer not null,
  amount_fen bigint not null,
  way text not null,
  source text not null,
  state text not null,
  title text not null,
  reason text not null,
  tries smallint not null default 0,
  next_try_at timestamp with time zone,
  failure text,
  reference text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  after_sale_id uuid,
  written_in bigint not null default transaction_number(),
  constraint refund_amount CHECK ((amount_fen > 0)),
  constraint refund_late CHECK (((source = 'suspense'::text) = (order_id IS NULL))),
  constraint refund_settled CHECK (((state = 'SETTLED'::text) = (settled_at IS NOT NULL))),
  constraint refund_source CHECK ((source = ANY (ARRAY['commitment'::text, 'sales'::text, 'suspense'::text]))),
  constraint refund_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'SENT'::text, 'UNKNOWN'::text, 'SETTLED'::text, 'FAILED'::text]))),
  constraint refund_way CHECK ((way = ANY (ARRAY['credit'::text, 'wallet'::text, 'gateway'::text]))),
  constraint refund_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint refund_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint refund_payment FOREIGN KEY (enterprise_id, payment_id) REFERENCES payment(enterprise_id, id),
  constraint refund_pk PRIMARY KEY (enterprise_id, id),
  constraint refund_number UNIQUE (enterprise_id, refund_no)
);

create table "repayment" (
  enterprise_id uuid not null,
  id uuid not null,
  source text not null,
  amount_fen bigint not null,
  interest_fen bigint not null,
  surplus_fen bigint not null,
  value_day date not null,
  user_id uuid,
  automatic boolean not null,
  bounced_at timestamp with time zone,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  undone_at timestamp with time zone,
  constraint repayment_amount CHECK ((amount_fen > 0)),
  constraint repayment_interest CHECK ((interest_fen >= 0)),
  constraint repayment_source CHECK ((source = ANY (ARRAY['wallet'::text, 'bank'::text, 'gateway'::text, 'acceptance'::text, 'suspense'::text]))),
  constraint repayment_surplus CHECK ((surplus_fen >= 0)),
  constraint repayment_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint repayment_pk PRIMARY KEY (enterprise_id, id)
);

create table "repayment_terms" (
  enterprise_id uuid not null,
  daily_rate smallint,
  auto_repay boolean not null,
  changed_at timestamp with time zone not null,
  constraint repayment_terms_rate CHECK (((daily_rate >= 0) AND (daily_rate <= 10))),
  constraint repayment_terms_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint repayment_terms_pk PRIMARY KEY (enterprise_id)
);

create table "revenue_line" (
  enterprise_id uuid not null,
  source_id uuid not null,
  line_no smallint not null,
  day date not null,
  kind text not null,
  order_id uuid,
  shop_id uuid,
  project_id uuid,
  tax_code text,
  rate_bp integer,
  held_fen bigint not null,
  held_tax_fen bigint not null,
  earned_fen bigint not null,
  earned_tax_fen bigint not null,
  part_no smallint not null default 0,
  written_in bigint not null default transaction_number(),
  constraint revenue_line_rate CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))),
  constraint revenue_line_recognised CHECK (((kind <> 'recognise'::text) OR ((earned_fen > 0) AND (held_fen = (- earned_fen)) AND (order_id IS NOT NULL)))),
  constraint revenue_line_signs CHECK (((((held_fen)::numeric * (held_tax_fen)::numeric) >= (0)::numeric) AND (((earned_fen)::numeric * (earned_tax_fen)::numeric) >= (0)::numeric))),
  constraint revenue_line_tax CHECK (((abs(held_tax_fen) <= abs(held_fen)) AND (abs(earned_tax_fen) <= abs(earned_fen)))),
  constraint revenue_line_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint revenue_line_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint revenue_line_pk PRIMARY KEY (enterprise_id, source_id, line_no, part_no)
);

create table "row_edit" (
  kind text not null,
  row_key text not null,
  version integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  what text not null,
  constraint row_edit_version CHECK ((version > 0)),
  constraint row_edit_changed_by FOREIGN KEY (changed_by) REFERENCES staff(id),
  constraint row_edit_pk PRIMARY KEY (kind, row_key)
);

create table "sales_company_total" (
  span text not null,
  day date not null,
  key uuid not null,
  orders integer not null,
  units bigint not null,
  sold_fen bigint not null,
  back_units bigint not null,
  back_fen bigint not null,
  constraint sales_company_total_span CHECK ((span = ANY (ARRAY['day'::text, 'month'::text, 'running'::text]))),
  constraint sales_company_total_pk PRIMARY KEY (span, day, key)
);

create table "sales_day" (
  day date not null,
  made_at timestamp with time zone not null,
  closed boolean not null,
  drawn_fen bigint not null,
  owed_fen bigint not null,
  totals_version smallint not null default 1,
  running boolean not null default false,
  constraint sales_day_pk PRIMARY KEY (day)
);

create table "sales_span" (
  dimension text not null,
  key uuid not null,
  shop_id uuid not null,
  first_day date not null,
  last_day date not null,
  constraint sales_span_dimension CHECK ((dimension = ANY (ARRAY['sku'::text, 'enterprise'::text]))),
  constraint sales_span_order CHECK ((first_day <= last_day)),
  constraint sales_span_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint sales_span_pk PRIMARY KEY (dimension, key, shop_id)
);

create table "sales_target" (
  staff_id uuid not null,
  month text not null,
  sales_fen bigint not null,
  new_companies integer not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint sales_target_companies CHECK ((new_companies >= 0)),
  constraint sales_target_month CHECK ((month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'::text)),
  constraint sales_target_sales CHECK ((sales_fen >= 0)),
  constraint sales_target_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint sales_target_pk PRIMARY KEY (month, staff_id)
);

create table "sales_total" (
  dimension text not null,
  span text not null,
  day date not null,
  key text not null,
  shop_id uuid not null,
  orders integer not null,
  units bigint not null,
  sold_fen bigint not null,
  back_units bigint not null,
  back_fen bigint not null,
  discount_fen bigint not null default 0,
  back_discount_fen bigint not null default 0,
  claimed integer not null default 0,
  constraint sales_total_back CHECK ((back_fen >= 0)),
  constraint sales_total_back_discount CHECK ((back_discount_fen >= 0)),
  constraint sales_total_claimed CHECK (((claimed >= 0) AND ((claimed = 0) OR (dimension = 'coupon'::text)))),
  constraint sales_total_dimension CHECK ((dimension = ANY (ARRAY['all'::text, 'sku'::text, 'enterprise'::text, 'province'::text, 'payment'::text, 'coupon'::text, 'submitted'::text]))),
  constraint sales_total_discount CHECK ((discount_fen >= 0)),
  constraint sales_total_of_all CHECK (((dimension = 'all'::text) = (key = ''::text))),
  constraint sales_total_of_month CHECK (((span <> 'month'::text) OR (EXTRACT(day FROM day) = (1)::numeric))),
  constraint sales_total_orders CHECK ((orders >= 0)),
  constraint sales_total_sold CHECK ((sold_fen >= 0)),
  constraint sales_total_span CHECK ((span = ANY (ARRAY['day'::text, 'month'::text, 'running'::text]))),
  constraint sales_total_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint sales_total_pk PRIMARY KEY (dimension, span, day, key, shop_id)
);

create table "seal_key" (
  id text not null,
  key_check bytea not null,
  since timestamp with time zone not null,
  constraint seal_key_pk PRIMARY KEY (id)
);

create table "search_lexeme" (
  word text not null,
  constraint search_lexeme_pk PRIMARY KEY (word)
);

create table "search_word" (
  id uuid not null,
  kind text not null,
  target text not null,
  position integer not null,
  shown boolean not null,
  created_at timestamp with time zone not null,
  constraint search_word_kind CHECK ((kind = ANY (ARRAY['synonyms'::text, 'hot'::text, 'redirect'::text]))),
  constraint search_word_target CHECK ((((kind = 'redirect'::text) = (target <> ''::text)) AND (char_length(target) <= 300))),
  constraint search_word_pk PRIMARY KEY (id)
);

create table "search_word_term" (
  kind text not null,
  term text not null,
  typed text not null,
  place integer not null,
  search_word_id uuid not null,
  constraint search_word_term_typed CHECK (((char_length(typed) >= 1) AND (char_length(typed) <= 20))),
  constraint search_word_term_word FOREIGN KEY (search_word_id) REFERENCES search_word(id),
  constraint search_word_term_pk PRIMARY KEY (kind, term)
);

create table "sensitive_change" (
  id uuid not null,
  kind text not null,
  subject_id text not null,
  subject text not null,
  changes jsonb not null,
  payload jsonb not null,
  reason text,
  state text not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  takes_effect_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint sensitive_change_decided CHECK (((state = 'PENDING'::text) = (decided_at IS NULL))),
  constraint sensitive_change_in_time CHECK (((state <> 'APPLIED'::text) OR (decided_by IS NOT NULL) OR (decided_at >= takes_effect_at))),
  constraint sensitive_change_state CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPLIED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))),
  constraint sensitive_change_two_people CHECK (((state <> 'APPLIED'::text) OR (decided_by IS NULL) OR (decided_by <> asked_by))),
  constraint sensitive_change_asker FOREIGN KEY (asked_by) REFERENCES staff(id),
  constraint sensitive_change_decider FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint sensitive_change_pk PRIMARY KEY (id)
);

create table "session" (
  user_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  enterprise_id uuid not null,
  account_type smallint not null,
  perm_code text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ip text,
  user_agent text,
  ended_at timestamp with time zone,
  end_reason text,
  punch_out_id uuid,
  parent_name text,
  constraint session_account_type CHECK ((account_type = ANY (ARRAY[1, 2]))),
  constraint session_sub_has_list CHECK (((account_type = 1) OR (perm_code IS NOT NULL))),
  constraint session_pk PRIMARY KEY (user_id, token_hash)
);

create table "setting" (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  updated_by uuid,
  changes jsonb,
  constraint setting_daily_rate CHECK (((name <> 'credit'::text) OR ((((value ->> 'dailyRateBp'::text))::integer >= 0) AND (((value ->> 'dailyRateBp'::text))::integer <= 10)))),
  constraint setting_version CHECK ((version > 0)),
  constraint setting_updated_by FOREIGN KEY (updated_by) REFERENCES staff(id),
  constraint setting_pk PRIMARY KEY (name)
);

create table "setting_version" (
  name text not null,
  no integer not null,
  changes jsonb,
  saved_at timestamp with time zone not null,
  saved_by uuid,
  constraint setting_version_saver FOREIGN KEY (saved_by) REFERENCES staff(id),
  constraint setting_version_setting FOREIGN KEY (name) REFERENCES setting(name) DEFERRABLE INITIALLY DEFERRED,
  constraint setting_version_pk PRIMARY KEY (name, no)
);

create table "shop" (
  id uuid not null,
  name text not null,
  city text not null,
  notice text not null default ''::text,
  contact_name text not null default ''::text,
  contact_phone text not null default ''::text,
  return_address text not null default ''::text,
  state text not null default 'open'::text,
  tax_party_name text,
  tax_party_code text,
  logo_picture_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint shop_city_length CHECK (((char_length(city) >= 1) AND (char_length(city) <= 30))),
  constraint shop_contact_name CHECK ((char_length(contact_name) <= 30)),
  constraint shop_contact_phone CHECK ((char_length(contact_phone) <= 30)),
  constraint shop_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint shop_notice CHECK ((char_length(notice) <= 500)),
  constraint shop_return_address CHECK ((char_length(return_address) <= 200)),
  constraint shop_state CHECK ((state = ANY (ARRAY['open'::text, 'paused'::text]))),
  constraint shop_tax_party CHECK (((tax_party_name IS NULL) = (tax_party_code IS NULL))),
  constraint shop_tax_party_code CHECK ((tax_party_code ~ '^[0-9A-Z]{18}$'::text)),
  constraint shop_tax_party_name CHECK (((char_length(tax_party_name) >= 1) AND (char_length(tax_party_name) <= 100))),
  constraint shop_pk PRIMARY KEY (id),
  constraint shop_name UNIQUE (name)
);

create table "shop_licence" (
  id uuid not null,
  shop_id uuid not null,
  kind_id uuid not null,
  sealed bytea not null,
  number_masked text not null,
  valid_until date not null,
  media_type text not null,
  stored_hash bytea not null,
  sealed_key bytea not null,
  staff_id uuid not null,
  entered_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint shop_licence_kind FOREIGN KEY (kind_id) REFERENCES licence_kind(id),
  constraint shop_licence_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint shop_licence_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint shop_licence_pk PRIMARY KEY (id)
);

create table "shopping_list" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint shopping_list_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint shopping_list_pk PRIMARY KEY (enterprise_id, id),
  constraint shopping_list_name UNIQUE (enterprise_id, name)
);

create table "shopping_list_line" (
  enterprise_id uuid not null,
  list_id uuid not null,
  sku_id uuid not null,
  goods_num integer not null,
  note text not null,
  position integer not null,
  constraint shopping_list_line_goods_num CHECK (((goods_num >= 1) AND (goods_num <= 999999))),
  constraint shopping_list_line_list FOREIGN KEY (enterprise_id, list_id) REFERENCES shopping_list(enterprise_id, id) ON DELETE CASCADE,
  constraint shopping_list_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint shopping_list_line_pk PRIMARY KEY (enterprise_id, list_id, sku_id)
);

create table "signing" (
  enterprise_id uuid not null,
  id uuid not null,
  kind text not null,
  subject text not null,
  document_no text not null,
  title text not null,
  version integer not null,
  content_hash bytea not null,
  state text not null,
  task_id text not null default ''::text,
  reason text not null default ''::text,
  user_id uuid,
  staff_id uuid,
  created_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  buyer_signed_at timestamp with time zone,
  seller_signed_at timestamp with time zone,
  next_query_at timestamp with time zone,
  tries integer not null default 0,
  claimed_until timestamp with time zone,
  parties_sealed bytea,
  terms_version text,
  file_id uuid,
  file_hash bytea,
  stored_hash bytea,
  sealed_key bytea,
  constraint signing_contract CHECK ((num_nonnulls(parties_sealed, terms_version) =
CASE kind
    WHEN 'PURCHASE'::text THEN 2
    ELSE 0
END)),
  constraint signing_file CHECK ((num_nulls(file_id, file_hash, stored_hash, sealed_key) = ANY (ARRAY[0, 4]))),
  constraint signing_hash CHECK ((length(content_hash) = 32)),
  constraint signing_kind CHECK ((kind = ANY (ARRAY['PURCHASE'::text, 'CREDIT'::text, 'CONFIRMATION'::text]))),
  constraint signing_signed CHECK (((state <> 'SIGNED'::text) OR ((file_hash IS NOT NULL) AND (buyer_signed_at IS NOT NULL) AND (seller_signed_at IS NOT NULL)))),
  constraint signing_starter CHECK ((num_nonnulls(user_id, staff_id) = 1)),
  constraint signing_state CHECK ((state = ANY (ARRAY['DRAFT'::text, 'WAIT_BUYER'::text, 'WAIT_SELLER'::text, 'SIGNED'::text, 'REFUSED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'VOID'::text]))),
  constraint signing_version CHECK ((version >= 1)),
  constraint signing_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint signing_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint signing_user FOREIGN KEY (user_id) REFERENCES app_user(id),
  constraint signing_pk PRIMARY KEY (enterprise_id, id)
);

create table "sku" (
  id uuid not null,
  goods_id uuid not null,
  code text not null,
  props json not null,
  sale_price_fen bigint not null,
  credit_price_fen bigint,
  minimum integer not null,
  step integer not null,
  weight_grams integer not null,
  on_shelf boolean not null,
  position integer not null,
  barcode text not null default ''::text,
  manufacturer_no text not null default ''::text,
  cost_fen bigint,
  packing text not null default ''::text,
  volume_cm3 integer not null default 0,
  low_stock integer,
  replaced_by uuid,
  archived boolean not null default false,
  row_version integer not null default 0,
  code_key text not null generated always as lower(code) stored,
  bin text not null default ''::text,
  constraint sku_archived_off_shelf CHECK ((NOT (archived AND on_shelf))),
  constraint sku_bin CHECK ((length(bin) <= 20)),
  constraint sku_cost CHECK ((cost_fen >= 0)),
  constraint sku_credit_not_below_sale CHECK ((credit_price_fen >= sale_price_fen)),
  constraint sku_credit_price CHECK ((credit_price_fen >= 0)),
  constraint sku_low_stock CHECK ((low_stock >= 0)),
  constraint sku_minimum CHECK (((minimum >= 1) AND (minimum <= 999999))),
  constraint sku_sale_price CHECK ((sale_price_fen >= 0)),
  constraint sku_step CHECK (((step >= 1) AND (step <= 999999))),
  constraint sku_volume CHECK ((volume_cm3 >= 0)),
  constraint sku_weight CHECK ((weight_grams >= 0)),
  constraint sku_goods FOREIGN KEY (goods_id) REFERENCES goods(id),
  constraint sku_replaced_by FOREIGN KEY (replaced_by) REFERENCES sku(id),
  constraint sku_pk PRIMARY KEY (id),
  constraint sku_code UNIQUE (code_key) DEFERRABLE
);

create table "sku_cost" (
  sku_id uuid not null,
  no integer not null,
  receipt_id uuid,
  at timestamp with time zone not null,
  units integer not null,
  hundred_fen bigint not null,
  in_house integer not null,
  before_fen bigint,
  after_fen bigint,
  stock_receipt_id uuid,
  constraint sku_cost_in_house CHECK ((in_house >= 0)),
  constraint sku_cost_no CHECK ((no > 0)),
  constraint sku_cost_of CHECK ((num_nonnulls(receipt_id, stock_receipt_id) = 1)),
  constraint sku_cost_price CHECK ((hundred_fen > 0)),
  constraint sku_cost_units CHECK ((units <> 0)),
  constraint sku_cost_receipt FOREIGN KEY (receipt_id) REFERENCES goods_receipt(id),
  constraint sku_cost_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint sku_cost_stock_receipt FOREIGN KEY (stock_receipt_id) REFERENCES stock_receipt(id),
  constraint sku_cost_pk PRIMARY KEY (sku_id, no),
  constraint sku_cost_once UNIQUE (receipt_id, sku_id),
  constraint sku_cost_once_of_stock_receipt UNIQUE (stock_receipt_id, sku_id)
);

create table "sku_cross_reference" (
  sku_id uuid not null,
  position integer not null,
  brand text not null,
  part_number text not null,
  brand_key text not null,
  number_key text not null,
  fit text not null,
  note text not null,
  source text not null,
  confirmed_by text not null,
  constraint sku_cross_reference_fit CHECK ((fit = ANY (ARRAY['full'::text, 'size'::text, 'ask'::text]))),
  constraint sku_cross_reference_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint sku_cross_reference_pk PRIMARY KEY (sku_id, "position")
);

create table "sku_stock" (
  sku_id uuid not null,
  available integer not null,
  reserved integer not null,
  sold bigint not null,
  ordered boolean not null default false,
  restock_days date[] not null default '{}'::date[],
  batched boolean not null default false,
  elsewhere jsonb not null default '{}'::jsonb,
  constraint sku_stock_available CHECK ((available >= 0)),
  constraint sku_stock_reserved CHECK ((reserved >= 0)),
  constraint sku_stock_sold CHECK ((sold >= 0)),
  constraint sku_stock_pk PRIMARY KEY (sku_id)
);

create table "sku_tier" (
  sku_id uuid not null,
  from_quantity integer not null,
  sale_price_fen bigint not null,
  credit_price_fen bigint,
  constraint sku_tier_credit_price CHECK ((credit_price_fen >= sale_price_fen)),
  constraint sku_tier_from CHECK (((from_quantity >= 2) AND (from_quantity <= 999999))),
  constraint sku_tier_sale_price CHECK ((sale_price_fen > 0)),
  constraint sku_tier_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint sku_tier_pk PRIMARY KEY (sku_id, from_quantity)
);

create table "sms_code" (
  mobile_hmac bytea not null,
  purpose text not null,
  code_hmac bytea not null,
  tries integer not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  asker text not null,
  constraint sms_code_pk PRIMARY KEY (mobile_hmac, purpose, asker)
);

create table "sms_outbox" (
  id uuid not null,
  mobile_masked text not null,
  sealed bytea not null,
  at timestamp with time zone not null,
  constraint sms_outbox_pk PRIMARY KEY (id)
);

create table "sms_sent" (
  mobile_hmac bytea not null,
  id uuid not null,
  ip text not null,
  at timestamp with time zone not null,
  own boolean not null default false,
  constraint sms_sent_pk PRIMARY KEY (mobile_hmac, id)
);

create table "staff" (
  id uuid not null,
  email text not null,
  name text not null,
  roles text not null,
  password_hash text not null,
  status smallint not null,
  created_at timestamp with time zone not null,
  totp_sealed bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step bigint,
  initial_until timestamp with time zone,
  custom_codes text not null default ''::text,
  own_enterprises_only boolean not null default false,
  constraint staff_status CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint staff_pk PRIMARY KEY (id),
  constraint staff_email UNIQUE (email)
);

create table "staff_custom_role" (
  staff_id uuid not null,
  role_id uuid not null,
  constraint staff_custom_role_role FOREIGN KEY (role_id) REFERENCES custom_role(id),
  constraint staff_custom_role_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_custom_role_pk PRIMARY KEY (staff_id, role_id)
);

create table "staff_intervention" (
  id uuid not null,
  staff_id uuid not null,
  by_id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  constraint staff_intervention_another CHECK ((staff_id <> by_id)),
  constraint staff_intervention_kind CHECK ((kind = ANY (ARRAY['created'::text, 'roles'::text, 'enabled'::text, 'password'::text, 'secondFactor'::text]))),
  constraint staff_intervention_by FOREIGN KEY (by_id) REFERENCES staff(id),
  constraint staff_intervention_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_intervention_pk PRIMARY KEY (id)
);

create table "staff_list_columns" (
  staff_id uuid not null,
  list text not null,
  hidden text[] not null,
  constraint staff_list_columns_hidden CHECK ((cardinality(hidden) > 0)),
  constraint staff_list_columns_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_list_columns_pk PRIMARY KEY (staff_id, list)
);

create table "staff_notice" (
  id uuid not null,
  staff_id uuid not null,
  title text not null,
  content text not null,
  screen text not null,
  once text,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  kind text not null default 'work'::text,
  forwarded_at timestamp with time zone,
  constraint staff_notice_kind CHECK ((kind = ANY (ARRAY['digest'::text, 'stock'::text, 'work'::text, 'quotation'::text, 'security'::text]))),
  constraint staff_notice_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_notice_pk PRIMARY KEY (id)
);

create table "staff_notice_choice" (
  staff_id uuid not null,
  kind text not null,
  wanted boolean not null,
  by_mail boolean not null,
  constraint staff_notice_choice_kind CHECK ((kind = ANY (ARRAY['digest'::text, 'stock'::text, 'work'::text, 'quotation'::text, 'security'::text]))),
  constraint staff_notice_choice_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_notice_choice_pk PRIMARY KEY (staff_id, kind)
);

create table "staff_recovery_code" (
  staff_id uuid not null,
  code_hmac bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint staff_recovery_code_of FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_recovery_code_pk PRIMARY KEY (staff_id, code_hmac)
);

create table "staff_saved_view" (
  id uuid not null,
  staff_id uuid not null,
  list text not null,
  name text not null,
  search jsonb not null,
  position integer not null,
  constraint staff_saved_view_name CHECK ((name <> ''::text)),
  constraint staff_saved_view_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_saved_view_pk PRIMARY KEY (id)
);

create table "staff_session" (
  token_hash bytea not null,
  staff_id uuid not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ip text,
  user_agent text,
  ended_at timestamp with time zone,
  constraint staff_session_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_session_pk PRIMARY KEY (token_hash)
);

create table "staff_shop" (
  staff_id uuid not null,
  shop_id uuid not null,
  constraint staff_shop_shop FOREIGN KEY (shop_id) REFERENCES shop(id),
  constraint staff_shop_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_shop_pk PRIMARY KEY (staff_id, shop_id)
);

create table "statement" (
  enterprise_id uuid not null,
  month text not null,
  id uuid not null,
  state text not null,
  total_fen bigint not null,
  settled_fen bigint not null,
  due_day date not null,
  interest_day date not null,
  closed_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  confirmed_by uuid,
  paid_at timestamp with time zone,
  hash bytea not null,
  opening_day date,
  wallet_fen bigint not null default 0,
  written_in bigint not null default transaction_number(),
  on_time_day date,
  exact_from_day date,
  exact_interest bigint not null default 0,
  interest_rates jsonb not null default '[]'::jsonb,
  seal_form smallint not null default 1,
  constraint statement_exact_interest CHECK ((exact_interest >= 0)),
  constraint statement_interest_rates CHECK ((jsonb_typeof(interest_rates) = 'array'::text)),
  constraint statement_month CHECK ((month ~ '^\d{4}-\d{2}$'::text)),
  constraint statement_on_time CHECK ((on_time_day >= due_day)),
  constraint statement_settled CHECK (((settled_fen >= (- wallet_fen)) AND (settled_fen <= total_fen))),
  constraint statement_state CHECK ((state = ANY (ARRAY['CLOSED'::text, 'OVERDUE'::text, 'PAID'::text, 'WRITTEN_OFF'::text]))),
  constraint statement_total CHECK ((total_fen >= 0)),
  constraint statement_wallet CHECK ((wallet_fen >= 0)),
  constraint statement_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint statement_pk PRIMARY KEY (enterprise_id, month)
);

create table "statement_entry" (
  enterprise_id uuid not null,
  id uuid not null,
  month text not null,
  kind text not null,
  amount_fen bigint not null,
  wallet_fen bigint not null default 0,
  draw_id uuid,
  document uuid not null,
  value_day date not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint statement_entry_draw CHECK (((kind = ANY (ARRAY['refund'::text, 'offset'::text, 'adjust'::text])) = (draw_id IS NOT NULL))),
  constraint statement_entry_kind CHECK ((kind = ANY (ARRAY['refund'::text, 'repay'::text, 'offset'::text, 'adjust'::text, 'writeOff'::text, 'bounce'::text, 'undo'::text, 'redate'::text, 'cover'::text]))),
  constraint statement_entry_sign CHECK (
CASE
    WHEN (kind = ANY (ARRAY['bounce'::text, 'undo'::text])) THEN (amount_fen < 0)
    WHEN (kind = ANY (ARRAY['redate'::text, 'cover'::text])) THEN ((amount_fen <> 0) AND (wallet_fen = 0))
    ELSE ((amount_fen >= 0) AND ((amount_fen + wallet_fen) > 0))
END),
  constraint statement_entry_wallet CHECK ((wallet_fen >= 0)),
  constraint statement_entry_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint statement_entry_pk PRIMARY KEY (enterprise_id, id)
);

create table "statement_interest" (
  enterprise_id uuid not null,
  month text not null,
  day date not null,
  principal_fen bigint not null,
  rate smallint not null,
  amount_fen bigint not null,
  reversed_fen bigint not null default 0,
  written_in bigint not null default transaction_number(),
  recharged_fen bigint not null default 0,
  constraint statement_interest_amount CHECK ((amount_fen >= 0)),
  constraint statement_interest_principal CHECK ((principal_fen > 0)),
  constraint statement_interest_rate CHECK (((rate >= 0) AND (rate <= 1000))),
  constraint statement_interest_recharged CHECK ((recharged_fen >= 0)),
  constraint statement_interest_reversed CHECK (((reversed_fen >= 0) AND (reversed_fen <= (amount_fen + recharged_fen)))),
  constraint statement_interest_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint statement_interest_pk PRIMARY KEY (enterprise_id, month, day)
);

create table "statement_line" (
  enterprise_id uuid not null,
  month text not null,
  id uuid not null,
  amount_fen bigint not null,
  dispute text,
  dispute_reason text,
  disputed_by uuid,
  disputed_at timestamp with time zone,
  disputed_day date,
  deferred_day date,
  opinion text,
  decided_by uuid,
  decided_at timestamp with time zone,
  written_in bigint not null default transaction_number(),
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  disputed_fen bigint,
  granted_fen bigint,
  disputed_units jsonb,
  dispute_pictures jsonb,
  constraint statement_line_amount CHECK ((amount_fen > 0)),
  constraint statement_line_dispute CHECK ((dispute = ANY (ARRAY['OPEN'::text, 'FOR_BUYER'::text, 'PARTLY_FOR_BUYER'::text, 'AGAINST_BUYER'::text, 'WITHDRAWN'::text]))),
  constraint statement_line_dispute_pictures CHECK (((dispute_pictures IS NULL) OR (dispute IS NOT NULL))),
  constraint statement_line_disputed_part CHECK (((disputed_fen IS NULL) OR (((disputed_fen >= 1) AND (disputed_fen <= amount_fen)) AND (dispute IS NOT NULL)))),
  constraint statement_line_disputed_units CHECK (((disputed_units IS NULL) OR (dispute IS NOT NULL))),
  constraint statement_line_granted_part CHECK (((granted_fen > 0) AND (granted_fen <= COALESCE(disputed_fen, amount_fen)))),
  constraint statement_line_pk PRIMARY KEY (enterprise_id, month, id)
);

create table "stock_batch" (
  id uuid not null,
  sku_id uuid not null,
  batch_no text not null,
  made_on date,
  best_before date,
  constraint stock_batch_days CHECK ((((batch_no = ''::text) = (best_before IS NULL)) AND ((made_on IS NULL) OR COALESCE((made_on <= best_before), false)))),
  constraint stock_batch_no CHECK ((length(batch_no) <= 30)),
  constraint stock_batch_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_batch_pk PRIMARY KEY (id),
  constraint stock_batch_number UNIQUE (sku_id, batch_no)
);

create table "stock_count" (
  id uuid not null,
  count_no text not null,
  shop_ids uuid[] not null,
  warehouse_id uuid not null,
  state text not null,
  about text not null,
  note text not null,
  blind boolean not null,
  round integer not null default 1,
  rejected_reason text not null default ''::text,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  submitted_by uuid,
  submitted_at timestamp with time zone,
  approved_by uuid,
  approved_at timestamp with time zone,
  constraint stock_count_approval CHECK ((((approved_by IS NULL) = (approved_at IS NULL)) AND ((approved_by IS NOT NULL) = (state = 'APPROVED'::text)))),
  constraint stock_count_round CHECK ((round >= 1)),
  constraint stock_count_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'COUNTED'::text, 'APPROVED'::text, 'CANCELLED'::text]))),
  constraint stock_count_submission CHECK ((((submitted_by IS NULL) = (submitted_at IS NULL)) AND ((submitted_by IS NOT NULL) OR (state = ANY (ARRAY['OPEN'::text, 'CANCELLED'::text]))))),
  constraint stock_count_two_people CHECK (((approved_by IS DISTINCT FROM submitted_by) OR (approved_by IS NULL))),
  constraint stock_count_approver FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint stock_count_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint stock_count_submitter FOREIGN KEY (submitted_by) REFERENCES staff(id),
  constraint stock_count_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint stock_count_pk PRIMARY KEY (id),
  constraint stock_count_number UNIQUE (count_no)
);

create table "stock_count_line" (
  stock_count_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null,
  bin text not null,
  booked integer not null,
  counted integer,
  counted_booked integer,
  counted_by uuid,
  counted_at timestamp with time zone,
  moved integer,
  hundred_fen bigint,
  constraint stock_count_line_bin CHECK ((length(bin) <= 20)),
  constraint stock_count_line_booked CHECK ((booked >= 0)),
  constraint stock_count_line_cost CHECK ((hundred_fen > 0)),
  constraint stock_count_line_counted CHECK (((counted >= 0) AND (counted <= 99999999))),
  constraint stock_count_line_counted_booked CHECK ((counted_booked >= 0)),
  constraint stock_count_line_no CHECK (((line_no >= 1) AND (line_no <= 1000))),
  constraint stock_count_line_posted CHECK (((counted IS NOT NULL) OR ((moved IS NULL) AND (hundred_fen IS NULL)))),
  constraint stock_count_line_typed CHECK ((num_nulls(counted, counted_booked, counted_by, counted_at) = ANY (ARRAY[0, 4]))),
  constraint stock_count_line_counter FOREIGN KEY (counted_by) REFERENCES staff(id),
  constraint stock_count_line_of FOREIGN KEY (stock_count_id) REFERENCES stock_count(id),
  constraint stock_count_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_count_line_pk PRIMARY KEY (stock_count_id, line_no),
  constraint stock_count_line_once UNIQUE (stock_count_id, sku_id)
);

create table "stock_movement" (
  sku_id uuid not null,
  id uuid not null,
  kind text not null,
  quantity integer not null,
  reason text not null,
  staff_id uuid,
  at timestamp with time zone not null,
  balance integer not null,
  warehouse_id uuid not null,
  stock_count_id uuid,
  stock_receipt_id uuid,
  batch_id uuid,
  parcel_enterprise_id uuid,
  parcel_id uuid,
  constraint stock_movement_balance CHECK ((balance >= 0)),
  constraint stock_movement_kind CHECK ((kind = ANY (ARRAY['receipt'::text, 'adjustment'::text, 'count'::text, 'return'::text, 'scrap'::text, 'shipment'::text, 'transfer'::text]))),
  constraint stock_movement_quantity CHECK (((quantity <> 0) OR (kind = 'count'::text))),
  constraint stock_movement_batch FOREIGN KEY (batch_id) REFERENCES stock_batch(id),
  constraint stock_movement_stock_count FOREIGN KEY (stock_count_id) REFERENCES stock_count(id),
  constraint stock_movement_stock_receipt FOREIGN KEY (stock_receipt_id) REFERENCES stock_receipt(id),
  constraint stock_movement_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint stock_movement_pk PRIMARY KEY (sku_id, id)
);

create table "stock_out" (
  sku_id uuid not null,
  first_day date not null,
  last_day date,
  constraint stock_out_days CHECK ((last_day >= first_day)),
  constraint stock_out_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_out_pk PRIMARY KEY (sku_id, first_day)
);

create table "stock_receipt" (
  id uuid not null,
  receipt_no text not null,
  shop_ids uuid[] not null,
  file_name text not null,
  file_hash bytea,
  note text not null,
  reverses uuid,
  reversed_at timestamp with time zone,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  constraint stock_receipt_counter CHECK (((reverses IS NULL) OR ((reversed_at IS NULL) AND (file_hash IS NULL)))),
  constraint stock_receipt_hash CHECK (((file_hash IS NULL) OR (octet_length(file_hash) = 32))),
  constraint stock_receipt_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint stock_receipt_reverses FOREIGN KEY (reverses) REFERENCES stock_receipt(id),
  constraint stock_receipt_pk PRIMARY KEY (id),
  constraint stock_receipt_number UNIQUE (receipt_no),
  constraint stock_receipt_reversed_once UNIQUE (reverses)
);

create table "stock_receipt_line" (
  stock_receipt_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null,
  warehouse_id uuid not null,
  bin text not null,
  quantity integer not null,
  hundred_fen bigint,
  batch_id uuid,
  constraint stock_receipt_line_bin CHECK ((length(bin) <= 20)),
  constraint stock_receipt_line_cost CHECK ((hundred_fen > 0)),
  constraint stock_receipt_line_no CHECK (((line_no >= 1) AND (line_no <= 2000))),
  constraint stock_receipt_line_quantity CHECK ((quantity <> 0)),
  constraint stock_receipt_line_batch FOREIGN KEY (batch_id) REFERENCES stock_batch(id),
  constraint stock_receipt_line_of FOREIGN KEY (stock_receipt_id) REFERENCES stock_receipt(id),
  constraint stock_receipt_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_receipt_line_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint stock_receipt_line_pk PRIMARY KEY (stock_receipt_id, line_no)
);

create table "stock_transfer" (
  id uuid not null,
  transfer_no text not null,
  shop_ids uuid[] not null,
  from_id uuid not null,
  to_id uuid not null,
  state text not null,
  note text not null,
  closed_reason text,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint stock_transfer_apart CHECK ((from_id <> to_id)),
  constraint stock_transfer_left CHECK (((sent_at IS NOT NULL) = (state = ANY (ARRAY['SENT'::text, 'RECEIVED'::text])))),
  constraint stock_transfer_state CHECK ((state = ANY (ARRAY['DRAFT'::text, 'SENT'::text, 'RECEIVED'::text, 'CANCELLED'::text]))),
  constraint stock_transfer_from FOREIGN KEY (from_id) REFERENCES warehouse(id),
  constraint stock_transfer_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint stock_transfer_to FOREIGN KEY (to_id) REFERENCES warehouse(id),
  constraint stock_transfer_pk PRIMARY KEY (id),
  constraint stock_transfer_number UNIQUE (transfer_no)
);

create table "stock_transfer_line" (
  stock_transfer_id uuid not null,
  line_no smallint not null,
  sku_id uuid not null,
  quantity integer not null,
  received integer not null default 0,
  missing integer not null default 0,
  constraint stock_transfer_line_no CHECK (((line_no >= 1) AND (line_no <= 200))),
  constraint stock_transfer_line_quantity CHECK (((quantity >= 1) AND (quantity <= 999999))),
  constraint stock_transfer_line_sum CHECK (((received >= 0) AND (missing >= 0) AND ((received + missing) <= quantity))),
  constraint stock_transfer_line_of FOREIGN KEY (stock_transfer_id) REFERENCES stock_transfer(id),
  constraint stock_transfer_line_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_transfer_line_pk PRIMARY KEY (stock_transfer_id, line_no),
  constraint stock_transfer_line_once UNIQUE (stock_transfer_id, sku_id)
);

create table "stock_wait" (
  enterprise_id uuid not null,
  user_id uuid not null,
  sku_id uuid not null,
  created_at timestamp with time zone not null,
  constraint stock_wait_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint stock_wait_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint stock_wait_pk PRIMARY KEY (enterprise_id, user_id, sku_id)
);

create table "summed_day" (
  day date not null,
  summed_at timestamp with time zone not null,
  judged_at timestamp with time zone,
  constraint summed_day_pk PRIMARY KEY (day)
);

create table "supplier" (
  id uuid not null,
  name text not null,
  credit_code text not null,
  contact_name text not null,
  contact_phone text not null,
  payment_terms text not null,
  lead_days integer not null,
  active boolean not null,
  created_at timestamp with time zone not null,
  constraint supplier_lead_days CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint supplier_pk PRIMARY KEY (id),
  constraint supplier_name UNIQUE (name)
);

create table "supplier_invoice" (
  id uuid not null,
  supplier_id uuid not null,
  shop_ids uuid[] not null,
  invoice_code text not null,
  invoice_number text not null,
  invoiced_on date not null,
  state text not null,
  net_fen bigint not null,
  tax_fen bigint not null,
  total_fen bigint not null,
  tolerance_bp integer not null,
  holds_units boolean not null,
  note text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  typed_by uuid not null,
  state_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  voided_by uuid,
  voided_at timestamp with time zone,
  void_reason text not null default ''::text,
  constraint supplier_invoice_code CHECK ((length(invoice_code) <= 12)),
  constraint supplier_invoice_decision CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (reason = ''::text)))),
  constraint supplier_invoice_holding CHECK (
CASE
    WHEN (state = ANY (ARRAY['MATCHED'::text, 'ACCEPTED'::text])) THEN holds_units
    WHEN (state = 'DIFFERENT'::text) THEN true
    ELSE (NOT holds_units)
END),
  constraint supplier_invoice_net CHECK ((net_fen > 0)),
  constraint supplier_invoice_number CHECK ((length(invoice_number) <= 20)),
  constraint supplier_invoice_state CHECK ((state = ANY (ARRAY['DIFFERENT'::text, 'RETURNED'::text, 'MATCHED'::text, 'ACCEPTED'::text, 'VOID'::text]))),
  constraint supplier_invoice_sum CHECK ((total_fen = (net_fen + tax_fen))),
  constraint supplier_invoice_tax CHECK ((tax_fen >= 0)),
  constraint supplier_invoice_tolerance CHECK (((tolerance_bp >= 0) AND (tolerance_bp <= 10000))),
  constraint supplier_invoice_two_people CHECK (((state <> 'ACCEPTED'::text) OR ((decided_by IS NOT NULL) AND (decided_by <> made_by) AND (decided_by <> typed_by)))),
  constraint supplier_invoice_voiding CHECK ((((state = 'VOID'::text) = (voided_by IS NOT NULL)) AND ((voided_by IS NULL) = (voided_at IS NULL)) AND ((voided_by IS NULL) = (void_reason = ''::text)))),
  constraint supplier_invoice_decider FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint supplier_invoice_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint supplier_invoice_supplier FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint supplier_invoice_typist FOREIGN KEY (typed_by) REFERENCES staff(id),
  constraint supplier_invoice_voider FOREIGN KEY (voided_by) REFERENCES staff(id),
  constraint supplier_invoice_pk PRIMARY KEY (id)
);

create table "supplier_invoice_line" (
  supplier_invoice_id uuid not null,
  line_no smallint not null,
  purchase_order_id uuid not null,
  order_line_no smallint not null,
  quantity integer not null,
  price_fen bigint not null,
  rate_bp integer not null,
  net_fen bigint not null,
  tax_fen bigint not null,
  ordered_fen bigint not null,
  ordered_net_fen bigint not null,
  ordered_rate_bp integer not null,
  over_ordered integer not null,
  over_received integer not null,
  constraint supplier_invoice_line_net CHECK ((net_fen > 0)),
  constraint supplier_invoice_line_no CHECK (((line_no >= 1) AND (line_no <= 200))),
  constraint supplier_invoice_line_ordered CHECK ((ordered_fen > 0)),
  constraint supplier_invoice_line_ordered_net CHECK ((ordered_net_fen > 0)),
  constraint supplier_invoice_line_over_ordered CHECK ((over_ordered >= 0)),
  constraint supplier_invoice_line_over_received CHECK ((over_received >= 0)),
  constraint supplier_invoice_line_price CHECK ((price_fen > 0)),
  constraint supplier_invoice_line_quantity CHECK (((quantity >= 1) AND (quantity <= 999999))),
  constraint supplier_invoice_line_rate CHECK (((rate_bp >= 0) AND (rate_bp <= 10000))),
  constraint supplier_invoice_line_tax CHECK ((tax_fen >= 0)),
  constraint supplier_invoice_line_of FOREIGN KEY (supplier_invoice_id) REFERENCES supplier_invoice(id),
  constraint supplier_invoice_line_order FOREIGN KEY (purchase_order_id, order_line_no) REFERENCES purchase_order_line(purchase_order_id, line_no),
  constraint supplier_invoice_line_pk PRIMARY KEY (supplier_invoice_id, line_no),
  constraint supplier_invoice_line_once UNIQUE (supplier_invoice_id, purchase_order_id, order_line_no)
);

create table "supplier_price" (
  id uuid not null,
  supplier_id uuid not null,
  sku_id uuid not null,
  price_fen bigint not null,
  lead_days integer not null,
  minimum integer not null,
  valid_from date not null,
  staff_id uuid not null,
  at timestamp with time zone not null,
  constraint supplier_price_lead_days CHECK (((lead_days >= 0) AND (lead_days <= 365))),
  constraint supplier_price_minimum CHECK (((minimum >= 1) AND (minimum <= 999999))),
  constraint supplier_price_price CHECK ((price_fen > 0)),
  constraint supplier_price_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint supplier_price_staff FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint supplier_price_supplier FOREIGN KEY (supplier_id) REFERENCES supplier(id),
  constraint supplier_price_pk PRIMARY KEY (id)
);

create table "tagged_enterprise" (
  enterprise_id uuid not null,
  tag_id uuid not null,
  tagged_by uuid not null,
  at timestamp with time zone not null,
  constraint tagged_enterprise_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint tagged_enterprise_tag FOREIGN KEY (tag_id) REFERENCES enterprise_tag(id),
  constraint tagged_enterprise_pk PRIMARY KEY (enterprise_id, tag_id)
);

create table "tagged_order" (
  enterprise_id uuid not null,
  order_id uuid not null,
  tag_id uuid not null,
  tagged_by uuid not null,
  at timestamp with time zone not null,
  constraint tagged_order_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint tagged_order_tag FOREIGN KEY (tag_id) REFERENCES enterprise_tag(id) ON DELETE CASCADE,
  constraint tagged_order_pk PRIMARY KEY (enterprise_id, order_id, tag_id)
);

create table "ticket" (
  hash bytea not null,
  purpose text not null,
  subject text not null,
  expires_at timestamp with time zone not null,
  constraint ticket_pk PRIMARY KEY (hash)
);

create table "trade" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  method text not null,
  created_at timestamp with time zone not null,
  quotation_id uuid,
  quotation_no text,
  proposal_id uuid,
  proposal_no text,
  prepared_by uuid,
  parent_name text,
  constraint trade_method CHECK ((method = ANY (ARRAY['credit'::text, 'wallet'::text, 'online'::text, 'transfer'::text]))),
  constraint trade_proposal_whole CHECK ((((proposal_id IS NULL) = (proposal_no IS NULL)) AND ((proposal_id IS NULL) = (prepared_by IS NULL)))),
  constraint trade_quotation_whole CHECK (((quotation_id IS NULL) = (quotation_no IS NULL))),
  constraint trade_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint trade_preparer FOREIGN KEY (prepared_by) REFERENCES staff(id),
  constraint trade_proposal FOREIGN KEY (enterprise_id, proposal_id) REFERENCES order_proposal(enterprise_id, id),
  constraint trade_quotation FOREIGN KEY (enterprise_id, quotation_id) REFERENCES quotation(enterprise_id, id),
  constraint trade_pk PRIMARY KEY (enterprise_id, id)
);

create table "transfer_code" (
  code text not null,
  enterprise_id uuid not null,
  payment_id uuid not null,
  constraint transfer_code_pk PRIMARY KEY (code)
);

create table "user_enterprise" (
  user_id uuid not null,
  enterprise_id uuid not null,
  joined_at timestamp with time zone not null,
  constraint user_enterprise_pk PRIMARY KEY (user_id, enterprise_id)
);

create table "value_day_correction" (
  line_id uuid not null,
  from_day date not null,
  to_day date not null,
  import_id uuid not null,
  corrected_by uuid not null,
  at timestamp with time zone not null,
  written_in bigint not null default transaction_number(),
  constraint value_day_correction_days CHECK ((from_day <> to_day)),
  constraint value_day_correction_import FOREIGN KEY (import_id) REFERENCES bank_import(id),
  constraint value_day_correction_line FOREIGN KEY (line_id) REFERENCES bank_line(id),
  constraint value_day_correction_pk PRIMARY KEY (line_id)
);

create table "value_day_request" (
  id uuid not null,
  account_no text not null,
  reference text not null,
  day date not null,
  amount_fen bigint not null,
  payer_name text not null,
  payer_account text not null,
  remark text not null,
  corrects uuid,
  import_id uuid,
  traded_at timestamp with time zone,
  reason text not null,
  state text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  line_id uuid,
  constraint value_day_request_amount CHECK ((amount_fen > 0)),
  constraint value_day_request_decided CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (state = ANY (ARRAY['WAIT'::text, 'BEFORE'::text]))))),
  constraint value_day_request_done CHECK (((line_id IS NOT NULL) = ((state = ANY (ARRAY['DONE'::text, 'BEFORE'::text])) AND (corrects IS NULL)))),
  constraint value_day_request_imported CHECK (((corrects IS NULL) = (import_id IS NULL))),
  constraint value_day_request_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DONE'::text, 'REFUSED'::text, 'BEFORE'::text]))),
  constraint value_day_request_corrects FOREIGN KEY (corrects) REFERENCES bank_line(id),
  constraint value_day_request_import FOREIGN KEY (import_id) REFERENCES bank_import(id),
  constraint value_day_request_line FOREIGN KEY (line_id) REFERENCES bank_line(id),
  constraint value_day_request_pk PRIMARY KEY (id),
  constraint value_day_request_once UNIQUE (line_id)
);

create table "verification_reading" (
  enterprise_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  source text not null,
  file_id uuid,
  subject_hash bytea not null,
  state text not null,
  asked boolean not null,
  sealed bytea,
  masked jsonb not null default '[]'::jsonb,
  at timestamp with time zone not null,
  constraint verification_reading_hash CHECK ((length(subject_hash) = 32)),
  constraint verification_reading_sealed CHECK (((state = 'READ'::text) = (sealed IS NOT NULL))),
  constraint verification_reading_source CHECK ((source = ANY (ARRAY['licence'::text, 'idFront'::text, 'idBack'::text, 'register'::text]))),
  constraint verification_reading_state CHECK ((state = ANY (ARRAY['ASKED'::text, 'READ'::text, 'UNREADABLE'::text, 'NO_ANSWER'::text]))),
  constraint verification_reading_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint verification_reading_pk PRIMARY KEY (enterprise_id, id)
);

create table "verification_submission" (
  enterprise_id uuid not null,
  id uuid not null,
  step text not null,
  state text not null,
  user_id uuid not null,
  sealed bytea not null,
  masked jsonb not null,
  company_masked text not null,
  id_hmac bytea,
  code_hmac bytea,
  checks jsonb not null,
  submitted_at timestamp with time zone not null,
  expected_day date not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  first_approver uuid,
  proposed_limit_fen bigint,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  reasons jsonb,
  opinion text,
  papers_let_go_at timestamp with time zone,
  readings_sealed bytea,
  readings_masked jsonb,
  constraint verification_submission_limit CHECK ((proposed_limit_fen >= 0)),
  constraint verification_submission_state CHECK ((state = ANY (ARRAY['HELD'::text, 'WAIT'::text, 'PASS'::text, 'FAIL'::text]))),
  constraint verification_submission_step CHECK ((step = ANY (ARRAY['agent'::text, 'enterprise'::text, 'senior'::text]))),
  constraint verification_submission_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint verification_submission_pk PRIMARY KEY (enterprise_id, id)
);

create table "visitor_day" (
  day date not null,
  visited integer not null,
  viewed integer not null,
  added integer not null,
  constraint visitor_day_added CHECK ((added >= 0)),
  constraint visitor_day_viewed CHECK ((viewed >= 0)),
  constraint visitor_day_visited CHECK ((visited >= 0)),
  constraint visitor_day_pk PRIMARY KEY (day)
);

create table "visitor_sketch" (
  day date not null,
  visited bytea not null,
  viewed bytea not null,
  added bytea not null,
  constraint visitor_sketch_pk PRIMARY KEY (day)
);

create table "voucher" (
  enterprise_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  no smallint not null,
  state text not null,
  remark text not null,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null,
  first_by uuid,
  first_at timestamp with time zone,
  first_fen bigint,
  first_line_id uuid,
  opinion text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint voucher_decided CHECK (((state = ANY (ARRAY['ACCEPTED'::text, 'REJECTED'::text])) = (decided_at IS NOT NULL))),
  constraint voucher_second CHECK (((state <> 'SECOND'::text) OR ((first_by IS NOT NULL) AND (first_fen IS NOT NULL) AND (first_line_id IS NOT NULL)))),
  constraint voucher_state CHECK ((state = ANY (ARRAY['REVIEW'::text, 'SECOND'::text, 'ACCEPTED'::text, 'REJECTED'::text, 'WITHDRAWN'::text]))),
  constraint voucher_two_people CHECK (((first_by <> decided_by) OR (state = 'REJECTED'::text))),
  constraint voucher_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint voucher_payment FOREIGN KEY (enterprise_id, payment_id) REFERENCES payment(enterprise_id, id),
  constraint voucher_pk PRIMARY KEY (enterprise_id, id),
  constraint voucher_no UNIQUE (enterprise_id, payment_id, no)
);

create table "voucher_picture" (
  enterprise_id uuid not null,
  file_id uuid not null,
  voucher_id uuid not null,
  position smallint not null,
  hash bytea not null,
  constraint voucher_picture_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint voucher_picture_voucher FOREIGN KEY (enterprise_id, voucher_id) REFERENCES voucher(enterprise_id, id),
  constraint voucher_picture_pk PRIMARY KEY (enterprise_id, file_id)
);

create table "warehouse" (
  id uuid not null,
  code text not null,
  name text not null,
  address text not null,
  provinces text[] not null,
  open boolean not null,
  made_at timestamp with time zone not null,
  delivery_terms jsonb not null default '[]'::jsonb,
  constraint warehouse_main_is_open CHECK ((open OR (id <> '0195d000-0000-7000-8000-000000000001'::uuid))),
  constraint warehouse_pk PRIMARY KEY (id),
  constraint warehouse_code UNIQUE (code),
  constraint warehouse_name UNIQUE (name)
);

create table "warehouse_stock" (
  sku_id uuid not null,
  warehouse_id uuid not null,
  units integer not null,
  bin text not null default ''::text,
  constraint warehouse_stock_bin CHECK ((length(bin) <= 20)),
  constraint warehouse_stock_units CHECK ((units >= 0)),
  constraint warehouse_stock_sku FOREIGN KEY (sku_id) REFERENCES sku(id),
  constraint warehouse_stock_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint warehouse_stock_pk PRIMARY KEY (sku_id, warehouse_id)
);

create table "wave" (
  id uuid not null,
  wave_no text not null,
  state text not null,
  carrier text not null,
  about text not null,
  shop_ids uuid[] not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  warehouse_id uuid not null default '0195d000-0000-7000-8000-000000000001'::uuid,
  constraint wave_state CHECK ((state = ANY (ARRAY['OPEN'::text, 'PICKED'::text, 'SHIPPED'::text, 'CLOSED'::text, 'CANCELLED'::text]))),
  constraint wave_maker FOREIGN KEY (made_by) REFERENCES staff(id),
  constraint wave_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint wave_pk PRIMARY KEY (id),
  constraint wave_number UNIQUE (wave_no)
);

create table "wave_order" (
  enterprise_id uuid not null,
  order_id uuid not null,
  wave_id uuid not null,
  place integer not null,
  units integer not null,
  outcome text,
  packed_by uuid,
  packed_at timestamp with time zone,
  constraint wave_order_outcome CHECK ((outcome = ANY (ARRAY['shipped'::text, 'removed'::text, 'released'::text]))),
  constraint wave_order_packed CHECK (((NOT (outcome IS DISTINCT FROM 'shipped'::text)) = ((packed_by IS NOT NULL) AND (packed_at IS NOT NULL)))),
  constraint wave_order_place CHECK (((place >= 1) AND (place <= 200))),
  constraint wave_order_units CHECK ((units > 0)),
  constraint wave_order_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint wave_order_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint wave_order_packer FOREIGN KEY (packed_by) REFERENCES staff(id),
  constraint wave_order_wave FOREIGN KEY (wave_id) REFERENCES wave(id),
  constraint wave_order_pk PRIMARY KEY (enterprise_id, wave_id, order_id),
  constraint wave_order_at UNIQUE (enterprise_id, wave_id, place)
);

create table "waybill" (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  parcel_no integer not null,
  warehouse_id uuid not null,
  carrier text not null,
  state text not null,
  tracking_no text not null default ''::text,
  carrier_order_no text not null default ''::text,
  route text not null default ''::text,
  sorting_place text not null default ''::text,
  reason text not null default ''::text,
  claimed_until timestamp with time zone,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  state_at timestamp with time zone not null,
  constraint waybill_numbered CHECK (((state = 'ABANDONED'::text) OR ((state = ANY (ARRAY['TAKEN'::text, 'RETURNING'::text, 'RETURNED'::text])) = (tracking_no <> ''::text)))),
  constraint waybill_parcel_no CHECK (((parcel_no >= 1) AND (parcel_no <= 9999))),
  constraint waybill_state CHECK ((state = ANY (ARRAY['ASKED'::text, 'REFUSED'::text, 'TAKEN'::text, 'RETURNING'::text, 'RETURNED'::text, 'ABANDONED'::text]))),
  constraint waybill_asker FOREIGN KEY (asked_by) REFERENCES staff(id),
  constraint waybill_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint waybill_order FOREIGN KEY (enterprise_id, order_id) REFERENCES "order"(enterprise_id, id),
  constraint waybill_warehouse FOREIGN KEY (warehouse_id) REFERENCES warehouse(id),
  constraint waybill_pk PRIMARY KEY (enterprise_id, id)
);

create table "webhook" (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null,
  url text not null,
  events jsonb not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  state text not null,
  why text,
  last_ok_at timestamp with time zone,
  failing_since timestamp with time zone,
  rest_until timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  format text not null default 'JSON'::text,
  constraint webhook_format CHECK ((format = ANY (ARRAY['JSON'::text, 'CXML'::text]))),
  constraint webhook_old_secret CHECK (((old_secret_sealed IS NULL) = (old_secret_until IS NULL))),
  constraint webhook_state CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'DISABLED'::text]))),
  constraint webhook_enterprise FOREIGN KEY (enterprise_id) REFERENCES enterprise(id),
  constraint webhook_pk PRIMARY KEY (enterprise_id, id)
);

create table "webhook_attempt" (
  enterprise_id uuid not null,
  delivery_id uuid not null,
  no integer not null,
  at timestamp with time zone not null,
  ms integer not null,
  status integer,
  fault text,
  answer text not null,
  constraint webhook_attempt_of FOREIGN KEY (enterprise_id, delivery_id) REFERENCES webhook_delivery(enterprise_id, id) ON DELETE CASCADE,
  constraint webhook_attempt_pk PRIMARY KEY (enterprise_id, delivery_id, no)
);

create table "webhook_delivery" (
  enterprise_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  subject text not null,
  body text not null,
  state text not null,
  tries integer not null default 0,
  round_from integer not null default 0,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint webhook_delivery_state CHECK ((state = ANY (ARRAY['WAIT'::text, 'DELIVERED'::text, 'PARKED'::text]))),
  constraint webhook_delivery_waits CHECK ((((state = 'WAIT'::text) = (next_at IS NOT NULL)) AND ((state = 'DELIVERED'::text) = (done_at IS NOT NULL)))),
  constraint webhook_delivery_of FOREIGN KEY (enterprise_id, webhook_id) REFERENCES webhook(enterprise_id, id),
  constraint webhook_delivery_pk PRIMARY KEY (enterprise_id, id)
);

CREATE INDEX acceptance_bill_by_number ON public.acceptance_bill USING btree (bill_no);
CREATE INDEX acceptance_bill_queue ON public.acceptance_bill USING btree (state, submitted_at);
CREATE INDEX acceptance_bill_written ON public.acceptance_bill USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX acceptance_event_written ON public.acceptance_event USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX acceptance_request_of_bill ON public.acceptance_request USING btree (enterprise_id, bill_id, proposed_at);
CREATE INDEX acceptance_request_queue ON public.acceptance_request USING btree (state, proposed_at);
CREATE INDEX acceptance_request_written ON public.acceptance_request USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX account_manager_by_staff ON public.account_manager USING btree (staff_id, enterprise_id);
CREATE INDEX account_manager_change_latest ON public.account_manager_change USING btree (enterprise_id, at DESC, id DESC);
CREATE INDEX account_manager_change_of_staff ON public.account_manager_change USING btree (staff_id, enterprise_id) WHERE (staff_id IS NOT NULL);
CREATE INDEX address_by_project ON public.address USING btree (enterprise_id, project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX after_sale_by_number ON public.after_sale USING btree (after_sale_no);
CREATE INDEX after_sale_by_order ON public.after_sale USING btree (enterprise_id, order_id);
CREATE INDEX after_sale_by_time ON public.after_sale USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX after_sale_console ON public.after_sale USING btree (created_at DESC, id);
CREATE INDEX after_sale_queue ON public.after_sale USING btree (state, state_at, id);
CREATE INDEX after_sale_refunded ON public.after_sale USING btree (state_at) WHERE (state = 'REFUNDED'::text);
CREATE INDEX after_sale_waybill ON public.after_sale USING btree (tracking_no) WHERE (tracking_no <> ''::text);
CREATE INDEX alert_sent_by_time ON public.alert_sent USING btree (enterprise_id, user_id, at);
CREATE INDEX alert_sent_old ON public.alert_sent USING btree (at);
CREATE INDEX announcement_by_time ON public.announcement USING btree (created_at DESC, id);
CREATE INDEX announcement_shown ON public.announcement USING btree (starts_at DESC, id) WHERE (withdrawn_at IS NULL);
CREATE INDEX announcement_untold ON public.announcement USING btree (starts_at) WHERE ((told_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX api_key_by_time ON public.api_key USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX app_user_by_name_part ON public.app_user USING gin (text_parts(user_name));
CREATE INDEX app_user_created ON public.app_user USING btree (created_at DESC, id);
CREATE INDEX app_user_last_digits ON public.app_user USING btree ("right"(mobile_masked, 4));
CREATE INDEX app_user_masked ON public.app_user USING btree (mobile_masked);
CREATE INDEX approval_by_time ON public.approval USING btree (enterprise_id, asked_at DESC);
CREATE INDEX article_by_category ON public.article USING btree (help_category_id, "position", id);
CREATE INDEX attribute_set_line_by_attribute ON public.attribute_set_line USING btree (attribute_id);
CREATE INDEX audit_log_action ON ONLY public.audit_log USING btree (action, at DESC);
CREATE INDEX audit_log_actor ON ONLY public.audit_log USING btree (actor_id, at DESC);
CREATE INDEX audit_log_enterprise ON ONLY public.audit_log USING btree (enterprise_id, at DESC);
CREATE INDEX audit_log_kind ON ONLY public.audit_log USING btree (actor_kind, at DESC);
CREATE INDEX audit_log_object ON ONLY public.audit_log USING btree (object_id, at DESC);
CREATE INDEX audit_log_refused ON ONLY public.audit_log USING btree (at DESC) WHERE (outcome = 'refused'::text);
CREATE INDEX audit_log_written ON ONLY public.audit_log USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX bad_debt_by_time ON public.bad_debt USING btree (written_off_at DESC, id);
CREATE INDEX bad_debt_entry_of_debt ON public.bad_debt_entry USING btree (enterprise_id, bad_debt_id, at);
CREATE INDEX bad_debt_entry_written ON public.bad_debt_entry USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX bad_debt_of_month ON public.bad_debt USING btree (enterprise_id, month);
CREATE INDEX bad_debt_open ON public.bad_debt USING btree (enterprise_id, month) WHERE ((recovered_fen + forgiven_fen) < (principal_fen + interest_fen));
CREATE INDEX bad_debt_written ON public.bad_debt USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX bank_allocation_alone ON public.bank_allocation USING btree (at) WHERE alone;
CREATE INDEX bank_allocation_by_line ON public.bank_allocation USING btree (line_id);
CREATE INDEX bank_allocation_by_time ON public.bank_allocation USING btree (at DESC, id);
CREATE INDEX bank_allocation_written ON public.bank_allocation USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX bank_import_by_time ON public.bank_import USING btree (at DESC);
CREATE INDEX bank_line_amount_open ON public.bank_line USING btree (amount_fen) WHERE ((assigned_fen < amount_fen) AND (voided_at IS NULL));
CREATE INDEX bank_line_by_account ON public.bank_line USING btree (account_no, day DESC, id);
CREATE INDEX bank_line_by_day ON public.bank_line USING btree (day DESC, id);
CREATE INDEX bank_line_open ON public.bank_line USING btree (day DESC, id) WHERE ((assigned_fen < amount_fen) AND (voided_at IS NULL));
CREATE INDEX bank_line_payer ON public.bank_line USING btree (payer_name, day DESC) WHERE (voided_at IS NULL);
CREATE INDEX bank_line_unconfirmed ON public.bank_line USING btree (at, id) WHERE ((source = 'typed'::text) AND (voided_at IS NULL));
CREATE INDEX bank_line_written ON public.bank_line USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX banner_picture_banner ON public.banner_picture USING btree (banner_id);
CREATE INDEX batch_movement_of_batch ON public.batch_movement USING btree (batch_id, movement_id DESC);
CREATE INDEX batch_movement_of_parcel ON public.batch_movement USING btree (parcel_id) WHERE (parcel_id IS NOT NULL);
CREATE INDEX batch_stock_of_batch ON public.batch_stock USING btree (batch_id);
CREATE INDEX benefit_claim_by_time ON public.benefit_claim USING btree (enterprise_id, at DESC, id);
CREATE INDEX captcha_expires ON public.captcha USING btree (expires_at);
CREATE INDEX cart_line_by_age ON public.cart_line USING btree (created_at);
CREATE INDEX catalog_document_by_time ON public.catalog_document USING btree (created_at DESC, id DESC) WHERE (state = 'kept'::text);
CREATE INDEX catalog_document_unused ON public.catalog_document USING btree (created_at DESC, id DESC) WHERE (used_at IS NULL);
CREATE INDEX catalog_picture_by_time ON public.catalog_picture USING btree (created_at DESC, id DESC) WHERE (state = 'kept'::text);
CREATE INDEX catalog_picture_unused ON public.catalog_picture USING btree (created_at DESC, id DESC) WHERE (used_at IS NULL);
CREATE INDEX category_attribute_set_by_set ON public.category_attribute_set USING btree (set_id);
CREATE INDEX change_mark_by_time ON public.change_mark USING btree (enterprise_id, kind, at);
CREATE INDEX closed_account_by_time ON public.closed_account USING btree (closed_at);
CREATE INDEX closed_month_written ON public.closed_month USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX collection_entry_by_task ON public.collection_entry USING btree (enterprise_id, task_id, at DESC, id DESC);
CREATE INDEX collection_handover_by_task ON public.collection_handover USING btree (enterprise_id, task_id, made_at DESC);
CREATE INDEX collection_letter_by_task ON public.collection_letter USING btree (enterprise_id, task_id, issued_at DESC);
CREATE INDEX collection_letter_by_time ON public.collection_letter USING btree (enterprise_id, issued_at DESC, id);
CREATE INDEX collection_promise_by_day ON public.collection_promise USING btree (day, owner_id);
CREATE INDEX collection_promise_by_task ON public.collection_promise USING btree (enterprise_id, task_id, made_at DESC);
CREATE INDEX collection_task_done ON public.collection_task USING btree (closed_at DESC, id) WHERE (state = 'CLOSED'::text);
CREATE INDEX collection_task_owner ON public.collection_task USING btree (owner_id, due_day, id) WHERE (state <> 'CLOSED'::text);
CREATE INDEX collection_task_queue ON public.collection_task USING btree (due_day, id) WHERE (state <> 'CLOSED'::text);
CREATE INDEX comment_by_id ON public.comment USING btree (id);
CREATE INDEX comment_by_time ON public.comment USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX comment_console ON public.comment USING btree (created_at DESC, id);
CREATE INDEX comment_of_goods ON public.comment USING btree (goods_id, created_at DESC, id) WHERE ((hidden_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX comment_unanswered ON public.comment USING btree (created_at, id) WHERE ((answer IS NULL) AND (hidden_at IS NULL) AND (removed_at IS NULL));
CREATE INDEX company_group_latest ON public.company_group USING btree (created_at DESC, enterprise_id);
CREATE INDEX contact_setting_code_until ON public.contact_setting USING btree (code_until) WHERE (code_until IS NOT NULL);
CREATE INDEX coupon_by_claim ON public.coupon USING btree (claimed_at);
CREATE INDEX coupon_by_state ON public.coupon USING btree (enterprise_id, state, until_day);
CREATE INDEX coupon_code_of_template ON public.coupon_code USING btree (template_id, code);
CREATE INDEX coupon_of_template_by_time ON public.coupon USING btree (template_id, claimed_at DESC);
CREATE INDEX coupon_template_by_name_part ON public.coupon_template USING gin (text_parts(NORMALIZE(name, NFKC)));
CREATE INDEX coupon_template_by_time ON public.coupon_template USING btree (created_at DESC, id);
CREATE INDEX coupon_template_open ON public.coupon_template USING btree (way, created_at DESC) WHERE (stopped_at IS NULL);
CREATE INDEX coupon_to_remind ON public.coupon USING btree (until_day) WHERE ((state = 'unused'::text) AND (reminded_at IS NULL));
CREATE INDEX credit_account_temp_end ON public.credit_account USING btree (temp_end_day) WHERE (temp_limit_fen > 0);
CREATE INDEX credit_code_claim_of_enterprise ON public.credit_code_claim USING btree (enterprise_id);
CREATE INDEX credit_limit_change_latest ON public.credit_limit_change USING btree (at DESC, id);
CREATE INDEX credit_limit_change_written ON public.credit_limit_change USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX daily_call_day ON public.daily_call USING btree (day);
CREATE INDEX enterprise_by_agent_part ON public.enterprise USING gin (text_parts(agent_name));
CREATE INDEX enterprise_by_name_part ON public.enterprise USING gin (text_parts(name));
CREATE INDEX enterprise_closed ON public.enterprise USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX enterprise_created ON public.enterprise USING btree (created_at DESC, id);
CREATE INDEX enterprise_licence_all ON public.enterprise_licence USING btree (submitted_at, id);
CREATE INDEX enterprise_licence_by_kind ON public.enterprise_licence USING btree (enterprise_id, kind_id, submitted_at DESC);
CREATE INDEX enterprise_licence_by_time ON public.enterprise_licence USING btree (enterprise_id, submitted_at DESC, id DESC);
CREATE INDEX enterprise_licence_ending ON public.enterprise_licence USING btree (valid_until) WHERE (state = 'approved'::text);
CREATE INDEX enterprise_licence_let_go ON public.enterprise_licence USING btree (reviewed_at) WHERE ((state = ANY (ARRAY['rejected'::text, 'withdrawn'::text])) AND (papers_let_go_at IS NULL));
CREATE INDEX enterprise_licence_of_kind ON public.enterprise_licence USING btree (kind_id, submitted_at, id);
CREATE INDEX enterprise_licence_over ON public.enterprise_licence USING btree (valid_until) WHERE ((state = ANY (ARRAY['expired'::text, 'replaced'::text])) AND (papers_let_go_at IS NULL));
CREATE INDEX enterprise_licence_queue ON public.enterprise_licence USING btree (state, submitted_at, id);
CREATE INDEX enterprise_name ON public.enterprise USING btree (name);
CREATE INDEX enterprise_note_latest ON public.enterprise_note USING btree (enterprise_id, at DESC, id DESC);
CREATE INDEX favourite_by_time ON public.favourite USING btree (enterprise_id, user_id, created_at DESC, goods_id);
CREATE INDEX file_of_user ON public.file USING btree (enterprise_id, user_id) WHERE (bound_to IS NULL);
CREATE INDEX file_unbound ON public.file USING btree (created_at) WHERE ((bound_to IS NULL) OR (bound_to = 'going'::text));
CREATE INDEX finance_request_queue ON public.finance_request USING btree (state, proposed_at);
CREATE INDEX finance_request_written ON public.finance_request USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX follow_up_all ON public.follow_up USING btree (at DESC, id);
CREATE INDEX follow_up_closed ON public.follow_up USING btree (done_at DESC, id) WHERE (done_at IS NOT NULL);
CREATE INDEX follow_up_latest ON public.follow_up USING btree (enterprise_id, at DESC, id DESC);
CREATE INDEX follow_up_open ON public.follow_up USING btree (next_day, id) WHERE ((next_day IS NOT NULL) AND (done_at IS NULL));
CREATE INDEX gateway_notice_by_number ON public.gateway_notice USING btree (out_no);
CREATE INDEX gateway_receipt_by_day ON public.gateway_receipt USING btree (channel, value_day);
CREATE INDEX gateway_receipt_by_payment ON public.gateway_receipt USING btree (enterprise_id, payment_id);
CREATE INDEX gateway_receipt_written ON public.gateway_receipt USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX gateway_trade_written ON public.gateway_trade USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX goods_attribute_by_attribute ON public.goods_attribute USING btree (attribute_id, goods_id);
CREATE INDEX goods_attribute_by_choice ON public.goods_attribute USING btree (attribute_id, choice_id, goods_id) WHERE (choice_id IS NOT NULL);
CREATE INDEX goods_attribute_by_number ON public.goods_attribute USING btree (attribute_id, number_value, goods_id) WHERE (number_value IS NOT NULL);
CREATE INDEX goods_attribute_by_sku ON public.goods_attribute USING btree (sku_id) WHERE (sku_id IS NOT NULL);
CREATE INDEX goods_bulk_by_time ON public.goods_bulk USING btree (created_at DESC, id DESC);
CREATE INDEX goods_bulk_row_by_result ON public.goods_bulk_row USING btree (bulk_id, result, row_no);
CREATE INDEX goods_bulk_row_due ON public.goods_bulk_row USING btree (bulk_id, row_no) WHERE due;
CREATE INDEX goods_bulk_row_questions ON public.goods_bulk_row USING btree (bulk_id, row_no) WHERE (questions IS NOT NULL);
CREATE INDEX goods_bulk_row_untried ON public.goods_bulk_row USING btree (bulk_id, row_no) WHERE (result IS NULL);
CREATE INDEX goods_by_category ON public.goods USING btree (category_id, "position") WHERE on_shelf;
CREATE INDEX goods_by_change ON public.goods USING btree (changed_at DESC, id DESC);
CREATE INDEX goods_by_name_part ON public.goods USING gin (text_parts(name)) WITH (gin_pending_list_limit='64');
CREATE INDEX goods_by_position ON public.goods USING btree ("position");
CREATE INDEX goods_by_slug_part ON public.goods USING gin (text_parts(slug)) WHERE (state <> 'draft'::text);
CREATE INDEX goods_by_state ON public.goods USING btree (state, changed_at DESC, id DESC);
CREATE INDEX goods_demanding_licences ON public.goods USING btree (id) WHERE (licence_kind_ids <> '{}'::uuid[]);
CREATE INDEX goods_draft_by_code_part ON public.goods_draft USING gin (text_parts((content ->> 'code'::text))) WITH (gin_pending_list_limit='64');
CREATE INDEX goods_draft_due ON public.goods_draft USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX goods_import_by_time ON public.goods_import USING btree (created_at DESC, id DESC);
CREATE INDEX goods_import_file_waiting ON public.goods_import_file USING btree (import_id, name) WHERE ((picture_id IS NULL) AND (document_id IS NULL) AND (refused IS NULL));
CREATE INDEX goods_import_row_by_verdict ON public.goods_import_row USING btree (import_id, verdict, row_no);
CREATE INDEX goods_import_row_due ON public.goods_import_row USING btree (import_id, row_no) WHERE due;
CREATE INDEX goods_import_row_of_goods ON public.goods_import_row USING btree (import_id, goods_no);
CREATE INDEX goods_import_row_questions ON public.goods_import_row USING btree (import_id, row_no) WHERE (questions IS NOT NULL);
CREATE INDEX goods_import_row_untried ON public.goods_import_row USING btree (import_id, row_no) WHERE (verdict IS NULL);
CREATE INDEX goods_machine_model_by_model ON public.goods_machine_model USING btree (machine_model_id, goods_id);
CREATE INDEX goods_of_brand ON public.goods USING btree (brand_id) WHERE (brand_id IS NOT NULL);
CREATE INDEX goods_of_category ON public.goods USING btree (category_id);
CREATE INDEX goods_of_shop ON public.goods USING btree (shop_id);
CREATE INDEX goods_relation_of_other ON public.goods_relation USING btree (other_id);
CREATE INDEX goods_search_by_change ON public.goods_search USING btree (changed_in);
CREATE INDEX goods_search_words ON public.goods_search USING gin (words);
CREATE INDEX goods_words_by_word ON public.goods_words USING gin (lexemes) WITH (gin_pending_list_limit='64');
CREATE INDEX idempotency_key_at ON public.idempotency_key USING btree (at);
CREATE INDEX inquiry_by_time ON public.inquiry USING btree (at DESC, id);
CREATE INDEX inquiry_own ON public.inquiry USING btree (enterprise_id, user_id, at DESC);
CREATE INDEX inquiry_source ON public.inquiry USING btree (source, at);
CREATE INDEX inquiry_waiting ON public.inquiry USING btree (state, at, id);
CREATE INDEX invited_mobile_person ON public.invited_mobile USING btree (user_id);
CREATE INDEX invoice_by_number ON public.invoice USING btree (invoice_no);
CREATE INDEX invoice_by_time ON public.invoice USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX invoice_console ON public.invoice USING btree (created_at DESC, id);
CREATE INDEX invoice_console_shop ON public.invoice USING btree (shop_id, created_at DESC, id);
CREATE INDEX invoice_issue_due ON public.invoice_issue USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX invoice_issue_of_invoice ON public.invoice_issue USING btree (enterprise_id, invoice_id, created_at);
CREATE INDEX invoice_issue_red_queue ON public.invoice_issue USING btree (created_at) WHERE ((kind = 'red'::text) AND (state = ANY (ARRAY['WAIT'::text, 'FAILED'::text])));
CREATE INDEX invoice_line_by_order ON public.invoice_line USING btree (enterprise_id, order_id);
CREATE INDEX invoice_line_interest ON public.invoice_line USING btree (enterprise_id) WHERE ((order_id IS NULL) AND live);
CREATE INDEX invoice_line_uncoded ON public.invoice_line USING btree (enterprise_id, invoice_id) WHERE ((tax_code IS NULL) AND live);
CREATE INDEX invoice_queue ON public.invoice USING btree (state, state_at, id);
CREATE INDEX invoice_red_confirmation_of_issue ON public.invoice_red_confirmation USING btree (enterprise_id, issue_id, requested_at);
CREATE INDEX invoice_red_confirmation_pending ON public.invoice_red_confirmation USING btree (state_at) WHERE (state = 'PENDING'::text);
CREATE INDEX invoice_red_line_by_line ON public.invoice_red_line USING btree (enterprise_id, invoice_id, seq);
CREATE INDEX invoice_red_line_written ON public.invoice_red_line USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX journal_entry_by_day ON public.journal_entry USING btree (day);
CREATE INDEX journal_line_by_account ON public.journal_line USING btree (account, day) INCLUDE (debit_fen, credit_fen);
CREATE INDEX journal_line_by_day ON public.journal_line USING btree (day);
CREATE INDEX journal_line_by_enterprise ON public.journal_line USING btree (enterprise_id, account, day) INCLUDE (debit_fen, credit_fen);
CREATE INDEX ledger_seal_by_day ON public.ledger_seal USING btree (day);
CREATE INDEX ledger_transfer_by_kind ON public.ledger_transfer USING btree (enterprise_id, kind, at DESC, id);
CREATE INDEX ledger_transfer_draws ON public.ledger_transfer USING btree (at) INCLUDE (amount_fen) WHERE (kind = ANY (ARRAY['draw'::text, 'openDraw'::text]));
CREATE INDEX ledger_transfer_gateway ON public.ledger_transfer USING btree (value_day) WHERE ((from_account = 'gateway'::text) OR (to_account = 'gateway'::text));
CREATE INDEX ledger_transfer_time ON public.ledger_transfer USING brin (at) WITH (pages_per_range='16');
CREATE INDEX ledger_transfer_written ON public.ledger_transfer USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX level_gift_of_order ON public.level_gift USING btree (enterprise_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX level_gift_waiting ON public.level_gift USING btree (enterprise_id) WHERE (state = 'WAITING'::text);
CREATE INDEX limit_request_queue ON public.limit_request USING btree (state, proposed_at DESC);
CREATE INDEX material_code_by_key ON public.material_code USING btree (enterprise_id, code_key);
CREATE INDEX material_code_by_key_of_all ON public.material_code USING btree (code_key);
CREATE INDEX material_code_by_time ON public.material_code USING btree (enterprise_id, updated_at DESC, sku_id);
CREATE INDEX membership_by_name_part ON public.membership USING gin (text_parts(name));
CREATE INDEX membership_of_user ON public.membership USING btree (user_id);
CREATE INDEX message_by_age ON public.message USING brin (at);
CREATE INDEX message_by_time ON public.message USING btree (enterprise_id, user_id, kind, at DESC);
CREATE INDEX message_unread ON public.message USING btree (enterprise_id, user_id) WHERE (read_at IS NULL);
CREATE INDEX moving_in_by_time ON public.moving_in USING btree (created_at DESC, id DESC);
CREATE INDEX moving_in_company_by_verdict ON public.moving_in_company USING btree (moving_in_id, verdict, no);
CREATE INDEX moving_in_company_due ON public.moving_in_company USING btree (moving_in_id, no) WHERE due;
CREATE INDEX moving_in_company_untried ON public.moving_in_company USING btree (moving_in_id, no) WHERE (verdict IS NULL);
CREATE INDEX order_by_booker ON public."order" USING btree (enterprise_id, user_id, created_at DESC) WHERE (project_id IS NOT NULL);
CREATE INDEX order_by_number ON public."order" USING btree (order_no);
CREATE INDEX order_by_project ON public."order" USING btree (enterprise_id, project_id, created_at DESC) WHERE (project_id IS NOT NULL);
CREATE INDEX order_by_state ON public."order" USING btree (enterprise_id, state, created_at DESC);
CREATE INDEX order_by_time ON public."order" USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX order_by_trade ON public."order" USING btree (enterprise_id, trade_id);
CREATE INDEX order_cancel_asked ON public."order" USING btree (cancel_asked_at, id) WHERE (cancel_asked_at IS NOT NULL);
CREATE INDEX order_console ON public."order" USING btree (created_at DESC, id);
CREATE INDEX order_console_po ON public."order" USING btree (po_number) WHERE (po_number <> ''::text);
CREATE INDEX order_console_shop ON public."order" USING btree (shop_id, created_at DESC, id);
CREATE INDEX order_console_state ON public."order" USING btree (state, created_at DESC, id);
CREATE INDEX order_deadlines ON public."order" USING btree (state, state_at) WHERE (state = ANY (ARRAY['WAIT_APPROVAL'::text, 'WAIT_PAY'::text, 'SENT'::text, 'WAIT_COMMENT'::text]));
CREATE INDEX order_event_time ON ONLY public.order_event USING brin (at) WITH (pages_per_range='16');
CREATE INDEX order_held ON public."order" USING btree (created_at, id) WHERE ((state = ANY (ARRAY['WAIT_SEND'::text, 'PART_SENT'::text])) AND (price_type = 'credit'::text) AND (payable_fen > 0));
CREATE INDEX order_line_by_equipment ON public.order_line USING btree (enterprise_id, equipment_id) WHERE (equipment_id IS NOT NULL);
CREATE INDEX order_line_planned ON public.order_line USING btree (sku_id, planned_from) WHERE ((planned_from IS NOT NULL) AND ((shipped + dropped) < quantity));
CREATE INDEX order_note_latest ON public.order_note USING btree (enterprise_id, order_id, at DESC, id DESC);
CREATE INDEX order_proposal_by_number ON public.order_proposal USING btree (proposal_no);
CREATE INDEX order_proposal_declined ON public.order_proposal USING btree (state_at, id) WHERE (state = 'DECLINED'::text);
CREATE INDEX order_proposal_latest ON public.order_proposal USING btree (created_at DESC, id);
CREATE INDEX order_proposal_of_enterprise ON public.order_proposal USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX order_proposal_to_expire ON public.order_proposal USING btree (valid_until) WHERE (state = 'SENT'::text);
CREATE INDEX order_receive_by ON public."order" USING btree (receive_by) WHERE (receive_by IS NOT NULL);
CREATE INDEX order_stop_request_queue ON public.order_stop_request USING btree (state, proposed_at DESC, id);
CREATE INDEX order_to_ship_since ON public."order" USING btree (COALESCE(to_ship_since, state_at), id) INCLUDE (to_ship_since, state_at, shop_id, enterprise_id) WHERE ((state = ANY (ARRAY['WAIT_SEND'::text, 'PART_SENT'::text])) AND (cancel_asked_at IS NULL));
CREATE INDEX outbox_waiting ON ONLY public.outbox USING btree (at, id) WHERE (published_at IS NULL);
CREATE INDEX parcel_latest ON public.parcel USING btree (enterprise_id, sent_at DESC);
CREATE INDEX parcel_of_day ON public.parcel USING btree (sent_at, id) WHERE (driver IS NULL);
CREATE INDEX parcel_track_due ON public.parcel USING btree (track_due) WHERE (track_due IS NOT NULL);
CREATE INDEX parcel_waybill ON public.parcel USING btree (tracking_no) WHERE (tracking_no <> ''::text);
CREATE INDEX patrol_by_day ON public.patrol USING btree (enterprise_id, day DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX patrol_finding_by_patrol ON public.patrol_finding USING btree (enterprise_id, patrol_id, "position");
CREATE INDEX patrol_finding_in_cart ON public.patrol_finding USING btree (enterprise_id, cart_user_id) WHERE (cart_user_id IS NOT NULL);
CREATE INDEX payment_allocation_by_payment ON public.payment_allocation USING btree (enterprise_id, payment_id);
CREATE INDEX payment_awaited ON public.payment USING btree (amount_fen) WHERE ((method = 'transfer'::text) AND (state = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'UNKNOWN'::text])));
CREATE INDEX payment_by_method ON public.payment USING btree (method, channel, created_at DESC, id);
CREATE INDEX payment_by_reference ON public.payment USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX payment_by_remark ON public.payment USING btree (remark_code) WHERE (remark_code IS NOT NULL);
CREATE INDEX payment_by_time ON public.payment USING btree (enterprise_id, created_at DESC);
CREATE INDEX payment_by_trade ON public.payment USING btree (enterprise_id, trade_id);
CREATE INDEX payment_closed ON public.payment USING btree (created_at DESC, id) WHERE (state = 'CLOSED'::text);
CREATE INDEX payment_due ON public.payment USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
CREATE INDEX payment_latest ON public.payment USING btree (created_at DESC, id);
CREATE INDEX payment_top_ups ON public.payment USING btree (enterprise_id, created_at DESC, id DESC) WHERE (purpose = 'topUp'::text);
CREATE INDEX payment_transfers ON public.payment USING btree (enterprise_id, created_at DESC, id DESC) WHERE (method = 'transfer'::text);
CREATE INDEX payment_unclear ON public.payment USING btree (created_at) WHERE ((state = 'UNKNOWN'::text) AND (method = 'online'::text));
CREATE INDEX payment_undone ON public.payment USING btree (created_at DESC, id) WHERE (state = 'UNDONE'::text);
CREATE INDEX phone_call_all ON public.phone_call USING btree (at DESC, id DESC);
CREATE INDEX phone_call_by_follow_up ON public.phone_call USING btree (enterprise_id, follow_up_id) WHERE (follow_up_id IS NOT NULL);
CREATE INDEX phone_call_latest ON public.phone_call USING btree (enterprise_id, at DESC, id DESC);
CREATE INDEX phone_call_of_staff ON public.phone_call USING btree (staff_id, at DESC, id DESC);
CREATE INDEX platform_key_by_time ON public.platform_key USING btree (created_at DESC, id DESC);
CREATE INDEX price_change_of_list ON public.price_change USING btree (list_id, id DESC) WHERE (list_id IS NOT NULL);
CREATE INDEX price_change_of_sku ON public.price_change USING btree (sku_id, id DESC);
CREATE INDEX price_list_by_time ON public.price_list USING btree (created_at DESC, id);
CREATE INDEX proof_result_green ON public.proof_result USING btree (invariant, at DESC) WHERE (breaches = 0);
CREATE INDEX proof_run_latest ON public.proof_run USING btree (started_at DESC);
CREATE INDEX provision_line_of_run ON public.provision_line USING btree (month, amount_fen DESC, enterprise_id, statement_month);
CREATE INDEX provision_line_written ON public.provision_line USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX provision_run_written ON public.provision_run USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX punch_out_by_age ON public.punch_out USING btree (created_at);
CREATE INDEX punch_out_latest ON public.punch_out USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX punch_out_order_by_trade ON public.punch_out_order USING btree (enterprise_id, trade_id);
CREATE INDEX punch_out_setup_identity ON public.punch_out_setup USING btree (from_identity, from_domain);
CREATE INDEX punch_out_setup_login ON public.punch_out_setup USING btree (user_name);
CREATE INDEX purchase_order_due ON public.purchase_order USING btree (expected_day, id) WHERE (state = 'ORDERED'::text);
CREATE INDEX purchase_order_latest ON public.purchase_order USING btree (made_at DESC, id);
CREATE INDEX purchase_order_line_by_sku ON public.purchase_order_line USING btree (sku_id);
CREATE INDEX purchase_order_of_supplier ON public.purchase_order USING btree (supplier_id, made_at DESC, id);
CREATE INDEX quotation_by_number ON public.quotation USING btree (quotation_no);
CREATE INDEX quotation_latest ON public.quotation USING btree (enterprise_id, created_at DESC, id);
CREATE INDEX quotation_of_all ON public.quotation USING btree (created_at DESC, id);
CREATE INDEX quotation_order_by_order ON public.quotation_order USING btree (enterprise_id, order_id);
CREATE INDEX quotation_to_expire ON public.quotation USING btree (valid_until) WHERE (state = 'QUOTED'::text);
CREATE INDEX quotation_unanswered ON public.quotation USING btree (unanswered_since, id) WHERE (unanswered_since IS NOT NULL);
CREATE INDEX quotation_waiting ON public.quotation USING btree (waits_since, id) WHERE (state = 'REQUESTED'::text);
CREATE INDEX rate_counter_ended ON public.rate_counter USING btree (ends_at);
CREATE INDEX recon_difference_queue ON public.recon_difference USING btree (state, day);
CREATE INDEX refund_by_after_sale ON public.refund USING btree (enterprise_id, after_sale_id) WHERE (after_sale_id IS NOT NULL);
CREATE INDEX refund_by_id ON public.refund USING btree (id);
CREATE INDEX refund_by_number ON public.refund USING btree (refund_no);
CREATE INDEX refund_by_payment ON public.refund USING btree (enterprise_id, payment_id);
CREATE INDEX refund_due ON public.refund USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX refund_latest ON public.refund USING btree (created_at DESC, id);
CREATE INDEX refund_unsettled ON public.refund USING btree (created_at) WHERE (state <> 'SETTLED'::text);
CREATE INDEX refund_written ON public.refund USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX repayment_by_time ON public.repayment USING btree (enterprise_id, at DESC, id);
CREATE INDEX repayment_terms_auto ON public.repayment_terms USING btree (enterprise_id) WHERE auto_repay;
CREATE INDEX repayment_written ON public.repayment USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX revenue_line_by_day ON public.revenue_line USING btree (day);
CREATE INDEX revenue_line_by_order ON public.revenue_line USING btree (enterprise_id, order_id);
CREATE INDEX revenue_line_earned ON public.revenue_line USING btree (day DESC, source_id DESC, line_no, part_no) INCLUDE (enterprise_id, kind, order_id, shop_id, rate_bp, earned_fen, earned_tax_fen) WHERE (earned_fen <> 0);
CREATE INDEX revenue_line_earned_by_company ON public.revenue_line USING btree (enterprise_id, day DESC, source_id DESC, line_no, part_no) INCLUDE (kind, order_id, shop_id, rate_bp, earned_fen, earned_tax_fen) WHERE (earned_fen <> 0);
CREATE INDEX revenue_line_written ON public.revenue_line USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX sales_target_of_staff ON public.sales_target USING btree (staff_id, month);
CREATE INDEX search_word_term_of_word ON public.search_word_term USING btree (search_word_id);
CREATE INDEX sensitive_change_due ON public.sensitive_change USING btree (takes_effect_at) WHERE (state = 'PENDING'::text);
CREATE INDEX sensitive_change_latest ON public.sensitive_change USING btree (asked_at DESC, id);
CREATE INDEX session_enterprise ON public.session USING btree (enterprise_id) WHERE (ended_at IS NULL);
CREATE INDEX session_live ON public.session USING btree (user_id, created_at) WHERE (ended_at IS NULL);
CREATE INDEX shop_by_creation ON public.shop USING btree (created_at, id);
CREATE INDEX shop_licence_by_kind ON public.shop_licence USING btree (kind_id);
CREATE INDEX shop_licence_ending ON public.shop_licence USING btree (valid_until, id) WHERE ((stored_at IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX shop_licence_unstored ON public.shop_licence USING btree (entered_at) WHERE (stored_at IS NULL);
CREATE INDEX signing_due ON public.signing USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
CREATE INDEX signing_latest ON public.signing USING btree (created_at DESC, id DESC);
CREATE INDEX signing_of_document ON public.signing USING btree (enterprise_id, kind, subject, created_at DESC);
CREATE INDEX signing_reference ON public.signing USING btree (id);
CREATE INDEX signing_task ON public.signing USING btree (task_id) WHERE (task_id <> ''::text);
CREATE INDEX sku_by_barcode ON public.sku USING btree (barcode) WHERE (barcode <> ''::text);
CREATE INDEX sku_by_bare_code ON public.sku USING btree (regexp_replace(lower(code), '[^a-z0-9]'::text, ''::text, 'g'::text));
CREATE INDEX sku_by_code_part ON public.sku USING gin (text_parts(code)) WITH (gin_pending_list_limit='64');
CREATE INDEX sku_by_manufacturer_no ON public.sku USING btree (lower(manufacturer_no)) WHERE (manufacturer_no <> ''::text);
CREATE INDEX sku_cross_reference_brand_first ON public.sku_cross_reference USING btree (((brand_key || number_key)));
CREATE INDEX sku_cross_reference_brand_last ON public.sku_cross_reference USING btree (((number_key || brand_key)));
CREATE INDEX sku_cross_reference_number ON public.sku_cross_reference USING btree (number_key);
CREATE INDEX sku_of_goods ON public.sku USING btree (goods_id, "position");
CREATE INDEX sku_with_mark ON public.sku USING btree (id) WHERE ((low_stock IS NOT NULL) AND (NOT archived));
CREATE INDEX sms_outbox_by_time ON public.sms_outbox USING btree (at DESC);
CREATE INDEX sms_sent_by_time ON public.sms_sent USING btree (mobile_hmac, at);
CREATE INDEX staff_custom_role_of_role ON public.staff_custom_role USING btree (role_id);
CREATE INDEX staff_intervention_of ON public.staff_intervention USING btree (staff_id, at DESC);
CREATE INDEX staff_notice_choice_wanted ON public.staff_notice_choice USING btree (kind) WHERE wanted;
CREATE INDEX staff_notice_latest ON public.staff_notice USING btree (staff_id, id DESC);
CREATE INDEX staff_notice_unread ON public.staff_notice USING btree (staff_id) WHERE (read_at IS NULL);
CREATE INDEX staff_session_live ON public.staff_session USING btree (staff_id) WHERE (ended_at IS NULL);
CREATE INDEX staff_shop_by_shop ON public.staff_shop USING btree (shop_id);
CREATE INDEX statement_by_time ON public.statement USING btree (month DESC, enterprise_id);
CREATE INDEX statement_entry_by_document ON public.statement_entry USING btree (enterprise_id, document);
CREATE INDEX statement_entry_by_month ON public.statement_entry USING btree (enterprise_id, month, at);
CREATE INDEX statement_entry_written ON public.statement_entry USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX statement_interest_written ON public.statement_interest USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX statement_line_disputed ON public.statement_line USING btree (enterprise_id, month) WHERE (dispute IS NOT NULL);
CREATE INDEX statement_line_queue ON public.statement_line USING btree (disputed_at) WHERE (dispute = 'OPEN'::text);
CREATE INDEX statement_line_written ON public.statement_line USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX statement_unpaid ON public.statement USING btree (due_day) WHERE (state = ANY (ARRAY['CLOSED'::text, 'OVERDUE'::text]));
CREATE INDEX statement_written ON public.statement USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX stock_batch_by_end ON public.stock_batch USING btree (best_before, id);
CREATE INDEX stock_batch_by_number ON public.stock_batch USING btree (batch_no) WHERE (batch_no <> ''::text);
CREATE INDEX stock_count_latest ON public.stock_count USING btree (made_at DESC, id);
CREATE INDEX stock_count_line_by_sku ON public.stock_count_line USING btree (sku_id);
CREATE INDEX stock_count_live ON public.stock_count USING btree (warehouse_id) WHERE (state = ANY (ARRAY['OPEN'::text, 'COUNTED'::text]));
CREATE INDEX stock_count_waiting ON public.stock_count USING btree (state, state_at, id) WHERE (state = ANY (ARRAY['OPEN'::text, 'COUNTED'::text]));
CREATE INDEX stock_movement_latest ON public.stock_movement USING btree (sku_id, at DESC, id DESC);
CREATE INDEX stock_movement_of_count ON public.stock_movement USING btree (stock_count_id) WHERE (stock_count_id IS NOT NULL);
CREATE INDEX stock_movement_of_receipt ON public.stock_movement USING btree (stock_receipt_id) WHERE (stock_receipt_id IS NOT NULL);
CREATE INDEX stock_movement_of_warehouse ON public.stock_movement USING btree (warehouse_id, sku_id, at DESC, id DESC);
CREATE INDEX stock_out_ended ON public.stock_out USING btree (last_day);
CREATE INDEX stock_receipt_latest ON public.stock_receipt USING btree (made_at DESC, id);
CREATE INDEX stock_receipt_line_by_sku ON public.stock_receipt_line USING btree (sku_id);
CREATE INDEX stock_transfer_in_transit ON public.stock_transfer USING btree (sent_at, id) WHERE (state = 'SENT'::text);
CREATE INDEX stock_transfer_latest ON public.stock_transfer USING btree (made_at DESC, id);
CREATE INDEX stock_transfer_line_by_sku ON public.stock_transfer_line USING btree (sku_id);
CREATE INDEX stock_wait_by_sku ON public.stock_wait USING btree (sku_id);
CREATE INDEX supplier_by_name_part ON public.supplier USING gin (text_parts(name));
CREATE INDEX supplier_invoice_by_number ON public.supplier_invoice USING btree (invoice_number);
CREATE INDEX supplier_invoice_latest ON public.supplier_invoice USING btree (made_at DESC, id);
CREATE INDEX supplier_invoice_line_of_order ON public.supplier_invoice_line USING btree (purchase_order_id, order_line_no);
CREATE INDEX supplier_invoice_of_supplier ON public.supplier_invoice USING btree (supplier_id, made_at DESC, id);
CREATE INDEX supplier_invoice_waiting ON public.supplier_invoice USING btree (state, state_at, id) WHERE (state = ANY (ARRAY['DIFFERENT'::text, 'RETURNED'::text]));
CREATE INDEX supplier_price_by_sku ON public.supplier_price USING btree (sku_id);
CREATE INDEX supplier_price_of ON public.supplier_price USING btree (supplier_id, sku_id, valid_from DESC, at DESC);
CREATE INDEX tagged_enterprise_by_tag ON public.tagged_enterprise USING btree (tag_id, enterprise_id);
CREATE INDEX tagged_order_by_tag ON public.tagged_order USING btree (tag_id, enterprise_id, order_id);
CREATE INDEX value_day_correction_by_time ON public.value_day_correction USING btree (at DESC, line_id);
CREATE INDEX value_day_correction_written ON public.value_day_correction USING brin (written_in) WITH (pages_per_range='16');
CREATE INDEX value_day_request_queue ON public.value_day_request USING btree (state, proposed_at);
CREATE INDEX verification_all ON public.verification_submission USING btree (submitted_at, id) WHERE (state <> 'HELD'::text);
CREATE INDEX verification_queue ON public.verification_submission USING btree (state, submitted_at, id);
CREATE INDEX verification_queue_of_step ON public.verification_submission USING btree (state, step, submitted_at, id);
CREATE INDEX verification_reading_age ON public.verification_reading USING btree (at);
CREATE INDEX verification_reading_person ON public.verification_reading USING btree (user_id, at);
CREATE INDEX verification_rejected ON public.verification_submission USING btree (reviewed_at) WHERE ((state = 'FAIL'::text) AND (papers_let_go_at IS NULL));
CREATE INDEX verification_same_code ON public.verification_submission USING btree (code_hmac) WHERE (code_hmac IS NOT NULL);
CREATE INDEX verification_same_id ON public.verification_submission USING btree (id_hmac) WHERE (id_hmac IS NOT NULL);
CREATE INDEX verification_submission_by_time ON public.verification_submission USING btree (enterprise_id, submitted_at DESC);
CREATE INDEX voucher_picture_of ON public.voucher_picture USING btree (enterprise_id, voucher_id, "position");
CREATE INDEX voucher_picture_same ON public.voucher_picture USING btree (hash);
CREATE INDEX voucher_queue ON public.voucher USING btree (state, submitted_at);
CREATE INDEX warehouse_stock_of ON public.warehouse_stock USING btree (warehouse_id, sku_id);
CREATE INDEX wave_latest ON public.wave USING btree (made_at DESC, id);
CREATE INDEX wave_of_state ON public.wave USING btree (state, made_at DESC, id);
CREATE INDEX wave_order_by_wave ON public.wave_order USING btree (wave_id, place);
CREATE INDEX waybill_latest ON public.waybill USING btree (asked_at DESC, id DESC);
CREATE INDEX waybill_number ON public.waybill USING btree (tracking_no) WHERE (tracking_no <> ''::text);
CREATE INDEX waybill_of_order ON public.waybill USING btree (enterprise_id, order_id);
CREATE INDEX waybill_unconfirmed ON public.waybill USING btree (state_at, id) WHERE (state = ANY (ARRAY['ASKED'::text, 'RETURNING'::text]));
CREATE INDEX webhook_by_time ON public.webhook USING btree (enterprise_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_delivery_by_time ON public.webhook_delivery USING btree (enterprise_id, webhook_id, created_at DESC, id);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX webhook_delivery_old ON public.webhook_delivery USING btree (created_at);
CREATE UNIQUE INDEX acceptance_bill_once ON public.acceptance_bill USING btree (enterprise_id, bill_no) WHERE (state <> 'REJECTED'::text);
CREATE UNIQUE INDEX acceptance_request_waiting ON public.acceptance_request USING btree (enterprise_id, bill_id) WHERE (state = 'WAIT'::text);
CREATE UNIQUE INDEX address_one_default ON public.address USING btree (enterprise_id) WHERE is_default;
CREATE UNIQUE INDEX approval_one_pending ON public.approval USING btree (enterprise_id, trade_id) WHERE (state = 'PENDING'::text);
CREATE UNIQUE INDEX attribute_ruler ON public.attribute USING btree (ruler) WHERE ruler;
CREATE UNIQUE INDEX bank_allocation_outgoing ON public.bank_allocation USING btree (enterprise_id, reference) WHERE (kind = 'back'::text);
CREATE UNIQUE INDEX bank_line_reference ON public.bank_line USING btree (account_no, reference) WHERE (voided_at IS NULL);
CREATE UNIQUE INDEX bank_statement_format_headings ON public.bank_statement_format USING btree (md5((headings)::text)) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX bank_statement_format_name ON public.bank_statement_format USING btree (name) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX catalog_document_once ON public.catalog_document USING btree (content_hash, kind, name, valid_until) NULLS NOT DISTINCT WHERE (state = 'kept'::text);
CREATE UNIQUE INDEX catalog_picture_once ON public.catalog_picture USING btree (content_hash) WHERE (state = 'kept'::text);
CREATE UNIQUE INDEX change_mark_by_number ON public.change_mark USING btree (enterprise_id, kind, seq);
CREATE UNIQUE INDEX collection_promise_waiting ON public.collection_promise USING btree (enterprise_id, task_id) WHERE (state = 'WAIT'::text);
CREATE UNIQUE INDEX collection_task_open ON public.collection_task USING btree (enterprise_id) WHERE (state <> 'CLOSED'::text);
CREATE UNIQUE INDEX company_group_link_one ON public.company_group_link USING btree (enterprise_id) WHERE (joined_at IS NOT NULL);
CREATE UNIQUE INDEX coupon_first_order_once ON public.coupon USING btree (enterprise_id) WHERE (first_order AND (state <> 'unused'::text));
CREATE UNIQUE INDEX coupon_grant_once ON public.coupon USING btree (enterprise_id, granted_for) WHERE (granted_for IS NOT NULL);
CREATE UNIQUE INDEX coupon_of_order ON public.coupon USING btree (enterprise_id, order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX custom_role_name ON public.custom_role USING btree (name) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX enterprise_licence_approved ON public.enterprise_licence USING btree (enterprise_id, kind_id) WHERE (state = 'approved'::text);
CREATE UNIQUE INDEX enterprise_licence_pending ON public.enterprise_licence USING btree (enterprise_id, kind_id) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX invoice_issue_number ON public.invoice_issue USING btree (number) WHERE (number IS NOT NULL);
CREATE UNIQUE INDEX invoice_issue_one_blue ON public.invoice_issue USING btree (enterprise_id, invoice_id) WHERE ((kind = 'blue'::text) AND (state <> 'FAILED'::text));
CREATE UNIQUE INDEX invoice_line_once ON public.invoice_line USING btree (enterprise_id, part_id, order_line_no) WHERE live;
CREATE UNIQUE INDEX invoice_red_confirmation_live ON public.invoice_red_confirmation USING btree (enterprise_id, issue_id) WHERE (state <> ALL (ARRAY['REFUSED'::text, 'EXPIRED'::text]));
CREATE UNIQUE INDEX invoice_red_confirmation_number ON public.invoice_red_confirmation USING btree (number) WHERE (number IS NOT NULL);
CREATE UNIQUE INDEX invoice_title_one_default ON public.invoice_title USING btree (enterprise_id) WHERE is_default;
CREATE UNIQUE INDEX limit_request_one ON public.limit_request USING btree (enterprise_id, kind) WHERE (state = 'WAIT'::text);
CREATE UNIQUE INDEX membership_one_main ON public.membership USING btree (enterprise_id) WHERE (account_type = 1);
CREATE UNIQUE INDEX order_stop_request_waiting ON public.order_stop_request USING btree (enterprise_id) WHERE (state = 'WAIT'::text);
CREATE UNIQUE INDEX payment_once ON public.payment USING btree (enterprise_id, trade_id) WHERE (state = 'SETTLED'::text);
CREATE UNIQUE INDEX payment_open ON public.payment USING btree (enterprise_id, trade_id) WHERE (state = ANY (ARRAY['CREATED'::text, 'PENDING'::text, 'UNKNOWN'::text]));
CREATE UNIQUE INDEX project_name ON public.project USING btree (enterprise_id, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX proof_run_night ON public.proof_run USING btree (night) WHERE (state <> 'FAILED'::text);
CREATE UNIQUE INDEX proof_run_one ON public.proof_run USING btree (state) WHERE (state = 'RUNNING'::text);
CREATE UNIQUE INDEX quotation_offer_line_once ON public.quotation_offer_line USING btree (enterprise_id, quotation_id, version, sku_id) WHERE (sku_id IS NOT NULL);
CREATE UNIQUE INDEX refund_once ON public.refund USING btree (enterprise_id, COALESCE(order_id, payment_id), seq);
CREATE UNIQUE INDEX sensitive_change_pending ON public.sensitive_change USING btree (kind, subject_id) WHERE (state = 'PENDING'::text);
CREATE UNIQUE INDEX shop_licence_current ON public.shop_licence USING btree (shop_id, kind_id) WHERE ((stored_at IS NOT NULL) AND (ended_at IS NULL));
CREATE UNIQUE INDEX signing_of_version ON public.signing USING btree (enterprise_id, kind, subject, content_hash) WHERE (state <> ALL (ARRAY['REFUSED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'VOID'::text]));
CREATE UNIQUE INDEX staff_notice_once ON public.staff_notice USING btree (staff_id, once) WHERE (once IS NOT NULL);
CREATE UNIQUE INDEX staff_saved_view_own ON public.staff_saved_view USING btree (staff_id, list, name);
CREATE UNIQUE INDEX stock_out_open ON public.stock_out USING btree (sku_id) WHERE (last_day IS NULL);
CREATE UNIQUE INDEX stock_receipt_file ON public.stock_receipt USING btree (file_hash) WHERE (reversed_at IS NULL);
CREATE UNIQUE INDEX supplier_invoice_once ON public.supplier_invoice USING btree (invoice_number) WHERE ((state <> 'VOID'::text) AND (length(invoice_number) = 20));
CREATE UNIQUE INDEX supplier_invoice_paper_once ON public.supplier_invoice USING btree (invoice_number, invoice_code, supplier_id) WHERE ((state <> 'VOID'::text) AND (length(invoice_number) = 8));
CREATE UNIQUE INDEX trade_proposal_once ON public.trade USING btree (enterprise_id, proposal_id) WHERE (proposal_id IS NOT NULL);
CREATE UNIQUE INDEX value_day_request_waiting ON public.value_day_request USING btree (account_no, reference) WHERE (state = 'WAIT'::text);
CREATE UNIQUE INDEX verification_reading_copy ON public.verification_reading USING btree (enterprise_id, user_id, source, file_id) WHERE (NOT asked);
CREATE UNIQUE INDEX voucher_open ON public.voucher USING btree (enterprise_id, payment_id) WHERE (state = ANY (ARRAY['REVIEW'::text, 'SECOND'::text]));
CREATE UNIQUE INDEX wave_order_open ON public.wave_order USING btree (enterprise_id, order_id) WHERE (outcome IS NULL);
CREATE UNIQUE INDEX waybill_live ON public.waybill USING btree (enterprise_id, order_id, parcel_no) WHERE (state <> ALL (ARRAY['RETURNED'::text, 'ABANDONED'::text]));
CREATE UNIQUE INDEX webhook_confirmation ON public.webhook USING btree (enterprise_id) WHERE ((format = 'CXML'::text) AND (deleted_at IS NULL));
CREATE STATISTICS public.order_people (dependencies) ON enterprise_id, user_id FROM "order";

grant insert, select on acceptance_bill to mall_app;
grant insert, select on acceptance_event to mall_app;
grant insert, select on acceptance_request to mall_app;
grant delete, insert, select on account_manager to mall_app;
grant delete, insert, select on account_manager_change to mall_app;
grant delete, insert, select, update on address to mall_app;
grant insert, select, update on after_sale to mall_app;
grant insert, select on after_sale_entry to mall_app;
grant insert, select, update on after_sale_line to mall_app;
grant delete, insert, select, update on alert_choice to mall_app;
grant delete, insert, select on alert_sent to mall_app;
grant insert, select, update on announcement to mall_app;
grant delete, insert, select, update on announcement_read to mall_app;
grant delete, insert, select, update on api_key to mall_app;
grant insert, select, update on app_user to mall_app;
grant insert, select, update on approval to mall_app;
grant delete, insert, select, update on article to mall_app;
grant insert, select on article_version to mall_app;
grant delete, insert, select, update on attribute to mall_app;
grant delete, insert, select, update on attribute_choice to mall_app;
grant delete, insert, select, update on attribute_set to mall_app;
grant delete, insert, select, update on attribute_set_line to mall_app;
grant insert, select on audit_log to mall_app;
grant insert, select on bad_debt to mall_app;
grant insert, select on bad_debt_entry to mall_app;
grant insert, select on bank_allocation to mall_app;
grant insert, select, update on bank_import to mall_app;
grant insert, select on bank_line to mall_app;
grant insert, select on bank_statement_format to mall_app;
grant delete, insert, select, update on banner to mall_app;
grant delete, insert, select on banner_picture to mall_app;
grant insert, select on batch_movement to mall_app;
grant insert, select, update on batch_stock to mall_app;
grant insert, select on benefit_claim to mall_app;
grant delete, insert, select, update on brand to mall_app;
grant delete, insert, select on captcha to mall_app;
grant delete, insert, select, update on cart_line to mall_app;
grant delete, insert, select, update on catalog_document to mall_app;
grant delete, insert, select, update on catalog_picture to mall_app;
grant select, update on catalog_version to mall_app;
grant delete, insert, select, update on category to mall_app;
grant delete, insert, select, update on category_attribute_set to mall_app;
grant insert, select, update on change_count to mall_app;
grant insert, select, update on change_mark to mall_app;
grant delete, insert, select on change_waiting to mall_app;
grant delete, insert, select, update on closed_account to mall_app;
grant insert, select on closed_month to mall_app;
grant insert, select on collection_entry to mall_app;
grant insert, select on collection_handover to mall_app;
grant insert, select on collection_letter to mall_app;
grant insert, select on collection_promise to mall_app;
grant insert, select on collection_task to mall_app;
grant insert, select, update on comment to mall_app;
grant insert, select, update on comment_reply to mall_app;
grant insert, select, update on company_group to mall_app;
grant delete, insert, select, update on company_group_link to mall_app;
grant insert, select, update on company_group_member to mall_app;
grant delete, insert, select, update on company_picture to mall_app;
grant insert, select on consent to mall_app;
grant delete, insert, select, update on contact_setting to mall_app;
grant insert, select, update on coupon to mall_app;
grant insert, select, update on coupon_code to mall_app;
grant insert, select, update on coupon_code_try to mall_app;
grant insert, select, update on coupon_quota to mall_app;
grant insert, select, update on coupon_template to mall_app;
grant insert, select on credit_account to mall_app;
grant insert, select on credit_agreement to mall_app;
grant delete, insert, select on credit_code_claim to mall_app;
grant insert, select on credit_limit_change to mall_app;
grant insert, select, update on custom_role to mall_app;
grant delete, insert, select, update on daily_call to mall_app;
grant insert, select on delivery_terms to mall_app;
grant insert, select on due_notice to mall_app;
grant insert, select, update on enterprise to mall_app;
grant insert, select, update on enterprise_licence to mall_app;
grant delete, insert, select on enterprise_note to mall_app;
grant delete, insert, select on enterprise_tag to mall_app;
grant insert, select, update on equipment to mall_app;
grant insert, select, update on equipment_reading to mall_app;
grant delete, insert, select on equipment_wear to mall_app;
grant delete, insert, select on favourite to mall_app;
grant delete, insert, select, update on file to mall_app;
grant insert, select on finance_request to mall_app;
grant delete, insert, select on follow_up to mall_app;
grant select on former_secret to mall_app;
grant delete, insert, select, update on freight_row to mall_app;
grant insert, select on gateway_notice to mall_app;
grant insert, select on gateway_receipt to mall_app;
grant insert, select on gateway_trade to mall_app;
grant delete, insert, select, update on goods to mall_app;
grant delete, insert, select, update on goods_attribute to mall_app;
grant delete, insert, select, update on goods_bulk to mall_app;
grant delete, insert, select, update on goods_bulk_row to mall_app;
grant delete, insert, select, update on goods_draft to mall_app;
grant insert, select on goods_event to mall_app;
grant delete, insert, select, update on goods_import to mall_app;
grant delete, insert, select, update on goods_import_file to mall_app;
grant delete, insert, select, update on goods_import_row to mall_app;
grant delete, insert, select, update on goods_machine_model to mall_app;
grant insert, select, update on goods_rating to mall_app;
grant insert, select on goods_receipt to mall_app;
grant insert, select on goods_receipt_line to mall_app;
grant delete, insert, select on goods_relation to mall_app;
grant delete, insert, select, update on goods_search to mall_app;
grant insert, select on goods_version to mall_app;
grant delete, insert, select, update on goods_words to mall_app;
grant delete, insert, select, update on help_category to mall_app;
grant delete, insert, select, update on holiday to mall_app;
grant delete, insert, select, update on home_section to mall_app;
grant delete, insert, select, update on idempotency_key to mall_app;
grant insert, select, update on inquiry to mall_app;
grant insert, select, update on installation to mall_app;
grant delete, insert, select on invited_mobile to mall_app;
grant insert, select on invoice to mall_app;
grant insert, select on invoice_entry to mall_app;
grant delete, insert, select, update on invoice_file to mall_app;
grant insert, select on invoice_issue to mall_app;
grant insert, select on invoice_line to mall_app;
grant insert, select, update on invoice_red_confirmation to mall_app;
grant insert, select on invoice_red_line to mall_app;
grant delete, insert, select, update on invoice_title to mall_app;
grant insert, select, update on job_run to mall_app;
grant delete, insert, select on journal_day to mall_app;
grant delete, insert, select on journal_entry to mall_app;
grant delete, insert, select on journal_line to mall_app;
grant insert, select, update on journal_month to mall_app;
grant insert, select, update on ledger_account to mall_app;
grant insert, select on ledger_seal to mall_app;
grant insert, select on ledger_seal_day to mall_app;
grant insert, select on ledger_transfer to mall_app;
grant insert, select, update on level_benefit to mall_app;
grant insert, select on level_change to mall_app;
grant insert, select, update on level_gift to mall_app;
grant insert, select, update on level_status to mall_app;
grant delete, insert, select, update on licence_kind to mall_app;
grant insert, select on limit_request to mall_app;
grant delete, insert, select, update on live_server to mall_app;
grant delete, insert, select, update on login_counter to mall_app;
grant delete, insert, select, update on machine_model to mall_app;
grant insert, select, update on margin_day to mall_app;
grant delete, insert, select on margin_total to mall_app;
grant delete, insert, select, update on material_code to mall_app;
grant delete, insert, select, update on membership to mall_app;
grant delete, insert, select, update on message to mall_app;
grant insert, select on message_text to mall_app;
grant delete, insert, select, update on missed_search to mall_app;
grant delete, insert, select on mobile_claim to mall_app;
grant delete, insert, select, update on moving_in to mall_app;
grant delete, insert, select, update on moving_in_company to mall_app;
grant insert, select, update on "order" to mall_app;
grant insert, select on order_event to mall_app;
grant insert, select, update on order_line to mall_app;
grant delete, insert, select on order_note to mall_app;
grant insert, select on order_proposal to mall_app;
grant insert, select on order_proposal_line to mall_app;
grant insert, select on order_stop_request to mall_app;
grant insert, select, update on outbox to mall_app;
grant delete, insert, select, update on own_account to mall_app;
grant insert, select, update on paid_day to mall_app;
grant insert, select on parcel to mall_app;
grant insert, select on parcel_line to mall_app;
grant insert, select on parcel_receipt to mall_app;
grant delete, insert, select on parcel_track to mall_app;
grant insert, select, update on patrol to mall_app;
grant insert, select, update on patrol_finding to mall_app;
grant insert, select on payment to mall_app;
grant delete, insert, select on payment_allocation to mall_app;
grant delete, insert, select, update on payment_password to mall_app;
grant delete, insert, select on phone_call to mall_app;
grant insert, select, update on platform_key to mall_app;
grant insert, select on price_change to mall_app;
grant insert, select, update on price_list to mall_app;
grant delete, insert, select, update on price_list_item to mall_app;
grant insert, select, update on project to mall_app;
grant delete, insert, select on project_member to mall_app;
grant delete, insert, select on proof_result to mall_app;
grant delete, insert, select, update on proof_run to mall_app;
grant insert, select on provision_line to mall_app;
grant insert, select on provision_run to mall_app;
grant delete, insert, select, update on punch_out to mall_app;
grant insert, select on punch_out_order to mall_app;
grant insert, select, update on punch_out_setup to mall_app;
grant insert, select on purchase_contract to mall_app;
grant insert, select on purchase_order to mall_app;
grant delete, insert, select on purchase_order_line to mall_app;
grant insert, select on quotation to mall_app;
grant insert, select on quotation_drawing to mall_app;
grant insert, select on quotation_line to mall_app;
grant insert, select on quotation_message to mall_app;
grant insert, select on quotation_offer to mall_app;
grant insert, select on quotation_offer_line to mall_app;
grant insert, select on quotation_order to mall_app;
grant delete, insert, select, update on rate_counter to mall_app;
grant delete, insert, select, update on rate_pool to mall_app;
grant insert, select on receipt_import to mall_app;
grant insert, select, update on recon_difference to mall_app;
grant insert, select, update on recon_run to mall_app;
grant insert, select on refund to mall_app;
grant insert, select on repayment to mall_app;
grant insert, select, update on repayment_terms to mall_app;
grant insert, select on revenue_line to mall_app;
grant insert, select, update on row_edit to mall_app;
grant delete, insert, select on sales_company_total to mall_app;
grant insert, select, update on sales_day to mall_app;
grant insert, select, update on sales_span to mall_app;
grant insert, select, update on sales_target to mall_app;
grant delete, insert, select on sales_total to mall_app;
grant delete, insert, select on seal_key to mall_app;
grant insert, select on search_lexeme to mall_app;
grant delete, insert, select, update on search_word to mall_app;
grant delete, insert, select on search_word_term to mall_app;
grant insert, select, update on sensitive_change to mall_app;
grant delete, insert, select, update on session to mall_app;
grant insert, select, update on setting to mall_app;
grant insert, select on setting_version to mall_app;
grant insert, select, update on shop to mall_app;
grant delete, insert, select, update on shop_licence to mall_app;
grant delete, insert, select, update on shopping_list to mall_app;
grant delete, insert, select, update on shopping_list_line to mall_app;
grant insert, select, update on signing to mall_app;
grant insert, select, update on sku to mall_app;
grant insert, select on sku_cost to mall_app;
grant delete, insert, select on sku_cross_reference to mall_app;
grant insert, select, update on sku_stock to mall_app;
grant delete, insert, select, update on sku_tier to mall_app;
grant delete, insert, select, update on sms_code to mall_app;
grant delete, insert, select on sms_outbox to mall_app;
grant delete, insert, select on sms_sent to mall_app;
grant insert, select, update on staff to mall_app;
grant delete, insert, select on staff_custom_role to mall_app;
grant insert, select on staff_intervention to mall_app;
grant delete, insert, select, update on staff_list_columns to mall_app;
grant delete, insert, select, update on staff_notice to mall_app;
grant insert, select, update on staff_notice_choice to mall_app;
grant delete, insert, select, update on staff_recovery_code to mall_app;
grant delete, insert, select, update on staff_saved_view to mall_app;
grant delete, insert, select, update on staff_session to mall_app;
grant delete, insert, select on staff_shop to mall_app;
grant insert, select on statement to mall_app;
grant insert, select on statement_entry to mall_app;
grant insert, select on statement_interest to mall_app;
grant insert, select on statement_line to mall_app;
grant insert, select on stock_batch to mall_app;
grant insert, select on stock_count to mall_app;
grant insert, select on stock_count_line to mall_app;
grant insert, select on stock_movement to mall_app;
grant insert, select, update on stock_out to mall_app;
grant insert, select on stock_receipt to mall_app;
grant insert, select on stock_receipt_line to mall_app;
grant insert, select on stock_transfer to mall_app;
grant delete, insert, select on stock_transfer_line to mall_app;
grant delete, insert, select on stock_wait to mall_app;
grant insert, select, update on summed_day to mall_app;
grant insert, select on supplier to mall_app;
grant insert, select on supplier_invoice to mall_app;
grant delete, insert, select on supplier_invoice_line to mall_app;
grant insert, select on supplier_price to mall_app;
grant delete, insert, select on tagged_enterprise to mall_app;
grant delete, insert, select on tagged_order to mall_app;
grant delete, insert, select on ticket to mall_app;
grant insert, select, update on trade to mall_app;
grant insert, select on transfer_code to mall_app;
grant delete, insert, select on user_enterprise to mall_app;
grant insert, select on value_day_correction to mall_app;
grant insert, select on value_day_request to mall_app;
grant delete, insert, select, update on verification_reading to mall_app;
grant insert, select, update on verification_submission to mall_app;
grant insert, select, update on visitor_day to mall_app;
grant delete, insert, select, update on visitor_sketch to mall_app;
grant insert, select on voucher to mall_app;
grant insert, select on voucher_picture to mall_app;
grant insert, select, update on warehouse to mall_app;
grant insert, select, update on warehouse_stock to mall_app;
grant insert, select on wave to mall_app;
grant insert, select on wave_order to mall_app;
grant insert, select, update on waybill to mall_app;
grant insert, select, update on webhook to mall_app;
grant insert, select on webhook_attempt to mall_app;
grant delete, insert, select, update on webhook_delivery to mall_app;
grant update (state, decided_by, decided_at, opinion, ended_at, covers, quoted_rate_bp) on acceptance_bill to mall_app;
grant update (state, decided_by, decided_at) on acceptance_request to mall_app;
grant update (staff_id, since) on account_manager to mall_app;
grant update (recovered_fen, forgiven_fen) on bad_debt to mall_app;
grant update (undone_at, undone_by, undo_reason) on bank_allocation to mall_app;
grant update (source, day, assigned_fen, payer_name, payer_account, remark, import_id, voided_at, traded_at) on bank_line to mall_app;
grant update (ended_by, ended_at) on bank_statement_format to mall_app;
grant update (stored_at) on collection_handover to mall_app;
grant update (content_sealed) on collection_letter to mall_app;
grant update (state, received_fen, decided_by, decided_at) on collection_promise to mall_app;
grant update (state, owner_id, due_day, overdue_fen, closed_at) on collection_task to mall_app;
grant update (base_limit_fen, temp_limit_fen, temp_end_day, stop_scope, stop_reason, stop_contact, freed_fen) on credit_account to mall_app;
grant update (name) on enterprise_tag to mall_app;
grant update (state, decided_by, decided_at) on finance_request to mall_app;
grant update (next_day, done_by, done_at) on follow_up to mall_app;
grant update (outcome) on gateway_receipt to mall_app;
grant update (state, amount_fen, tax_fen, rate_bp, red_fen, reason, mistaken, entries, state_at, issued_at) on invoice to mall_app;
grant update (state, number, issued_at, tries, next_try_at, failure, seller_name, seller_tax_no) on invoice_issue to mall_app;
grant update (quantity, amount_fen, tax_fen, red_fen, live, tax_code, tax_name, rate_bp) on invoice_line to mall_app;
grant update (transfers) on journal_day to mall_app;
grant update (rows, total, hash) on ledger_seal to mall_app;
grant update (until, rows, sealed_at, root) on ledger_seal_day to mall_app;
grant update (state, decided_by, decided_at) on limit_request to mall_app;
grant update (state, reason, state_at) on order_proposal to mall_app;
grant update (state, decided_by, decided_at) on order_stop_request to mall_app;
grant update (carrier, tracking_no, kind, driver, plate, driver_mobile, weigh_note_no, net_kg, litres, received_at, track_state, track_asked_at, track_misses, track_due) on parcel to mall_app;
grant update (returned_fen) on parcel_line to mall_app;
grant update (state, paid_at, expires_at, value_day, reference, remark_code, invitation, failure, asked_at, queries, next_query_at, invited_at) on payment to mall_app;
grant update (refunded_fen) on payment_allocation to mall_app;
grant update (contact_user_id, contact_name, withdrawn_at) on phone_call to mall_app;
grant update (confirmation_id, confirmation_hash) on punch_out_order to mall_app;
grant update (shop_id, supplier_id, state, rate_bp, expected_day, note, total_fen, closed_reason, state_at) on purchase_order to mall_app;
grant update (invoiced, invoiced_fen) on purchase_order_line to mall_app;
grant update (state, version, valid_until, reminded_version, reason, messages, row_version, waits_since, state_at, updated_at, unanswered_since, staff_read_no, buyer_read_no) on quotation to mall_app;
grant update (state, tries, next_try_at, failure, reference, settled_at) on refund to mall_app;
grant update (bounced_at, undone_at) on repayment to mall_app;
grant update (state, settled_fen, interest_day, confirmed_at, confirmed_by, paid_at, exact_interest, interest_rates) on statement to mall_app;
grant update (reversed_fen, recharged_fen) on statement_interest to mall_app;
grant update (dispute, dispute_reason, disputed_by, disputed_at, disputed_day, deferred_day, opinion, decided_by, decided_at, withdrawn_at, withdrawn_by, disputed_fen, granted_fen, disputed_units, dispute_pictures) on statement_line to mall_app;
grant update (made_on, best_before) on stock_batch to mall_app;
grant update (state, round, rejected_reason, state_at, submitted_by, submitted_at, approved_by, approved_at) on stock_count to mall_app;
grant update (counted, counted_booked, counted_by, counted_at, moved, hundred_fen) on stock_count_line to mall_app;
grant update (reversed_at) on stock_receipt to mall_app;
grant update (shop_ids, from_id, to_id, state, note, closed_reason, state_at, sent_at) on stock_transfer to mall_app;
grant update (received, missing) on stock_transfer_line to mall_app;
grant update (name, credit_code, contact_name, contact_phone, payment_terms, lead_days, active) on supplier to mall_app;
grant update (shop_ids, invoice_code, invoice_number, invoiced_on, state, net_fen, tax_fen, total_fen, tolerance_bp, holds_units, note, typed_by, state_at, decided_by, decided_at, reason, voided_by, voided_at, void_reason) on supplier_invoice to mall_app;
grant update (over_ordered, over_received) on supplier_invoice_line to mall_app;
grant update (payment_id) on transfer_code to mall_app;
grant update (state, decided_by, decided_at, line_id) on value_day_request to mall_app;
grant update (state, first_by, first_at, first_fen, first_line_id, opinion, decided_by, decided_at) on voucher to mall_app;
grant update (state, state_at) on wave to mall_app;
grant update (outcome, packed_by, packed_at) on wave_order to mall_app;
