// Written by tools/schema.ts from the migrated database. Do not edit; run npm run schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fen } from '#contract/platform/core/money.ts'

/** The type is parsed when read, and text when written. */
// biome-ignore lint/suspicious/noExplicitAny: what a json column holds is its table's own affair
export type Json = ColumnType<any, string, string>
// biome-ignore lint/suspicious/noExplicitAny: the same
export type JsonOrDefault = ColumnType<any, string | undefined, string>

export interface AcceptanceBillTable {
  enterprise_id: string
  id: string
  bill_no: string
  acceptor: string
  amount_fen: Fen
  maturity_day: string
  file_id: string
  state: 'WAIT' | 'ACCEPTED' | 'DISCOUNTED' | 'REJECTED' | 'RECOURSE' | 'BOUNCED' | 'HONOURED'
  submitted_by: string
  submitted_at: Date
  decided_by: string | null
  decided_at: Date | null
  opinion: string | null
  ended_at: Date | null
  written_in: Generated<number>
  acceptor_kind: Generated<'bank' | 'commercial'>
  covers: Generated<boolean>
  quoted_rate_bp: number | null
}

export interface AcceptanceEventTable {
  enterprise_id: string
  id: string
  bill_id: string
  verb: 'accept' | 'lapse' | 'honour' | 'discount' | 'bounce' | 'recourse'
  amount_fen: Fen
  acceptor_kind: 'bank' | 'commercial'
  covered_fen: Fen
  freed_fen: Fen
  value_day: string
  received_fen: Fen
  fee_fen: Fen
  discount_fen: Fen
  allocation_id: string | null
  request_id: string | null
  staff_id: string | null
  at: Date
  written_in: Generated<number>
}

export interface AcceptanceRequestTable {
  enterprise_id: string
  id: string
  bill_id: string
  value_day: string
  fee_fen: Fen
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
  written_in: Generated<number>
  kind: Generated<'honour' | 'discount' | 'recourse'>
  line_id: string | null
  discount_fen: Generated<Fen>
  seal_form: Generated<number>
}

export interface AccountManagerTable {
  enterprise_id: string
  staff_id: string | null
  since: Date
}

export interface AccountManagerChangeTable {
  enterprise_id: string
  id: string
  staff_id: string | null
  changed_by: string
  at: Date
}

export interface AddressTable {
  enterprise_id: string
  id: string
  name: string
  mobile: string
  area_code: string
  province: string
  city: string
  district: string
  detail: string
  is_default: boolean
  created_at: Date
  project_id: string | null
}

export interface AfterSaleTable {
  enterprise_id: string
  id: string
  after_sale_no: string
  order_id: string
  user_id: string
  type: 'REFUND' | 'RETURN' | 'EXCHANGE'
  state: 'APPLIED' | 'APPROVED' | 'RETURNING' | 'RECEIVED' | 'REFUNDED' | 'EXCHANGED' | 'REJECTED' | 'CANCELLED'
  reason: string
  description: string
  freight_asked: boolean
  freight_fen: Generated<Fen>
  pictures: Json
  carrier: string | null
  tracking_no: string | null
  refund_fen: Fen | null
  exchange_order_id: string | null
  entries: number
  state_at: Date
  created_at: Date
}

export interface AfterSaleEntryTable {
  enterprise_id: string
  after_sale_id: string
  seq: number
  verb: string
  actor_kind: 'member' | 'staff' | 'clock'
  actor_id: string | null
  text: string
  at: Date
}

export interface AfterSaleLineTable {
  enterprise_id: string
  after_sale_id: string
  line_no: number
  stage: 'unsent' | 'sent'
  asked: number
  accepted: number
  restocked: Generated<number>
  refund_fen: Generated<Fen>
}

export interface AlertChoiceTable {
  enterprise_id: string
  user_id: string
  kind: 'due' | 'statement' | 'approval' | 'order' | 'refund' | 'afterSale' | 'quotation' | 'proposal' | 'invoice' | 'coupon' | 'review' | 'stock'
  by_sms: boolean
  by_mail: Generated<boolean>
  by_wechat: Generated<boolean>
}

export interface AlertSentTable {
  enterprise_id: string
  user_id: string
  id: string
  at: Date
  by_sms: Generated<boolean>
}

export interface AnnouncementTable {
  id: string
  title: string
  text: string
  day_from: string
  day_to: string | null
  starts_at: Date
  ends_at: Date | null
  pinned: boolean
  withdrawn_at: Date | null
  created_at: Date
  created_by: string
  told_at: Date | null
}

export interface AnnouncementReadTable {
  enterprise_id: string
  user_id: string
  announcement_id: string
  read_at: Date
  hidden_at: Date | null
}

export interface ApiKeyTable {
  enterprise_id: string
  id: string
  name: string
  prefix: string
  token_hash: Buffer
  codes: string
  addresses: Json
  expires_at: Date | null
  created_by: string
  created_at: Date
  last_used_at: Date | null
  last_used_ip: string | null
  replaced_by: string | null
  revoked_at: Date | null
  revoked_kind: 'member' | 'staff' | null
  revoked_by: string | null
}

export interface AppUserTable {
  id: string
  mobile_sealed: Buffer
  mobile_masked: string
  user_name: string | null
  head_img: string | null
  password_hash: string | null
  status: number
  last_enterprise_id: string | null
  created_at: Date
  closed_at: Date | null
  mobile_verified_at: Date | null
}

export interface ApprovalTable {
  enterprise_id: string
  id: string
  trade_id: string
  asked_by: string
  asked_at: Date
  state: 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED'
  why: string
  payable_fen: Fen
  method: 'credit' | 'wallet' | 'online' | 'transfer'
  decided_by: string | null
  decided_at: Date | null
  opinion: string | null
}

export interface ArticleTable {
  id: string
  agreement_id: number | null
  help_category_id: string | null
  published_no: number | null
  draft: Json | null
  rev: number
  position: number
  created_at: Date
  updated_at: Date
  updated_by: string | null
}

export interface ArticleVersionTable {
  article_id: string
  no: number
  title: string
  summary: string
  keywords: string
  text: string
  label: string | null
  hash: Buffer
  note: string
  published_at: Date
  published_by: string | null
}

export interface AttributeTable {
  id: string
  code: string
  name: string
  kind: 'choice' | 'number' | 'text' | 'boolean'
  unit: string
  decimals: number
  lower: string | null
  upper: string | null
  multiple: boolean
  required: boolean
  filterable: boolean
  compared: boolean
  makes_skus: boolean
  on_card: boolean
  ruler: boolean
  created_at: Date
}

export interface AttributeChoiceTable {
  attribute_id: string
  id: string
  name: string
  position: number
  synonyms: string[]
}

export interface AttributeSetTable {
  id: string
  name: string
  created_at: Date
}

export interface AttributeSetLineTable {
  set_id: string
  attribute_id: string
  position: number
  required: boolean
  filterable: boolean
  compared: boolean
  makes_skus: boolean
  on_card: boolean
}

export interface AuditLogTable {
  at: Date
  id: string
  request_id: string
  actor_kind: 'guest' | 'member' | 'staff' | 'system' | 'machine'
  actor_id: string | null
  enterprise_id: string | null
  ip: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  outcome: 'ok' | 'refused'
  reason: string | null
  facts: Json | null
  parent_name: string | null
  written_in: Generated<number>
}

export interface BadDebtTable {
  enterprise_id: string
  id: string
  month: string
  principal_fen: Fen
  interest_fen: Fen
  provided_fen: Fen
  due_day: string
  recovered_fen: Generated<Fen>
  forgiven_fen: Generated<Fen>
  written_off_at: Date
  written_in: Generated<number>
}

export interface BadDebtEntryTable {
  enterprise_id: string
  id: string
  bad_debt_id: string
  kind: 'recover' | 'bounce' | 'forgive' | 'before'
  amount_fen: Fen
  document: string
  value_day: string
  at: Date
  written_in: Generated<number>
}

export interface BankAllocationTable {
  enterprise_id: string
  id: string
  line_id: string
  kind: 'payment' | 'wallet' | 'back' | 'acceptance'
  amount_fen: Fen
  payment_id: string | null
  title: string
  reason: string | null
  reference: string | null
  made_by: string
  at: Date
  alone: Generated<boolean>
  written_in: Generated<number>
  acceptance_id: string | null
  seal_form: Generated<number>
  undone_at: Date | null
  undone_by: string | null
  undo_reason: string | null
}

export interface BankImportTable {
  id: string
  account_no: string
  file_name: string
  added: number
  known: number
  skipped: number
  refused: number
  amount_fen: Fen
  imported_by: string
  at: Date
}

export interface BankLineTable {
  id: string
  account_no: string
  reference: string
  source: 'statement' | 'typed'
  day: string
  amount_fen: Fen
  assigned_fen: Generated<Fen>
  payer_name: string
  payer_account: string
  remark: string
  import_id: string | null
  typed_by: string | null
  at: Date
  voided_at: Date | null
  traded_at: Date | null
  written_in: Generated<number>
}

export interface BankStatementFormatTable {
  id: string
  name: string
  headings: Json
  mapping: Json
  made_by: string
  made_at: Date
  ended_by: string | null
  ended_at: Date | null
  account_no: string | null
}

export interface BannerTable {
  id: string
  title: string
  note: string
  target: string
  tone: 'pine' | 'steel' | 'copper'
  day_from: string
  day_to: string | null
  shown: boolean
  position: number
  picture_id: string | null
  created_at: Date
}

export interface BannerPictureTable {
  id: string
  banner_id: string
  type: string
  bytes: Buffer
}

export interface BatchMovementTable {
  sku_id: string
  movement_id: string
  batch_id: string
  quantity: number
  parcel_enterprise_id: string | null
  parcel_id: string | null
}

export interface BatchStockTable {
  sku_id: string
  warehouse_id: string
  batch_id: string
  units: number
}

export interface BenefitClaimTable {
  enterprise_id: string
  id: string
  benefit: 'temp' | 'coupons' | 'gift'
  period: string
  level: number
  user_id: string
  text: string
  at: Date
}

export interface BrandTable {
  id: string
  name: string
  logo_picture_id: string | null
  origin: string
  certificates: string
  created_at: Date
}

export interface CaptchaTable {
  key: string
  purpose: string
  answer_hmac: Buffer
  expires_at: Date
}

export interface CartLineTable {
  enterprise_id: string
  id: string
  user_id: string
  sku_id: string
  goods_num: number
  selected: boolean
  created_at: Date
  changed_at: Date | null
}

export interface CatalogDocumentTable {
  id: string
  state: 'storing' | 'kept' | 'deleting'
  name: string
  kind: 'certificate' | 'test' | 'drawing' | 'msds' | 'other'
  valid_until: string | null
  bytes: number
  content_hash: Buffer
  staff_id: string | null
  created_at: Date
  used_at: Date | null
}

export interface CatalogPictureTable {
  id: string
  state: 'storing' | 'kept' | 'deleting'
  alt: string
  width: number
  height: number
  parts: Json
  bytes: number
  content_hash: Buffer
  stored_hash: Buffer
  staff_id: string | null
  created_at: Date
  used_at: Date | null
}

export interface CatalogVersionTable {
  one: boolean
  version: number
}

export interface CategoryTable {
  id: number
  parent_id: number | null
  name: string
  position: number
  tax_code: string | null
  tax_name: string | null
  shown: Generated<boolean>
  picture_id: string | null
  licence_kind_ids: Generated<string[]>
}

export interface CategoryAttributeSetTable {
  category_id: number
  set_id: string
}

export interface ChangeCountTable {
  enterprise_id: string
  last: number
}

export interface ChangeMarkTable {
  enterprise_id: string
  kind: 'order' | 'statement' | 'invoice' | 'quotation'
  object: string
  seq: number
  at: Date
}

export interface ChangeWaitingTable {
  enterprise_id: string
  id: GeneratedAlways<number>
  kind: string
  object: string
}

export interface ClosedAccountTable {
  id: string
  sealed: Buffer
  closed_at: Date
}

export interface ClosedMonthTable {
  month: string
  at: Date
  written_in: Generated<number>
}

export interface CollectionEntryTable {
  enterprise_id: string
  id: string
  task_id: string
  kind: string
  note: string
  staff_id: string | null
  at: Date
}

export interface CollectionHandoverTable {
  enterprise_id: string
  id: string
  task_id: string
  firm: string
  counsel: string
  day: string
  note: string
  file_name: string
  file_bytes: number
  file_hash: Buffer
  stored_at: Date | null
  made_by: string
  made_at: Date
}

export interface CollectionLetterTable {
  enterprise_id: string
  id: string
  task_id: string
  kind: 'remind' | 'demand' | 'lawyer'
  letter_no: string
  text_version: string
  content_sealed: Buffer
  hash: Buffer
  total_fen: Fen
  reply_day: string
  issued_by: string
  issued_at: Date
}

export interface CollectionPromiseTable {
  enterprise_id: string
  id: string
  task_id: string
  amount_fen: Fen
  day: string
  note: string
  state: 'WAIT' | 'KEPT' | 'BROKEN' | 'WITHDRAWN'
  received_fen: Generated<Fen>
  owner_id: string
  made_by: string
  made_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export interface CollectionTaskTable {
  enterprise_id: string
  id: string
  state: 'OPEN' | 'PROMISED' | 'BROKEN' | 'COUNSEL' | 'CLOSED'
  owner_id: string | null
  due_day: string
  overdue_fen: Fen
  opened_at: Date
  closed_at: Date | null
}

export interface CommentTable {
  enterprise_id: string
  id: string
  order_id: string
  line_no: number
  goods_id: string
  user_id: string
  stars: number
  text: string
  pictures: Json
  anonymous: boolean
  answer: string | null
  answered_at: Date | null
  answered_by: string | null
  hidden_at: Date | null
  hidden_reason: string | null
  removed_at: Date | null
  created_at: Date
}

export interface CommentReplyTable {
  enterprise_id: string
  comment_id: string
  id: string
  user_id: string
  text: string
  removed_at: Date | null
  created_at: Date
}

export interface CompanyGroupTable {
  enterprise_id: string
  name: string
  limit_fen: Fen
  row_version: Generated<number>
  created_at: Date
  ended_at: Date | null
}

export interface CompanyGroupLinkTable {
  enterprise_id: string
  parent_id: string
  joined_at: Date | null
}

export interface CompanyGroupMemberTable {
  enterprise_id: string
  member_id: string
  share_fen: Generated<Fen>
  invited_at: Date
  joined_at: Date | null
  left_at: Date | null
  shows_categories: Generated<boolean>
}

export interface CompanyPictureTable {
  id: string
  part: string
  bytes: Buffer
  uploaded_at: Date
  used_at: Date | null
}

export interface ConsentTable {
  enterprise_id: string
  id: string
  user_id: string
  kind: 'registration' | 'papers'
  text_version: string
  text_hash: Buffer
  ip: string | null
  at: Date
}

export interface ContactSettingTable {
  id: string
  user_id: string | null
  staff_id: string | null
  mail_sealed: Buffer | null
  mail_masked: string | null
  new_mail_sealed: Buffer | null
  code_hmac: Buffer | null
  code_until: Date | null
  code_tries: Generated<number>
  quiet_from: number | null
  quiet_until: number | null
  updated_at: Date
  wechat_sealed: Buffer | null
  wechat_bound_at: Date | null
  wechat_unfollowed_at: Date | null
}

export interface CouponTable {
  enterprise_id: string
  id: string
  template_id: string
  nth: number
  state: 'unused' | 'locked' | 'used'
  from_day: string
  until_day: string
  order_id: string | null
  order_no: string | null
  claimed_by: string | null
  claimed_at: Date
  granted_for: string | null
  used_at: Date | null
  reminded_at: Date | null
  first_order: Generated<boolean>
}

export interface CouponCodeTable {
  code: string
  template_id: string
  made_at: Date
  redeemed_by: string | null
  coupon_id: string | null
}

export interface CouponCodeTryTable {
  enterprise_id: string
  since: Date
  tries: number
}

export interface CouponQuotaTable {
  template_id: string
  total: number
  claimed: number
}

export interface CouponTemplateTable {
  id: string
  shop_id: string
  name: string
  description: string
  amount_fen: Fen
  threshold_fen: Fen
  scope: 'all' | 'categories' | 'goods'
  scope_ids: Json
  from_day: string | null
  until_day: string | null
  days: number | null
  way: 'claim' | 'code' | 'grant'
  per_enterprise: number
  level: number
  stopped_at: Date | null
  created_by: string | null
  created_at: Date
  kind: Generated<'amount' | 'percent' | 'freight'>
  off_bp: number | null
  first_order: Generated<boolean>
  enterprise_ids: JsonOrDefault
}

export interface CreditAccountTable {
  enterprise_id: string
  base_limit_fen: Fen
  temp_limit_fen: Fen
  temp_end_day: string | null
  opened_at: Date
  stop_scope: 'credit' | 'all' | null
  stop_reason: string | null
  stop_contact: string | null
  freed_fen: Generated<Fen>
}

export interface CreditAgreementTable {
  enterprise_id: string
  id: string
  user_id: string
  text_version: string
  text_hash: Buffer
  ip: string | null
  accepted_at: Date
}

export interface CreditCodeClaimTable {
  code_hmac: Buffer
  enterprise_id: string
  claimed_at: Date
}

export interface CreditLimitChangeTable {
  enterprise_id: string
  id: string
  kind: 'base' | 'temp' | 'group'
  limit_fen: Fen
  temp_end_day: string | null
  reason: string
  staff_id: string | null
  at: Date
  written_in: Generated<number>
}

export interface CustomRoleTable {
  id: string
  name: string
  description: string
  codes: string
  created_by: string
  created_at: Date
  ended_at: Date | null
}

export interface DailyCallTable {
  enterprise_id: string
  call: string
  day: string
  times: number
}

export interface DeliveryTermsTable {
  version: number
  effective_at: Date
  cut_off: string
  default_days: number | null
  provinces: Json
}

export interface DueNoticeTable {
  enterprise_id: string
  subject: string
  at: Date
}

export interface EnterpriseTable {
  id: string
  name: string | null
  agent_name: string | null
  status: number
  auth_level: number
  auth_status: number | null
  member_level: number
  created_at: Date
  credit_code_masked: string | null
  closed_at: Date | null
}

export interface EnterpriseLicenceTable {
  enterprise_id: string
  id: string
  kind_id: string
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired' | 'replaced'
  user_id: string
  sealed: Buffer
  number_masked: string
  valid_until: string
  file_id: string
  submitted_at: Date
  expected_day: string
  claimed_by: string | null
  claimed_until: Date | null
  reviewed_by: string | null
  reviewed_at: Date | null
  reasons: Json | null
  opinion: string | null
  reminded_at: Date | null
  papers_let_go_at: Date | null
}

export interface EnterpriseNoteTable {
  enterprise_id: string
  id: string
  text: string
  staff_id: string
  at: Date
}

export interface EnterpriseTagTable {
  id: string
  name: string
  created_at: Date
}

export interface EquipmentTable {
  enterprise_id: string
  id: string
  name: string
  model: string
  serial_no: string
  project_id: string | null
  created_at: Date
  deleted_at: Date | null
}

export interface EquipmentReadingTable {
  enterprise_id: string
  equipment_id: string
  day: string
  hours: number
  user_id: string
  at: Date
}

export interface EquipmentWearTable {
  enterprise_id: string
  equipment_id: string
  sku_id: string
  per_10k_hours: number
  position: number
}

export interface FavouriteTable {
  enterprise_id: string
  user_id: string
  goods_id: string
  created_at: Date
}

export interface FileTable {
  enterprise_id: string
  id: string
  user_id: string
  purpose: 'avatar' | 'idPhoto' | 'licence' | 'tradeLicence' | 'cashFlow' | 'voucher' | 'acceptance' | 'afterSale' | 'comment' | 'signedReceipt' | 'patrol' | 'dispute' | 'drawing'
  media_type: string
  bytes: number
  width: number
  height: number
  stored_hash: Buffer
  sealed_key: Buffer | null
  bound_to: string | null
  created_at: Date
}

export interface FinanceRequestTable {
  enterprise_id: string
  id: string
  kind: 'waiveInterest' | 'writeOff' | 'forgive'
  month: string | null
  amount_fen: Fen
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
  written_in: Generated<number>
  interest_fen: Fen | null
  bad_debt_id: string | null
}

export interface FollowUpTable {
  enterprise_id: string
  id: string
  kind: 'phone' | 'visit' | 'wechat' | 'other'
  text: string
  staff_id: string
  at: Date
  next_day: string | null
  done_by: string | null
  done_at: Date | null
}

export interface FormerSecretTable {
  id: string
  keys_sealed: Buffer
  since: Date
}

export interface FreightRowTable {
  shop_id: string
  position: number
  provinces: string[]
  delivered: boolean
  first_grams: number
  first_fen: Fen
  next_grams: number
  next_fen: Fen
  free_from_fen: Fen | null
}

export interface GatewayNoticeTable {
  channel: string
  notice_id: string
  out_no: string
  told: string
  amount_fen: Fen | null
  verdict: string
  at: Date
}

export interface GatewayReceiptTable {
  channel: string
  reference: string
  enterprise_id: string
  payment_id: string
  amount_fen: Fen
  outcome: 'settled' | 'late' | 'mismatch'
  value_day: string
  at: Date
  written_in: Generated<number>
}

export interface GatewayTradeTable {
  out_trade_no: string
  channel: string
  enterprise_id: string
  payment_id: string
  written_in: Generated<number>
}

export interface GoodsTable {
  id: string
  slug: string
  shop_id: string | null
  category_id: number | null
  name: string
  spec: string
  unit: string
  parameters: Json
  description: string
  hardness_from: number | null
  hardness_to: number | null
  position: number
  created_at: Date
  tax_code: string | null
  tax_name: string | null
  pictures: JsonOrDefault
  documents: JsonOrDefault
  subtitle: Generated<string>
  brand_id: string | null
  state: Generated<'draft' | 'on_sale' | 'off_sale' | 'archived'>
  tags: Generated<string[]>
  freight: Generated<'shop' | 'free' | 'tanker'>
  after_sale: Generated<'standard' | 'qualityOnly' | 'none'>
  version: Generated<number>
  published_at: Date | null
  row_version: Generated<number>
  changed_by: string | null
  changed_at: Date
  change_note: Generated<string>
  on_shelf: GeneratedAlways<boolean>
  licence_kind_ids: Generated<string[]>
}

export interface GoodsAttributeTable {
  goods_id: string
  sku_id: string | null
  attribute_id: string
  choice_id: string | null
  number_value: string | null
  text_value: string | null
  boolean_value: boolean | null
}

export interface GoodsBulkTable {
  id: string
  staff_id: string
  change: Json
  state: 'trying' | 'tried' | 'applying' | 'done' | 'stopped' | 'undoing' | 'undone'
  goods_count: number
  done_count: Generated<number>
  counts: JsonOrDefault
  tried_hash: Buffer | null
  applied_by: string | null
  confirmed: Generated<boolean>
  created_at: Date
  ended_at: Date | null
}

export interface GoodsBulkRowTable {
  bulk_id: string
  row_no: number
  goods_id: string
  code: Generated<string>
  name: Generated<string>
  result: 'changed' | 'same' | 'refused' | 'kept' | null
  differences: JsonOrDefault
  reason: Generated<string>
  questions: Json | null
  seen: Buffer | null
  due: Generated<boolean>
  applied: Generated<boolean>
  undone: Generated<boolean>
  before: Json | null
  row_version: number | null
}

export interface GoodsDraftTable {
  goods_id: string
  content: Json
  base: Json | null
  base_version: number
  edited_by: string | null
  edited_at: Date
  publish_at: Date | null
  publish_by: string | null
  publish_note: Generated<string>
  publish_failed: string | null
}

export interface GoodsEventTable {
  goods_id: string
  version: number
  id: GeneratedAlways<number>
  staff_id: string | null
  at: Date
  note: string
  differences: Json
}

export interface GoodsImportTable {
  id: string
  staff_id: string
  file_name: string
  file_hash: Buffer
  mode: 'both' | 'new' | 'change'
  clear_empty: boolean
  state: 'trying' | 'tried' | 'applying' | 'done' | 'stopped'
  titles: Json
  row_count: number
  done_count: Generated<number>
  counts: JsonOrDefault
  tried_hash: Buffer | null
  applied_by: string | null
  confirmed: Generated<boolean>
  archive_id: string | null
  created_at: Date
  ended_at: Date | null
}

export interface GoodsImportFileTable {
  import_id: string
  name: string
  path: string
  picture_id: string | null
  document_id: string | null
  refused: string | null
}

export interface GoodsImportRowTable {
  import_id: string
  row_no: number
  goods_no: number
  same_as: number | null
  goods_code: string
  sku_code: string
  cells: Json
  verdict: 'added' | 'changed' | 'same' | 'skipped' | 'refused' | null
  faults: JsonOrDefault
  questions: Json | null
  seen: Buffer | null
  due: Generated<boolean>
  applied: Generated<boolean>
}

export interface GoodsMachineModelTable {
  goods_id: string
  machine_model_id: string
}

export interface GoodsRatingTable {
  goods_id: string
  stars_1: Generated<number>
  stars_2: Generated<number>
  stars_3: Generated<number>
  stars_4: Generated<number>
  stars_5: Generated<number>
  pictured: Generated<number>
}

export interface GoodsReceiptTable {
  id: string
  purchase_order_id: string
  receipt_no: number
  reverses: string | null
  note: string
  staff_id: string
  at: Date
  warehouse_id: Generated<string>
}

export interface GoodsReceiptLineTable {
  receipt_id: string
  line_no: number
  quantity: number
  batch_id: string | null
}

export interface GoodsRelationTable {
  goods_id: string
  kind: 'fits' | 'substitute' | 'together'
  other_id: string
  position: number
}

export interface GoodsSearchTable {
  goods_id: string
  category_id: number
  parent_category_id: number
  words: string | null
  codes: string | null
  lowest_sale_fen: Fen
  in_stock: boolean
  sales: number
  hardness_from: number | null
  hardness_to: number | null
  position: number
  on_shelf: boolean
  changed_in: Generated<string>
}

export interface GoodsVersionTable {
  goods_id: string
  version: number
  content: Json
  staff_id: string | null
  at: Date
  note: string
  differences: Json | null
}

export interface GoodsWordsTable {
  goods_id: string
  lexemes: string
  codes: string
  version: Generated<number>
}

export interface HelpCategoryTable {
  id: string
  name: string
  note: string
  position: number
}

export interface HolidayTable {
  day: string
  working: boolean
  name: string
}

export interface HomeSectionTable {
  id: string
  kind: 'stage' | 'categories' | 'hardness' | 'stock' | 'picked' | 'byCategory' | 'credit' | 'quickOrder' | 'announcement'
  title: string
  text: string
  target: string
  goods_rule: 'hand' | 'newest' | 'sales' | 'priceUp' | null
  goods_ids: Json
  goods_count: number
  day_from: string | null
  day_to: string | null
  guests: boolean
  levels: Json
  shown: boolean
  position: number
  created_at: Date
}

export interface IdempotencyKeyTable {
  enterprise_id: string
  user_id: string
  call: string
  key: string
  request_hash: Buffer
  answer: string | null
  at: Date
}

export interface InquiryTable {
  id: string
  enterprise_id: string | null
  user_id: string | null
  name: string
  mobile_sealed: Buffer
  mobile_masked: string
  topic: 'goods' | 'order' | 'credit' | 'invoice' | 'afterSale' | 'account' | 'other'
  text: string
  state: 'OPEN' | 'ANSWERED' | 'CLOSED'
  state_at: Date
  answer: string | null
  answered_by: string | null
  source: Buffer
  at: Date
}

export interface InstallationTable {
  only_row: Generated<boolean>
  secret_check: Buffer
  demo_at: Date | null
  next_check: Buffer | null
}

export interface InvitedMobileTable {
  mobile_hmac: Buffer
  user_id: string
  mobile_masked: string
  invited_at: Date
}

export interface InvoiceTable {
  enterprise_id: string
  id: string
  invoice_no: string
  shop_id: string | null
  month: string | null
  user_id: string
  state: 'APPLIED' | 'ISSUING' | 'FAILED' | 'ISSUED' | 'REJECTED' | 'RED'
  title: Json
  email: string
  remark: string
  amount_fen: Fen
  tax_fen: Fen
  rate_bp: number
  red_fen: Generated<Fen>
  reason: string | null
  mistaken: Generated<boolean>
  replaces: string | null
  entries: number
  state_at: Date
  created_at: Date
  issued_at: Date | null
}

export interface InvoiceEntryTable {
  enterprise_id: string
  invoice_id: string
  seq: number
  verb: string
  actor_kind: 'member' | 'staff' | 'clock'
  actor_id: string | null
  text: string
  at: Date
}

export interface InvoiceFileTable {
  enterprise_id: string
  id: string
  issue_id: string
  format: 'pdf' | 'ofd' | 'xml'
  bytes: number
  hash: Buffer
  kept_at: Date | null
}

export interface InvoiceIssueTable {
  enterprise_id: string
  id: string
  invoice_id: string
  kind: 'blue' | 'red'
  state: 'WAIT' | 'ISSUED' | 'FAILED' | 'VOID'
  way: 'provider' | 'hand'
  amount_fen: Fen
  tax_fen: Fen
  red_reason: string | null
  note: string
  number: string | null
  issued_at: Date | null
  tries: Generated<number>
  next_try_at: Date | null
  failure: string | null
  created_at: Date
  seller_name: string | null
  seller_tax_no: string | null
}

export interface InvoiceLineTable {
  enterprise_id: string
  invoice_id: string
  seq: number
  order_id: string | null
  order_no: string | null
  part_id: string
  order_line_no: number
  goods_name: string
  spec: string
  unit: string
  quantity: number | null
  amount_fen: Fen
  tax_fen: Fen
  red_fen: Generated<Fen>
  live: Generated<boolean>
  sku_id: string | null
  tax_code: string | null
  tax_name: string | null
  rate_bp: number | null
}

export interface InvoiceRedConfirmationTable {
  enterprise_id: string
  id: string
  issue_id: string
  state: 'REQUESTED' | 'PENDING' | 'UNNEEDED' | 'CONFIRMED' | 'REFUSED' | 'EXPIRED'
  way: 'provider' | 'hand'
  number: string | null
  until: Date | null
  requested_at: Date
  state_at: Date
}

export interface InvoiceRedLineTable {
  enterprise_id: string
  issue_id: string
  invoice_id: string
  seq: number
  amount_fen: Fen
  tax_fen: Fen
  written_in: Generated<number>
}

export interface InvoiceTitleTable {
  enterprise_id: string
  id: string
  kind: 'NORMAL' | 'SPECIAL'
  name: string
  tax_no: string
  address: string
  phone: string
  bank: string
  account_no: string
  is_default: boolean
  created_at: Date
}

export interface JobRunTable {
  task: string
  started_at: Date
  ended_at: Date
  failed: boolean
  runs: number
  failures: number
  failed_at: Date | null
  error: string | null
  recent: JsonOrDefault
}

export interface JobWorkerTable {
  id: string
  beats: Generated<number>
  started_at: Generated<Date>
}

export interface JournalDayTable {
  day: string
  month: string
  rules: Json
  transfers: number
  made_at: Date
  split: Generated<boolean>
}

export interface JournalEntryTable {
  month: string
  word: '记' | '备'
  no: number
  day: string
  rule: string
  title: string
  document: string | null
}

export interface JournalLineTable {
  month: string
  word: string
  no: number
  line_no: number
  day: string
  account: string
  debit_fen: Fen
  credit_fen: Fen
  enterprise_id: string
  ledger_account: string
  part: 'held' | 'heldTax' | 'earned' | 'earnedTax' | null
  rate_bp: number | null
  shop_id: string | null
  project_id: string | null
}

export interface JournalMonthTable {
  month: string
  state: 'OPEN' | 'CLOSED' | 'ASKED'
  closed_by: string
  closed_at: Date
  entries: number
  debit_fen: Fen
  hash: Buffer
  reason: string | null
  asked_by: string | null
  asked_at: Date | null
  decided_by: string | null
  decided_at: Date | null
}

export interface LedgerAccountTable {
  enterprise_id: string
  name: 'wallet' | 'creditHeld' | 'creditDrawn' | 'interest'
  balance_fen: Fen
  entries: number
}

export interface LedgerSealTable {
  enterprise_id: string
  table_name: string
  day: string
  rows: number
  total: number
  hash: Buffer
}

export interface LedgerSealDayTable {
  day: string
  first: number
  until: number
  rows: number
  sealed_at: Date
  root: Buffer | null
}

export interface LedgerTransferTable {
  enterprise_id: string
  id: string
  from_account: string
  to_account: string
  amount_fen: Fen
  kind: string
  document: string
  seq: number
  title: string
  at: Date
  value_day: string
  from_entry: number | null
  from_after_fen: Fen | null
  to_entry: number | null
  to_after_fen: Fen | null
  used_after_fen: Fen | null
  limit_fen: Fen | null
  written_in: Generated<number>
}

export interface LevelBenefitTable {
  level: number
  temp_percent: number | null
  temp_days: number | null
  coupons: Json
  gift_template_id: string | null
  gift_sku_id: string | null
  gift_units: number | null
  changed_at: Date
  version: Generated<number>
  changed_by: string | null
}

export interface LevelChangeTable {
  enterprise_id: string
  day: string
  from_level: number
  to_level: number
  paid_fen: Fen
  at: Date
}

export interface LevelGiftTable {
  enterprise_id: string
  id: string
  sku_id: string
  units: number
  state: 'WAITING' | 'ORDERED'
  order_id: string | null
}

export interface LevelStatusTable {
  enterprise_id: string
  as_of: string
  paid_fen: Fen
  earned: number
  level: number
  silver_on: string | null
  gold_on: string | null
  platinum_on: string | null
}

export interface LicenceKindTable {
  id: string
  name: string
  of_shop: boolean
  of_buyer: boolean
  note: Generated<string>
  created_at: Date
}

export interface LimitRequestTable {
  enterprise_id: string
  id: string
  kind: 'base' | 'temp' | 'group'
  limit_fen: Fen
  temp_end_day: string | null
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED' | 'REPLACED'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export interface LiveServerTable {
  id: string
  seen_at: Date
}

export interface LoginCounterTable {
  subject: Buffer
  failures: number
  window_from: Date
  locked_until: Date | null
}

export interface MachineModelTable {
  id: string
  maker: string
  model: string
  kind: string
  created_at: Date
}

export interface MarginDayTable {
  day: string
  made_at: Date
  journal_made_at: Date
}

export interface MarginTotalTable {
  span: 'day' | 'month'
  day: string
  sku_id: string
  shop_id: string
  known_rows: number
  units: number
  revenue_fen: Fen
  cost_fen: Fen
  unknown_rows: number
  unknown_units: number
  unknown_revenue_fen: Fen
}

export interface MaterialCodeTable {
  enterprise_id: string
  sku_id: string
  code: string
  code_key: string
  updated_by: string
  updated_at: Date
}

export interface MembershipTable {
  enterprise_id: string
  user_id: string
  id: string
  account_type: number
  name: string | null
  perm_code: string | null
  status: number
  order_limit_fen: Fen | null
  month_limit_fen: Fen | null
  created_at: Date
  invited_at: Date | null
  accepted_at: Date | null
  deleted_at: Date | null
  parent_id: string | null
  parent_name: string | null
}

export interface MessageTable {
  enterprise_id: string
  user_id: string
  id: string
  kind: 'order' | 'system'
  title: string
  content: string
  facts: Json
  at: Date
  read_at: Date | null
}

export interface MessageTextTable {
  name: string
  no: number
  title: string | null
  content: string | null
  saved_by: string
  saved_at: Date
}

export interface MissedSearchTable {
  day: string
  term: string
  times: number
  similar_shown: boolean
}

export interface MobileClaimTable {
  mobile_hmac: Buffer
  user_id: string
  claimed_at: Date
}

export interface MovingInTable {
  id: string
  staff_id: string
  file_name: string
  file_hash: Buffer
  state: 'trying' | 'tried' | 'submitted' | 'applying' | 'stopped' | 'done' | 'cancelled'
  company_count: number
  done_count: Generated<number>
  counts: JsonOrDefault
  totals: Json | null
  sums: Json | null
  moved: Json | null
  tried_hash: Buffer | null
  submitted_by: string | null
  submitted_at: Date | null
  approved_by: string | null
  approved_at: Date | null
  note: string | null
  created_at: Date
  ended_at: Date | null
}

export interface MovingInCompanyTable {
  moving_in_id: string
  no: number
  id: string
  code: string
  name: string
  sealed: Buffer | null
  verdict: 'ready' | 'refused' | null
  faults: JsonOrDefault
  seen: Buffer | null
  due: Generated<boolean>
  moved_at: Date | null
  wallet_fen: Generated<Fen>
  statements_fen: Generated<Fen>
  drawdowns_fen: Generated<Fen>
  interest_fen: Generated<Fen>
  limits_fen: Generated<Fen>
}

export interface OrderTable {
  enterprise_id: string
  id: string
  order_no: string
  trade_id: string
  user_id: string
  shop_id: string
  state: 'WAIT_APPROVAL' | 'WAIT_PAY' | 'WAIT_SEND' | 'PART_SENT' | 'SENT' | 'WAIT_COMMENT' | 'DONE' | 'CANCELLED'
  price_type: 'sale' | 'credit'
  goods_fen: Fen
  freight_fen: Fen
  discount_fen: Fen
  payable_fen: Fen
  remark: string
  receiver_name: string
  receiver_mobile: string
  receiver_region: string
  receiver_detail: string
  first_goods: string
  goods_count: number
  cancel_asked_at: Date | null
  cancel_reason: string | null
  state_at: Date
  event_count: number
  last_parcel_at: Date | null
  created_at: Date
  pay_by: Date | null
  freight_refunded_fen: Generated<Fen>
  after_sale_since: Date | null
  after_sale_id: string | null
  po_number: Generated<string>
  cost_centre: Generated<string>
  freight_fee_fen: Fen
  freight_free_from_fen: Fen | null
  project_id: string | null
  coupon_id: string | null
  words: string
  goods_kinds: number | null
  receive_by: Date | null
  freight_discount_fen: Generated<Fen>
  promised_from: string[] | null
  to_ship_since: Date | null
}

export interface OrderEventTable {
  enterprise_id: string
  order_id: string
  at: Date
  id: string
  seq: number
  verb: string
  from_state: string | null
  to_state: string
  actor_kind: 'member' | 'staff' | 'clock'
  actor_id: string | null
  note: string
}

export interface OrderLineTable {
  enterprise_id: string
  order_id: string
  line_no: number
  sku_id: string
  goods_id: string
  goods_name: string
  unit: string
  sku_code: string
  sku_props: Json
  quantity: number
  sale_price_fen: Fen
  credit_price_fen: Fen | null
  unit_price_fen: Fen
  amount_fen: Fen
  discount_fen: Fen
  shipped: Generated<number>
  posted_fen: Generated<Fen>
  held_back: Generated<number>
  dropped: Generated<number>
  dropped_fen: Generated<Fen>
  claimed: Generated<number>
  returned: Generated<number>
  returned_fen: Generated<Fen>
  exchanged: Generated<number>
  equipment_id: string | null
  gift_id: string | null
  picture: string | null
  planned_from: string | null
}

export interface OrderNoteTable {
  enterprise_id: string
  order_id: string
  id: string
  text: string
  staff_id: string
  at: Date
}

export interface OrderProposalTable {
  enterprise_id: string
  id: string
  proposal_no: string
  state: 'SENT' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN' | 'EXPIRED'
  user_id: string
  prepared_by: string
  address_id: string | null
  ship_to: string
  remark: string
  shop_ids: string[]
  first_goods: string
  words: string
  line_count: number
  valid_until: string
  reason: Generated<string>
  state_at: Date
  created_at: Date
}

export interface OrderProposalLineTable {
  enterprise_id: string
  proposal_id: string
  line_no: number
  sku_id: string
  name: string
  spec: string
  unit: string
  sku_code: string
  quantity: number
  sent_sale_fen: Fen
  sent_credit_fen: Fen | null
}

export interface OrderStopRequestTable {
  enterprise_id: string
  id: string
  kind: 'put' | 'lift'
  scope: 'credit' | 'all' | null
  contact: string | null
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export interface OutboxTable {
  at: Date
  id: string
  topic: string
  enterprise_id: string | null
  payload: Json
  published_at: Date | null
  traceparent: string | null
}

export interface OwnAccountTable {
  account_no: string
  short_name: string
  account_name: string
  bank_name: string
  bank_code: string
  enabled: boolean
  added_at: Date
}

export interface PaidDayTable {
  enterprise_id: string
  day: string
  paid_fen: Fen
}

export interface ParcelTable {
  enterprise_id: string
  id: string
  order_id: string
  parcel_no: number
  carrier: string
  tracking_no: string
  post_fen: Fen
  sent_by: string
  sent_at: Date
  kind: Generated<'courier' | 'tanker'>
  driver: string | null
  plate: string | null
  driver_mobile: string | null
  weigh_note_no: string | null
  net_kg: number | null
  litres: number | null
  received_at: Date | null
  track_state: 'collected' | 'onTheWay' | 'customs' | 'delivering' | 'signed' | 'problem' | 'returning' | null
  track_asked_at: Date | null
  track_misses: Generated<number>
  track_due: Date | null
  warehouse_id: Generated<string>
  weighed_grams: number | null
  expected_grams: number | null
  weight_confirmed: Generated<boolean>
}

export interface ParcelLineTable {
  enterprise_id: string
  parcel_id: string
  line_no: number
  quantity: number
  post_fen: Generated<Fen>
  returned_fen: Generated<Fen>
}

export interface ParcelReceiptTable {
  enterprise_id: string
  parcel_id: string
  file_id: string
  actor_kind: 'member' | 'staff'
  actor_id: string
  at: Date
}

export interface ParcelTrackTable {
  enterprise_id: string
  parcel_id: string
  id: string
  at: Date
  place: string
  text: string
  source: 'carrier' | 'staff'
  staff_id: string | null
  noted_at: Date
}

export interface PatrolTable {
  enterprise_id: string
  id: string
  project_id: string | null
  route: string
  day: string
  note: string
  user_id: string
  created_at: Date
  deleted_at: Date | null
}

export interface PatrolFindingTable {
  enterprise_id: string
  patrol_id: string
  id: string
  position: number
  text: string
  severity: 'MINOR' | 'MAJOR' | 'URGENT'
  state: 'OPEN' | 'ORDERED' | 'CLOSED'
  file_id: string | null
  equipment_id: string | null
  sku_id: string | null
  goods_num: number | null
  cart_user_id: string | null
  order_no: string | null
}

export interface PaymentTable {
  enterprise_id: string
  id: string
  trade_id: string | null
  method: 'credit' | 'wallet' | 'online' | 'transfer'
  amount_fen: Fen
  state: 'CREATED' | 'PENDING' | 'UNKNOWN' | 'SETTLED' | 'CLOSED' | 'UNDONE'
  paid_by: string
  paid_at: Date | null
  purpose: Generated<'trade' | 'topUp' | 'repay'>
  channel: 'wechat' | 'alipay' | 'card' | null
  title: Generated<string>
  created_at: Date
  expires_at: Date | null
  value_day: string | null
  reference: string | null
  months: Generated<string>
  remark_code: string | null
  invitation: Json | null
  failure: string | null
  asked_at: Date | null
  queries: Generated<number>
  next_query_at: Date | null
  scene: Generated<'desk' | 'phone' | 'wechat'>
  invited_at: Date | null
}

export interface PaymentAllocationTable {
  enterprise_id: string
  payment_id: string
  order_id: string
  amount_fen: Fen
  refunded_fen: Generated<Fen>
}

export interface PaymentPasswordTable {
  enterprise_id: string
  user_id: string
  digest: Buffer
  wrong_in_row: Generated<number>
  wrong_today: Generated<number>
  day: string | null
  locked_until: Date | null
  updated_at: Date
  frozen_until: Date | null
}

export interface PhoneCallTable {
  enterprise_id: string
  id: string
  direction: 'out' | 'in'
  contact_user_id: string | null
  contact_name: string | null
  at: Date
  outcome: 'reached' | 'noAnswer' | 'refused' | 'wrongNumber'
  minutes: number
  note: string
  staff_id: string
  recorded_at: Date
  follow_up_id: string | null
  withdrawn_at: Date | null
}

export interface PlatformKeyTable {
  id: string
  staff_id: string
  name: string
  prefix: string
  token_hash: Buffer
  scopes: string[]
  addresses: Json
  expires_at: Date | null
  created_at: Date
  last_used_at: Date | null
  last_used_ip: string | null
  revoked_at: Date | null
  revoked_by: string | null
}

export interface PriceChangeTable {
  enterprise_id: string
  id: string
  list_id: string | null
  sku_id: string
  from_quantity: number
  was_sale_fen: Fen | null
  was_credit_fen: Fen | null
  is_sale_fen: Fen | null
  is_credit_fen: Fen | null
  staff_id: string
  file_name: string | null
  at: Date
}

export interface PriceListTable {
  enterprise_id: string
  id: string
  name: string
  level: number | null
  from_day: string
  until_day: string | null
  enabled: boolean
  created_by: string | null
  created_at: Date
}

export interface PriceListItemTable {
  enterprise_id: string
  list_id: string
  sku_id: string
  from_quantity: number
  sale_price_fen: Fen
  credit_price_fen: Fen | null
}

export interface ProjectTable {
  enterprise_id: string
  id: string
  name: string
  code: string
  site: string
  manager_id: string | null
  budget_fen: Fen | null
  budget_span: 'month' | 'whole'
  open: boolean
  created_at: Date
  deleted_at: Date | null
}

export interface ProjectMemberTable {
  enterprise_id: string
  project_id: string
  user_id: string
}

export interface ProofResultTable {
  run_id: string
  invariant: string
  breaches: number
  duration_ms: number
  examples: Generated<string>
  at: Date
}

export interface ProofRunTable {
  id: string
  night: string | null
  asked_by: string | null
  state: 'RUNNING' | 'DONE' | 'FAILED'
  started_at: Date
  ended_at: Date | null
  breaches: number | null
  seal_day: string | null
  seal_root: Buffer | null
}

export interface ProvisionLineTable {
  enterprise_id: string
  month: string
  statement_month: string
  due_day: string
  late_days: number
  unpaid_fen: Fen
  rate: number
  amount_fen: Fen
  written_in: Generated<number>
}

export interface ProvisionRunTable {
  month: string
  id: string
  bands: Json
  base_fen: Fen
  required_fen: Fen
  before_fen: Fen
  change_fen: Fen
  at: Date
  written_in: Generated<number>
}

export interface PunchOutTable {
  enterprise_id: string
  id: string
  protocol: 'OCI' | 'CXML'
  operation: 'create' | 'edit' | 'inspect'
  user_id: string
  return_url: string
  buyer_cookie: string
  seller_domain: string
  seller_identity: string
  start_path: string
  start_hash: Buffer | null
  start_until: Date | null
  entered_at: Date | null
  return_hash: Buffer | null
  return_until: Date | null
  return_fields: Json | null
  returned_at: Date | null
  line_count: Generated<number>
  created_at: Date
}

export interface PunchOutOrderTable {
  enterprise_id: string
  order_id: string
  payload_id: string
  content_hash: Buffer
  trade_id: string
  created_at: Date
  seller_domain: string | null
  seller_identity: string | null
  order_date: string | null
  lines: Json | null
  confirmation_id: string | null
  confirmation_hash: Buffer | null
}

export interface PunchOutSetupTable {
  enterprise_id: string
  protocol: 'OCI' | 'CXML'
  active: boolean
  user_name: string
  from_domain: string
  from_identity: string
  sender_domain: string
  sender_identity: string
  secret_hash: Buffer
  old_secret_hash: Buffer | null
  old_secret_until: Date | null
  user_id: string
  return_hosts: string[]
  on_credit: boolean
  address_id: string | null
  project_id: string | null
  cost_centre: string
  vendor_number: string
  material_group: string
  created_by: string
  created_at: Date
  last_used_at: Date | null
  last_used_ip: string | null
  unit_codes: JsonOrDefault
}

export interface PurchaseContractTable {
  enterprise_id: string
  id: string
  terms_version: string
  parties_sealed: Buffer
  hash: Buffer
  issued_at: Date
}

export interface PurchaseOrderTable {
  id: string
  order_no: string
  shop_id: string
  supplier_id: string
  state: 'DRAFT' | 'ORDERED' | 'RECEIVED' | 'CANCELLED'
  rate_bp: number
  expected_day: string | null
  note: string
  total_fen: Fen
  closed_reason: string | null
  made_by: string
  made_at: Date
  state_at: Date
}

export interface PurchaseOrderLineTable {
  purchase_order_id: string
  line_no: number
  sku_id: string
  quantity: number
  price_fen: Fen
  invoiced: Generated<number>
  invoiced_fen: Generated<Fen>
}

export interface QuotationTable {
  enterprise_id: string
  id: string
  quotation_no: string
  state: 'REQUESTED' | 'QUOTED' | 'ACCEPTED' | 'EXPIRED' | 'WITHDRAWN' | 'REFUSED' | 'DECLINED'
  user_id: string
  title: string
  remark: string
  address_id: string | null
  ship_to: string
  wanted_day: string | null
  first_goods: string
  words: string
  line_count: number
  version: number
  valid_until: string | null
  reminded_version: Generated<number>
  reason: Generated<string>
  messages: Generated<number>
  row_version: Generated<number>
  waits_since: Date
  state_at: Date
  created_at: Date
  updated_at: Date
  unanswered_since: Date | null
  staff_read_no: Generated<number>
  buyer_read_no: Generated<number>
}

export interface QuotationDrawingTable {
  enterprise_id: string
  quotation_id: string
  drawing_no: number
  line_no: number | null
  file_id: string
  name: string
  media_type: 'image/jpeg' | 'application/pdf'
  bytes: number
  version: number
  user_id: string
  at: Date
}

export interface QuotationLineTable {
  enterprise_id: string
  quotation_id: string
  line_no: number
  sku_id: string | null
  name: string
  spec: string
  unit: string
  sku_code: string
  quantity: number
  wished_fen: Fen | null
  note: string
}

export interface QuotationMessageTable {
  enterprise_id: string
  quotation_id: string
  message_no: number
  sender: 'buyer' | 'staff'
  sender_id: string
  text: string
  at: Date
}

export interface QuotationOfferTable {
  enterprise_id: string
  quotation_id: string
  version: number
  valid_until: string
  note: string
  made_by: string
  made_at: Date
}

export interface QuotationOfferLineTable {
  enterprise_id: string
  quotation_id: string
  version: number
  line_no: number
  outcome: 'OFFERED' | 'NOT_OFFERED'
  sku_id: string | null
  name: string
  spec: string
  unit: string
  sku_code: string
  sale_fen: Fen | null
  credit_fen: Fen | null
  lead_days: number | null
  note: string
  valid_until: string | null
}

export interface QuotationOrderTable {
  enterprise_id: string
  quotation_id: string
  line_no: number
  order_id: string
  version: number
}

export interface RateCounterTable {
  name: string
  subject: Buffer
  source: string
  used: number
  ends_at: Date
}

export interface RatePoolTable {
  subject: Buffer
  minute: Date
  taken: number
}

export interface ReceiptImportTable {
  id: string
  file_hash: Buffer
  file_name: string
  added: number
  refused: number
  units: number
  staff_id: string
  at: Date
}

export interface ReconDifferenceTable {
  id: string
  day: string
  channel: 'wechat' | 'alipay' | 'card'
  kind: 'pay' | 'refund'
  reference: string
  out_no: string
  bill_fen: Fen | null
  ours_fen: Fen | null
  books_fen: Fen | null
  told: string
  state: 'OPEN' | 'EXPLAINED' | 'CLOSED' | 'GONE'
  cause: string | null
  note: string | null
  decided_by: string | null
  decided_at: Date | null
  found_at: Date
  gone_at: Date | null
}

export interface ReconRunTable {
  day: string
  ran_at: Date | null
  unavailable: Generated<string>
  runs: Generated<number>
  held_until: Date | null
}

export interface RefundTable {
  enterprise_id: string
  id: string
  refund_no: string
  payment_id: string
  order_id: string | null
  seq: number
  amount_fen: Fen
  way: 'credit' | 'wallet' | 'gateway'
  source: 'commitment' | 'sales' | 'suspense'
  state: 'WAIT' | 'SENT' | 'UNKNOWN' | 'SETTLED' | 'FAILED'
  title: string
  reason: string
  tries: Generated<number>
  next_try_at: Date | null
  failure: string | null
  reference: string | null
  created_at: Date
  settled_at: Date | null
  after_sale_id: string | null
  written_in: Generated<number>
}

export interface RepaymentTable {
  enterprise_id: string
  id: string
  source: 'wallet' | 'bank' | 'gateway' | 'acceptance' | 'suspense'
  amount_fen: Fen
  interest_fen: Fen
  surplus_fen: Fen
  value_day: string
  user_id: string | null
  automatic: boolean
  bounced_at: Date | null
  at: Date
  written_in: Generated<number>
  undone_at: Date | null
}

export interface RepaymentTermsTable {
  enterprise_id: string
  daily_rate: number | null
  auto_repay: boolean
  changed_at: Date
}

export interface RevenueLineTable {
  enterprise_id: string
  source_id: string
  line_no: number
  day: string
  kind: string
  order_id: string | null
  shop_id: string | null
  project_id: string | null
  tax_code: string | null
  rate_bp: number | null
  held_fen: Fen
  held_tax_fen: Fen
  earned_fen: Fen
  earned_tax_fen: Fen
  part_no: Generated<number>
  written_in: Generated<number>
}

export interface RowEditTable {
  kind: string
  row_key: string
  version: number
  changed_by: string
  changed_at: Date
  what: string
}

export interface SalesCompanyTotalTable {
  span: 'day' | 'month' | 'running'
  day: string
  key: string
  orders: number
  units: number
  sold_fen: Fen
  back_units: number
  back_fen: Fen
}

export interface SalesDayTable {
  day: string
  made_at: Date
  closed: boolean
  drawn_fen: Fen
  owed_fen: Fen
  totals_version: Generated<number>
  running: Generated<boolean>
}

export interface SalesSpanTable {
  dimension: 'sku' | 'enterprise'
  key: string
  shop_id: string
  first_day: string
  last_day: string
}

export interface SalesTargetTable {
  staff_id: string
  month: string
  sales_fen: Fen
  new_companies: number
  set_by: string
  set_at: Date
}

export interface SalesTotalTable {
  dimension: 'all' | 'sku' | 'enterprise' | 'province' | 'payment' | 'coupon' | 'submitted'
  span: 'day' | 'month' | 'running'
  day: string
  key: string
  shop_id: string
  orders: number
  units: number
  sold_fen: Fen
  back_units: number
  back_fen: Fen
  discount_fen: Generated<Fen>
  back_discount_fen: Generated<Fen>
  claimed: Generated<number>
}

export interface SealKeyTable {
  id: string
  key_check: Buffer
  since: Date
}

export interface SearchLexemeTable {
  word: string
}

export interface SearchWordTable {
  id: string
  kind: 'synonyms' | 'hot' | 'redirect'
  target: string
  position: number
  shown: boolean
  created_at: Date
}

export interface SearchWordTermTable {
  kind: string
  term: string
  typed: string
  place: number
  search_word_id: string
}

export interface SensitiveChangeTable {
  id: string
  kind: string
  subject_id: string
  subject: string
  changes: Json
  payload: Json
  reason: string | null
  state: 'PENDING' | 'APPLIED' | 'REJECTED' | 'WITHDRAWN'
  asked_by: string
  asked_at: Date
  takes_effect_at: Date
  decided_by: string | null
  decided_at: Date | null
  note: string | null
}

export interface SessionTable {
  user_id: string
  token_hash: Buffer
  id: string
  enterprise_id: string
  account_type: number
  perm_code: string | null
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
  ended_at: Date | null
  end_reason: string | null
  punch_out_id: string | null
  parent_name: string | null
}

export interface SettingTable {
  name: string
  value: Json
  updated_at: Date
  version: Generated<number>
  updated_by: string | null
  changes: Json | null
}

export interface SettingVersionTable {
  name: string
  no: number
  changes: Json | null
  saved_at: Date
  saved_by: string | null
}

export interface ShopTable {
  id: string
  name: string
  city: string
  notice: Generated<string>
  contact_name: Generated<string>
  contact_phone: Generated<string>
  return_address: Generated<string>
  state: Generated<'open' | 'paused'>
  tax_party_name: string | null
  tax_party_code: string | null
  logo_picture_id: string | null
  created_at: Generated<Date>
}

export interface ShopLicenceTable {
  id: string
  shop_id: string
  kind_id: string
  sealed: Buffer
  number_masked: string
  valid_until: string
  media_type: string
  stored_hash: Buffer
  sealed_key: Buffer
  staff_id: string
  entered_at: Date
  stored_at: Date | null
  ended_at: Date | null
}

export interface ShoppingListTable {
  enterprise_id: string
  id: string
  name: string
  created_by: string
  created_at: Date
  updated_at: Date
}

export interface ShoppingListLineTable {
  enterprise_id: string
  list_id: string
  sku_id: string
  goods_num: number
  note: string
  position: number
}

export interface SigningTable {
  enterprise_id: string
  id: string
  kind: 'PURCHASE' | 'CREDIT' | 'CONFIRMATION'
  subject: string
  document_no: string
  title: string
  version: number
  content_hash: Buffer
  state: 'DRAFT' | 'WAIT_BUYER' | 'WAIT_SELLER' | 'SIGNED' | 'REFUSED' | 'EXPIRED' | 'CANCELLED' | 'VOID'
  task_id: Generated<string>
  reason: Generated<string>
  user_id: string | null
  staff_id: string | null
  created_at: Date
  state_at: Date
  expires_at: Date
  buyer_signed_at: Date | null
  seller_signed_at: Date | null
  next_query_at: Date | null
  tries: Generated<number>
  claimed_until: Date | null
  parties_sealed: Buffer | null
  terms_version: string | null
  file_id: string | null
  file_hash: Buffer | null
  stored_hash: Buffer | null
  sealed_key: Buffer | null
}

export interface SkuTable {
  id: string
  goods_id: string
  code: string
  props: Json
  sale_price_fen: Fen
  credit_price_fen: Fen | null
  minimum: number
  step: number
  weight_grams: number
  on_shelf: boolean
  position: number
  barcode: Generated<string>
  manufacturer_no: Generated<string>
  cost_fen: Fen | null
  packing: Generated<string>
  volume_cm3: Generated<number>
  low_stock: number | null
  replaced_by: string | null
  archived: Generated<boolean>
  row_version: Generated<number>
  code_key: GeneratedAlways<string>
  bin: Generated<string>
}

export interface SkuCostTable {
  sku_id: string
  no: number
  receipt_id: string | null
  at: Date
  units: number
  hundred_fen: Fen
  in_house: number
  before_fen: Fen | null
  after_fen: Fen | null
  stock_receipt_id: string | null
}

export interface SkuCrossReferenceTable {
  sku_id: string
  position: number
  brand: string
  part_number: string
  brand_key: string
  number_key: string
  fit: 'full' | 'size' | 'ask'
  note: string
  source: string
  confirmed_by: string
}

export interface SkuStockTable {
  sku_id: string
  available: number
  reserved: number
  sold: number
  ordered: Generated<boolean>
  restock_days: Generated<string[]>
  batched: Generated<boolean>
  elsewhere: JsonOrDefault
}

export interface SkuTierTable {
  sku_id: string
  from_quantity: number
  sale_price_fen: Fen
  credit_price_fen: Fen | null
}

export interface SmsCodeTable {
  mobile_hmac: Buffer
  purpose: string
  code_hmac: Buffer
  tries: number
  sent_at: Date
  expires_at: Date
  asker: string
}

export interface SmsOutboxTable {
  id: string
  mobile_masked: string
  sealed: Buffer
  at: Date
}

export interface SmsSentTable {
  mobile_hmac: Buffer
  id: string
  ip: string
  at: Date
  own: Generated<boolean>
}

export interface StaffTable {
  id: string
  email: string
  name: string
  roles: string
  password_hash: string
  status: number
  created_at: Date
  totp_sealed: Buffer | null
  totp_confirmed_at: Date | null
  totp_last_step: number | null
  initial_until: Date | null
  custom_codes: Generated<string>
  own_enterprises_only: Generated<boolean>
}

export interface StaffCustomRoleTable {
  staff_id: string
  role_id: string
}

export interface StaffInterventionTable {
  id: string
  staff_id: string
  by_id: string
  kind: 'created' | 'roles' | 'enabled' | 'password' | 'secondFactor'
  at: Date
}

export interface StaffListColumnsTable {
  staff_id: string
  list: string
  hidden: string[]
}

export interface StaffNoticeTable {
  id: string
  staff_id: string
  title: string
  content: string
  screen: string
  once: string | null
  at: Date
  read_at: Date | null
  kind: Generated<'digest' | 'stock' | 'work' | 'quotation' | 'security'>
  forwarded_at: Date | null
}

export interface StaffNoticeChoiceTable {
  staff_id: string
  kind: 'digest' | 'stock' | 'work' | 'quotation' | 'security'
  wanted: boolean
  by_mail: boolean
}

export interface StaffRecoveryCodeTable {
  staff_id: string
  code_hmac: Buffer
  created_at: Date
  used_at: Date | null
}

export interface StaffSavedViewTable {
  id: string
  staff_id: string
  list: string
  name: string
  search: Json
  position: number
}

export interface StaffSessionTable {
  token_hash: Buffer
  staff_id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
  ended_at: Date | null
}

export interface StaffShopTable {
  staff_id: string
  shop_id: string
}

export interface StatementTable {
  enterprise_id: string
  month: string
  id: string
  state: 'CLOSED' | 'OVERDUE' | 'PAID' | 'WRITTEN_OFF'
  total_fen: Fen
  settled_fen: Fen
  due_day: string
  interest_day: string
  closed_at: Date
  confirmed_at: Date | null
  confirmed_by: string | null
  paid_at: Date | null
  hash: Buffer
  opening_day: string | null
  wallet_fen: Generated<Fen>
  written_in: Generated<number>
  on_time_day: string | null
  exact_from_day: string | null
  exact_interest: Generated<number>
  interest_rates: JsonOrDefault
  seal_form: Generated<number>
}

export interface StatementEntryTable {
  enterprise_id: string
  id: string
  month: string
  kind: 'refund' | 'repay' | 'offset' | 'adjust' | 'writeOff' | 'bounce' | 'undo' | 'redate' | 'cover'
  amount_fen: Fen
  wallet_fen: Generated<Fen>
  draw_id: string | null
  document: string
  value_day: string
  at: Date
  written_in: Generated<number>
}

export interface StatementInterestTable {
  enterprise_id: string
  month: string
  day: string
  principal_fen: Fen
  rate: number
  amount_fen: Fen
  reversed_fen: Generated<Fen>
  written_in: Generated<number>
  recharged_fen: Generated<Fen>
}

export interface StatementLineTable {
  enterprise_id: string
  month: string
  id: string
  amount_fen: Fen
  dispute: 'OPEN' | 'FOR_BUYER' | 'PARTLY_FOR_BUYER' | 'AGAINST_BUYER' | 'WITHDRAWN' | null
  dispute_reason: string | null
  disputed_by: string | null
  disputed_at: Date | null
  disputed_day: string | null
  deferred_day: string | null
  opinion: string | null
  decided_by: string | null
  decided_at: Date | null
  written_in: Generated<number>
  withdrawn_at: Date | null
  withdrawn_by: string | null
  disputed_fen: Fen | null
  granted_fen: Fen | null
  disputed_units: Json | null
  dispute_pictures: Json | null
}

export interface StockBatchTable {
  id: string
  sku_id: string
  batch_no: string
  made_on: string | null
  best_before: string | null
}

export interface StockCountTable {
  id: string
  count_no: string
  shop_ids: string[]
  warehouse_id: string
  state: 'OPEN' | 'COUNTED' | 'APPROVED' | 'CANCELLED'
  about: string
  note: string
  blind: boolean
  round: Generated<number>
  rejected_reason: Generated<string>
  made_by: string
  made_at: Date
  state_at: Date
  submitted_by: string | null
  submitted_at: Date | null
  approved_by: string | null
  approved_at: Date | null
}

export interface StockCountLineTable {
  stock_count_id: string
  line_no: number
  sku_id: string
  bin: string
  booked: number
  counted: number | null
  counted_booked: number | null
  counted_by: string | null
  counted_at: Date | null
  moved: number | null
  hundred_fen: Fen | null
}

export interface StockMovementTable {
  sku_id: string
  id: string
  kind: 'receipt' | 'adjustment' | 'count' | 'return' | 'scrap' | 'shipment' | 'transfer'
  quantity: number
  reason: string
  staff_id: string | null
  at: Date
  balance: number
  warehouse_id: string
  stock_count_id: string | null
  stock_receipt_id: string | null
  batch_id: string | null
  parcel_enterprise_id: string | null
  parcel_id: string | null
}

export interface StockOutTable {
  sku_id: string
  first_day: string
  last_day: string | null
}

export interface StockReceiptTable {
  id: string
  receipt_no: string
  shop_ids: string[]
  file_name: string
  file_hash: Buffer | null
  note: string
  reverses: string | null
  reversed_at: Date | null
  made_by: string
  made_at: Date
}

export interface StockReceiptLineTable {
  stock_receipt_id: string
  line_no: number
  sku_id: string
  warehouse_id: string
  bin: string
  quantity: number
  hundred_fen: Fen | null
  batch_id: string | null
}

export interface StockTransferTable {
  id: string
  transfer_no: string
  shop_ids: string[]
  from_id: string
  to_id: string
  state: 'DRAFT' | 'SENT' | 'RECEIVED' | 'CANCELLED'
  note: string
  closed_reason: string | null
  made_by: string
  made_at: Date
  state_at: Date
  sent_at: Date | null
}

export interface StockTransferLineTable {
  stock_transfer_id: string
  line_no: number
  sku_id: string
  quantity: number
  received: Generated<number>
  missing: Generated<number>
}

export interface StockWaitTable {
  enterprise_id: string
  user_id: string
  sku_id: string
  created_at: Date
}

export interface SummedDayTable {
  day: string
  summed_at: Date
  judged_at: Date | null
}

export interface SupplierTable {
  id: string
  name: string
  credit_code: string
  contact_name: string
  contact_phone: string
  payment_terms: string
  lead_days: number
  active: boolean
  created_at: Date
}

export interface SupplierInvoiceTable {
  id: string
  supplier_id: string
  shop_ids: string[]
  invoice_code: string
  invoice_number: string
  invoiced_on: string
  state: 'DIFFERENT' | 'RETURNED' | 'MATCHED' | 'ACCEPTED' | 'VOID'
  net_fen: Fen
  tax_fen: Fen
  total_fen: Fen
  tolerance_bp: number
  holds_units: boolean
  note: string
  made_by: string
  made_at: Date
  typed_by: string
  state_at: Date
  decided_by: string | null
  decided_at: Date | null
  reason: Generated<string>
  voided_by: string | null
  voided_at: Date | null
  void_reason: Generated<string>
}

export interface SupplierInvoiceLineTable {
  supplier_invoice_id: string
  line_no: number
  purchase_order_id: string
  order_line_no: number
  quantity: number
  price_fen: Fen
  rate_bp: number
  net_fen: Fen
  tax_fen: Fen
  ordered_fen: Fen
  ordered_net_fen: Fen
  ordered_rate_bp: number
  over_ordered: number
  over_received: number
}

export interface SupplierPriceTable {
  id: string
  supplier_id: string
  sku_id: string
  price_fen: Fen
  lead_days: number
  minimum: number
  valid_from: string
  staff_id: string
  at: Date
}

export interface TaggedEnterpriseTable {
  enterprise_id: string
  tag_id: string
  tagged_by: string
  at: Date
}

export interface TaggedOrderTable {
  enterprise_id: string
  order_id: string
  tag_id: string
  tagged_by: string
  at: Date
}

export interface TicketTable {
  hash: Buffer
  purpose: string
  subject: string
  expires_at: Date
}

export interface TradeTable {
  enterprise_id: string
  id: string
  user_id: string
  method: 'credit' | 'wallet' | 'online' | 'transfer'
  created_at: Date
  quotation_id: string | null
  quotation_no: string | null
  proposal_id: string | null
  proposal_no: string | null
  prepared_by: string | null
  parent_name: string | null
}

export interface TransferCodeTable {
  code: string
  enterprise_id: string
  payment_id: string
}

export interface UserEnterpriseTable {
  user_id: string
  enterprise_id: string
  joined_at: Date
}

export interface ValueDayCorrectionTable {
  line_id: string
  from_day: string
  to_day: string
  import_id: string
  corrected_by: string
  at: Date
  written_in: Generated<number>
}

export interface ValueDayRequestTable {
  id: string
  account_no: string
  reference: string
  day: string
  amount_fen: Fen
  payer_name: string
  payer_account: string
  remark: string
  corrects: string | null
  import_id: string | null
  traded_at: Date | null
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED' | 'BEFORE'
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
  line_id: string | null
}

export interface VerificationReadingTable {
  enterprise_id: string
  id: string
  user_id: string
  source: 'licence' | 'idFront' | 'idBack' | 'register'
  file_id: string | null
  subject_hash: Buffer
  state: 'ASKED' | 'READ' | 'UNREADABLE' | 'NO_ANSWER'
  asked: boolean
  sealed: Buffer | null
  masked: JsonOrDefault
  at: Date
}

export interface VerificationSubmissionTable {
  enterprise_id: string
  id: string
  step: 'agent' | 'enterprise' | 'senior'
  state: 'HELD' | 'WAIT' | 'PASS' | 'FAIL'
  user_id: string
  sealed: Buffer
  masked: Json
  company_masked: string
  id_hmac: Buffer | null
  code_hmac: Buffer | null
  checks: Json
  submitted_at: Date
  expected_day: string
  claimed_by: string | null
  claimed_until: Date | null
  first_approver: string | null
  proposed_limit_fen: Fen | null
  reviewed_by: string | null
  reviewed_at: Date | null
  reasons: Json | null
  opinion: string | null
  papers_let_go_at: Date | null
  readings_sealed: Buffer | null
  readings_masked: Json | null
}

export interface VisitorDayTable {
  day: string
  visited: number
  viewed: number
  added: number
}

export interface VisitorSketchTable {
  day: string
  visited: Buffer
  viewed: Buffer
  added: Buffer
}

export interface VoucherTable {
  enterprise_id: string
  id: string
  payment_id: string
  no: number
  state: 'REVIEW' | 'SECOND' | 'ACCEPTED' | 'REJECTED' | 'WITHDRAWN'
  remark: string
  submitted_by: string
  submitted_at: Date
  first_by: string | null
  first_at: Date | null
  first_fen: Fen | null
  first_line_id: string | null
  opinion: string | null
  decided_by: string | null
  decided_at: Date | null
}

export interface VoucherPictureTable {
  enterprise_id: string
  file_id: string
  voucher_id: string
  position: number
  hash: Buffer
}

export interface WarehouseTable {
  id: string
  code: string
  name: string
  address: string
  provinces: string[]
  open: boolean
  made_at: Date
  delivery_terms: JsonOrDefault
}

export interface WarehouseStockTable {
  sku_id: string
  warehouse_id: string
  units: number
  bin: Generated<string>
}

export interface WaveTable {
  id: string
  wave_no: string
  state: 'OPEN' | 'PICKED' | 'SHIPPED' | 'CLOSED' | 'CANCELLED'
  carrier: string
  about: string
  shop_ids: string[]
  made_by: string
  made_at: Date
  state_at: Date
  warehouse_id: Generated<string>
}

export interface WaveOrderTable {
  enterprise_id: string
  order_id: string
  wave_id: string
  place: number
  units: number
  outcome: 'shipped' | 'removed' | 'released' | null
  packed_by: string | null
  packed_at: Date | null
}

export interface WaybillTable {
  enterprise_id: string
  id: string
  order_id: string
  parcel_no: number
  warehouse_id: string
  carrier: string
  state: 'ASKED' | 'REFUSED' | 'TAKEN' | 'RETURNING' | 'RETURNED' | 'ABANDONED'
  tracking_no: Generated<string>
  carrier_order_no: Generated<string>
  route: Generated<string>
  sorting_place: Generated<string>
  reason: Generated<string>
  claimed_until: Date | null
  asked_by: string
  asked_at: Date
  state_at: Date
}

export interface WebhookTable {
  enterprise_id: string
  id: string
  name: string
  url: string
  events: Json
  secret_sealed: Buffer
  old_secret_sealed: Buffer | null
  old_secret_until: Date | null
  state: 'ACTIVE' | 'PAUSED' | 'DISABLED'
  why: string | null
  last_ok_at: Date | null
  failing_since: Date | null
  rest_until: Date | null
  created_by: string
  created_at: Date
  deleted_at: Date | null
  format: Generated<'JSON' | 'CXML'>
}

export interface WebhookAttemptTable {
  enterprise_id: string
  delivery_id: string
  no: number
  at: Date
  ms: number
  status: number | null
  fault: string | null
  answer: string
}

export interface WebhookDeliveryTable {
  enterprise_id: string
  id: string
  webhook_id: string
  event: string
  subject: string
  body: string
  state: 'WAIT' | 'DELIVERED' | 'PARKED'
  tries: Generated<number>
  round_from: Generated<number>
  next_at: Date | null
  created_at: Date
  done_at: Date | null
}

export interface DB {
  acceptance_bill: AcceptanceBillTable
  acceptance_event: AcceptanceEventTable
  acceptance_request: AcceptanceRequestTable
  account_manager: AccountManagerTable
  account_manager_change: AccountManagerChangeTable
  address: AddressTable
  after_sale: AfterSaleTable
  after_sale_entry: AfterSaleEntryTable
  after_sale_line: AfterSaleLineTable
  alert_choice: AlertChoiceTable
  alert_sent: AlertSentTable
  announcement: AnnouncementTable
  announcement_read: AnnouncementReadTable
  api_key: ApiKeyTable
  app_user: AppUserTable
  approval: ApprovalTable
  article: ArticleTable
  article_version: ArticleVersionTable
  attribute: AttributeTable
  attribute_choice: AttributeChoiceTable
  attribute_set: AttributeSetTable
  attribute_set_line: AttributeSetLineTable
  audit_log: AuditLogTable
  bad_debt: BadDebtTable
  bad_debt_entry: BadDebtEntryTable
  bank_allocation: BankAllocationTable
  bank_import: BankImportTable
  bank_line: BankLineTable
  bank_statement_format: BankStatementFormatTable
  banner: BannerTable
  banner_picture: BannerPictureTable
  batch_movement: BatchMovementTable
  batch_stock: BatchStockTable
  benefit_claim: BenefitClaimTable
  brand: BrandTable
  captcha: CaptchaTable
  cart_line: CartLineTable
  catalog_document: CatalogDocumentTable
  catalog_picture: CatalogPictureTable
  catalog_version: CatalogVersionTable
  category: CategoryTable
  category_attribute_set: CategoryAttributeSetTable
  change_count: ChangeCountTable
  change_mark: ChangeMarkTable
  change_waiting: ChangeWaitingTable
  closed_account: ClosedAccountTable
  closed_month: ClosedMonthTable
  collection_entry: CollectionEntryTable
  collection_handover: CollectionHandoverTable
  collection_letter: CollectionLetterTable
  collection_promise: CollectionPromiseTable
  collection_task: CollectionTaskTable
  comment: CommentTable
  comment_reply: CommentReplyTable
  company_group: CompanyGroupTable
  company_group_link: CompanyGroupLinkTable
  company_group_member: CompanyGroupMemberTable
  company_picture: CompanyPictureTable
  consent: ConsentTable
  contact_setting: ContactSettingTable
  coupon: CouponTable
  coupon_code: CouponCodeTable
  coupon_code_try: CouponCodeTryTable
  coupon_quota: CouponQuotaTable
  coupon_template: CouponTemplateTable
  credit_account: CreditAccountTable
  credit_agreement: CreditAgreementTable
  credit_code_claim: CreditCodeClaimTable
  credit_limit_change: CreditLimitChangeTable
  custom_role: CustomRoleTable
  daily_call: DailyCallTable
  delivery_terms: DeliveryTermsTable
  due_notice: DueNoticeTable
  enterprise: EnterpriseTable
  enterprise_licence: EnterpriseLicenceTable
  enterprise_note: EnterpriseNoteTable
  enterprise_tag: EnterpriseTagTable
  equipment: EquipmentTable
  equipment_reading: EquipmentReadingTable
  equipment_wear: EquipmentWearTable
  favourite: FavouriteTable
  file: FileTable
  finance_request: FinanceRequestTable
  follow_up: FollowUpTable
  former_secret: FormerSecretTable
  freight_row: FreightRowTable
  gateway_notice: GatewayNoticeTable
  gateway_receipt: GatewayReceiptTable
  gateway_trade: GatewayTradeTable
  goods: GoodsTable
  goods_attribute: GoodsAttributeTable
  goods_bulk: GoodsBulkTable
  goods_bulk_row: GoodsBulkRowTable
  goods_draft: GoodsDraftTable
  goods_event: GoodsEventTable
  goods_import: GoodsImportTable
  goods_import_file: GoodsImportFileTable
  goods_import_row: GoodsImportRowTable
  goods_machine_model: GoodsMachineModelTable
  goods_rating: GoodsRatingTable
  goods_receipt: GoodsReceiptTable
  goods_receipt_line: GoodsReceiptLineTable
  goods_relation: GoodsRelationTable
  goods_search: GoodsSearchTable
  goods_version: GoodsVersionTable
  goods_words: GoodsWordsTable
  help_category: HelpCategoryTable
  holiday: HolidayTable
  home_section: HomeSectionTable
  idempotency_key: IdempotencyKeyTable
  inquiry: InquiryTable
  installation: InstallationTable
  invited_mobile: InvitedMobileTable
  invoice: InvoiceTable
  invoice_entry: InvoiceEntryTable
  invoice_file: InvoiceFileTable
  invoice_issue: InvoiceIssueTable
  invoice_line: InvoiceLineTable
  invoice_red_confirmation: InvoiceRedConfirmationTable
  invoice_red_line: InvoiceRedLineTable
  invoice_title: InvoiceTitleTable
  job_run: JobRunTable
  job_worker: JobWorkerTable
  journal_day: JournalDayTable
  journal_entry: JournalEntryTable
  journal_line: JournalLineTable
  journal_month: JournalMonthTable
  ledger_account: LedgerAccountTable
  ledger_seal: LedgerSealTable
  ledger_seal_day: LedgerSealDayTable
  ledger_transfer: LedgerTransferTable
  level_benefit: LevelBenefitTable
  level_change: LevelChangeTable
  level_gift: LevelGiftTable
  level_status: LevelStatusTable
  licence_kind: LicenceKindTable
  limit_request: LimitRequestTable
  live_server: LiveServerTable
  login_counter: LoginCounterTable
  machine_model: MachineModelTable
  margin_day: MarginDayTable
  margin_total: MarginTotalTable
  material_code: MaterialCodeTable
  membership: MembershipTable
  message: MessageTable
  message_text: MessageTextTable
  missed_search: MissedSearchTable
  mobile_claim: MobileClaimTable
  moving_in: MovingInTable
  moving_in_company: MovingInCompanyTable
  order: OrderTable
  order_event: OrderEventTable
  order_line: OrderLineTable
  order_note: OrderNoteTable
  order_proposal: OrderProposalTable
  order_proposal_line: OrderProposalLineTable
  order_stop_request: OrderStopRequestTable
  outbox: OutboxTable
  own_account: OwnAccountTable
  paid_day: PaidDayTable
  parcel: ParcelTable
  parcel_line: ParcelLineTable
  parcel_receipt: ParcelReceiptTable
  parcel_track: ParcelTrackTable
  patrol: PatrolTable
  patrol_finding: PatrolFindingTable
  payment: PaymentTable
  payment_allocation: PaymentAllocationTable
  payment_password: PaymentPasswordTable
  phone_call: PhoneCallTable
  platform_key: PlatformKeyTable
  price_change: PriceChangeTable
  price_list: PriceListTable
  price_list_item: PriceListItemTable
  project: ProjectTable
  project_member: ProjectMemberTable
  proof_result: ProofResultTable
  proof_run: ProofRunTable
  provision_line: ProvisionLineTable
  provision_run: ProvisionRunTable
  punch_out: PunchOutTable
  punch_out_order: PunchOutOrderTable
  punch_out_setup: PunchOutSetupTable
  purchase_contract: PurchaseContractTable
  purchase_order: PurchaseOrderTable
  purchase_order_line: PurchaseOrderLineTable
  quotation: QuotationTable
  quotation_drawing: QuotationDrawingTable
  quotation_line: QuotationLineTable
  quotation_message: QuotationMessageTable
  quotation_offer: QuotationOfferTable
  quotation_offer_line: QuotationOfferLineTable
  quotation_order: QuotationOrderTable
  rate_counter: RateCounterTable
  rate_pool: RatePoolTable
  receipt_import: ReceiptImportTable
  recon_difference: ReconDifferenceTable
  recon_run: ReconRunTable
  refund: RefundTable
  repayment: RepaymentTable
  repayment_terms: RepaymentTermsTable
  revenue_line: RevenueLineTable
  row_edit: RowEditTable
  sales_company_total: SalesCompanyTotalTable
  sales_day: SalesDayTable
  sales_span: SalesSpanTable
  sales_target: SalesTargetTable
  sales_total: SalesTotalTable
  seal_key: SealKeyTable
  search_lexeme: SearchLexemeTable
  search_word: SearchWordTable
  search_word_term: SearchWordTermTable
  sensitive_change: SensitiveChangeTable
  session: SessionTable
  setting: SettingTable
  setting_version: SettingVersionTable
  shop: ShopTable
  shop_licence: ShopLicenceTable
  shopping_list: ShoppingListTable
  shopping_list_line: ShoppingListLineTable
  signing: SigningTable
  sku: SkuTable
  sku_cost: SkuCostTable
  sku_cross_reference: SkuCrossReferenceTable
  sku_stock: SkuStockTable
  sku_tier: SkuTierTable
  sms_code: SmsCodeTable
  sms_outbox: SmsOutboxTable
  sms_sent: SmsSentTable
  staff: StaffTable
  staff_custom_role: StaffCustomRoleTable
  staff_intervention: StaffInterventionTable
  staff_list_columns: StaffListColumnsTable
  staff_notice: StaffNoticeTable
  staff_notice_choice: StaffNoticeChoiceTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_saved_view: StaffSavedViewTable
  staff_session: StaffSessionTable
  staff_shop: StaffShopTable
  statement: StatementTable
  statement_entry: StatementEntryTable
  statement_interest: StatementInterestTable
  statement_line: StatementLineTable
  stock_batch: StockBatchTable
  stock_count: StockCountTable
  stock_count_line: StockCountLineTable
  stock_movement: StockMovementTable
  stock_out: StockOutTable
  stock_receipt: StockReceiptTable
  stock_receipt_line: StockReceiptLineTable
  stock_transfer: StockTransferTable
  stock_transfer_line: StockTransferLineTable
  stock_wait: StockWaitTable
  summed_day: SummedDayTable
  supplier: SupplierTable
  supplier_invoice: SupplierInvoiceTable
  supplier_invoice_line: SupplierInvoiceLineTable
  supplier_price: SupplierPriceTable
  tagged_enterprise: TaggedEnterpriseTable
  tagged_order: TaggedOrderTable
  ticket: TicketTable
  trade: TradeTable
  transfer_code: TransferCodeTable
  user_enterprise: UserEnterpriseTable
  value_day_correction: ValueDayCorrectionTable
  value_day_request: ValueDayRequestTable
  verification_reading: VerificationReadingTable
  verification_submission: VerificationSubmissionTable
  visitor_day: VisitorDayTable
  visitor_sketch: VisitorSketchTable
  voucher: VoucherTable
  voucher_picture: VoucherPictureTable
  warehouse: WarehouseTable
  warehouse_stock: WarehouseStockTable
  wave: WaveTable
  wave_order: WaveOrderTable
  waybill: WaybillTable
  webhook: WebhookTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
}
