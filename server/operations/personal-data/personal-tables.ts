import { phoneCallDirections } from '#contract/people/account-managers/phone-call-api.ts'
import { namedAuditActionLabels } from '#contract/people/staff/audit-api.ts'
import { readingSources } from '#contract/people/verification/readings.ts'

/** A table with rows about a person. */
export interface PersonalDataFileTable {
  table: string
  /** The name of this part of the file. */
  title: string
  /** The column that names the person. Left out: `user_id`. */
  person?: string
  /** Its rows belong to no enterprise, and are found only by the person. */
  alone?: true
  /**
   * The columns in the person's file, with their names: `column=名称 column=名称`. Amounts are left out, because they belong to the company.
   */
  columns: string
  /** Words for people instead of the values of some columns. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * The tables that a person gets as a file, besides his profile and his sealed submissions. A test compares them with the schema: a column
 * with the id of a person, or with a number or an address of one, is here, in `personalDataProfileColumns`, or in `columnsLeftOutOfPersonalData` with a reason.
 */
export const tablesInPersonalDataFile: readonly PersonalDataFileTable[] = [
  {
    table: 'membership',
    title: '所在企业',
    columns:
      'enterprise_id=企业编号 account_type=账号类型 name=姓名 perm_code=权限 status=状态 created_at=加入时间 accepted_at=接受时间 deleted_at=移除时间 parent_name=委派的母公司',
  },
  {
    table: 'session',
    title: '登录过的设备',
    alone: true,
    columns:
      'created_at=登录时间 last_seen_at=最近使用 ip=IP user_agent=浏览器 ended_at=结束时间 end_reason=结束原因 parent_name=委派的母公司',
  },
  {
    table: 'audit_log',
    title: '安全与操作记录',
    person: 'actor_id',
    alone: true,
    words: { action: namedAuditActionLabels },
    columns: 'at=时间 action=操作 outcome=结果 reason=原因 ip=IP facts=细节 parent_name=委派的母公司',
  },
  { table: 'consent', title: '同意过的文本', columns: 'kind=种类 text_version=版本 ip=IP at=时间' },
  { table: 'credit_agreement', title: '同意过的赊销协议', columns: 'text_version=版本 ip=IP accepted_at=时间' },
  {
    table: 'verification_submission',
    title: '提交的认证',
    columns:
      'step=步骤 state=状态 masked=内容（脱敏） readings_masked=识别结果（脱敏） submitted_at=提交时间 reviewed_at=审核时间 reasons=驳回原因',
  },
  {
    table: 'verification_reading',
    title: '证件识别与工商查询',
    words: { source: Object.fromEntries(Object.entries(readingSources).map(([source, { label }]) => [source, label])) },
    columns: 'source=来源 state=结果 masked=内容（脱敏） file_id=图片 at=时间',
  },
  {
    table: 'enterprise_licence',
    title: '提交的许可证',
    columns: 'number_masked=证号（脱敏） state=状态 valid_until=有效期至 submitted_at=提交时间',
  },
  {
    table: 'file',
    title: '上传的图片',
    columns: 'id=编号 purpose=用途 media_type=类型 bytes=字节 created_at=上传时间',
  },
  { table: 'payment_password', title: '支付密码', columns: 'updated_at=设置时间 locked_until=锁定至 frozen_until=冻结至' },
  { table: 'alert_choice', title: '短信、邮件与微信提醒', columns: 'kind=种类 by_sms=发短信 by_mail=发邮件 by_wechat=发微信' },
  { table: 'alert_sent', title: '发过的提醒', columns: 'at=时间 by_sms=发了短信' },
  {
    table: 'contact_setting',
    title: '接收方式',
    alone: true,
    columns:
      'mail_masked=接收邮箱（脱敏） wechat_bound_at=绑定微信的时间 wechat_unfollowed_at=未关注公众号的起始时间 quiet_from=免打扰开始（时） quiet_until=免打扰结束（时） updated_at=修改时间',
  },
  { table: 'message', title: '消息', columns: 'kind=种类 title=标题 content=内容 at=时间 read_at=阅读时间' },
  { table: 'announcement_read', title: '看过的公告', columns: 'announcement_id=公告 read_at=阅读时间 hidden_at=隐藏时间' },
  {
    table: 'inquiry',
    title: '咨询与留言',
    columns: 'name=姓名 mobile_masked=手机号（脱敏） topic=主题 text=内容 state=状态 answer=答复 at=时间',
  },
  {
    table: 'order',
    title: '下过的订单',
    columns:
      'order_no=订单号 state=状态 receiver_name=收货人 receiver_mobile=收货手机号 receiver_region=地区 receiver_detail=详细地址 remark=备注 created_at=下单时间',
  },
  { table: 'order_event', title: '对订单的操作', person: 'actor_id', columns: 'verb=操作 note=说明 at=时间' },
  { table: 'approval', title: '申请过的采购审批', person: 'asked_by', columns: 'asked_at=时间 state=状态 opinion=意见' },
  { table: 'approval', title: '处理过的采购审批', person: 'decided_by', columns: 'decided_at=时间 state=状态 opinion=意见' },
  {
    table: 'after_sale',
    title: '申请过的售后',
    columns: 'after_sale_no=售后单号 type=类型 state=状态 reason=原因 description=说明 created_at=时间',
  },
  { table: 'after_sale_entry', title: '对售后的操作', person: 'actor_id', columns: 'verb=操作 text=说明 at=时间' },
  {
    table: 'payment',
    title: '付过的款',
    person: 'paid_by',
    columns: 'title=内容 method=方式 state=状态 created_at=发起时间 paid_at=付款时间',
  },
  {
    table: 'voucher',
    title: '提交的汇款凭证',
    person: 'submitted_by',
    columns: 'state=状态 remark=备注 submitted_at=时间',
  },
  {
    table: 'acceptance_bill',
    title: '提交的承兑汇票',
    person: 'submitted_by',
    columns: 'bill_no=票号 state=状态 submitted_at=时间',
  },
  { table: 'repayment', title: '做过的还款', columns: 'source=来源 value_day=起息日 at=时间' },
  {
    table: 'invoice',
    title: '申请过的发票',
    columns: 'invoice_no=申请号 state=状态 email=收票邮箱 remark=备注 created_at=时间',
  },
  { table: 'signing', title: '发起的电子签署', columns: 'kind=文件 document_no=编号 state=状态 created_at=发起时间' },
  { table: 'invoice_entry', title: '对发票的操作', person: 'actor_id', columns: 'verb=操作 text=说明 at=时间' },
  {
    table: 'comment',
    title: '评论',
    columns: 'stars=星级 text=内容 anonymous=匿名 answer=商家回复 hidden_at=隐藏时间 created_at=时间',
  },
  { table: 'comment_reply', title: '评论的补充', columns: 'text=内容 created_at=时间' },
  { table: 'cart_line', title: '购物车', columns: 'sku_id=规格 goods_num=数量 created_at=时间 changed_at=最近修改时间' },
  { table: 'favourite', title: '收藏', columns: 'goods_id=商品 created_at=时间' },
  { table: 'stock_wait', title: '到货通知', columns: 'sku_id=规格 created_at=时间' },
  { table: 'shopping_list', title: '建立的常购清单', person: 'created_by', columns: 'name=名称 created_at=时间' },
  { table: 'statement', title: '确认过的账单', person: 'confirmed_by', columns: 'month=月份 confirmed_at=时间' },
  {
    table: 'statement_line',
    title: '提出的账单异议',
    person: 'disputed_by',
    columns: 'month=月份 dispute=异议 dispute_reason=原因 dispute_pictures=图片 disputed_at=时间',
  },
  {
    table: 'statement_line',
    title: '撤回的账单异议',
    person: 'withdrawn_by',
    columns: 'month=月份 dispute_reason=原因 withdrawn_at=时间',
  },
  { table: 'parcel_receipt', title: '上传的签收单', person: 'actor_id', columns: 'file_id=图片 at=时间' },
  {
    table: 'quotation',
    title: '提出的询价',
    columns: 'quotation_no=询价单号 title=标题 remark=说明 ship_to=送货地区 state=状态 reason=原因 created_at=时间',
  },
  {
    table: 'order_proposal',
    title: '请其确认的代客下单',
    columns: 'proposal_no=单号 remark=备注 ship_to=收货地区 state=状态 reason=不需要的原因 created_at=时间',
  },
  {
    table: 'phone_call',
    title: '运营人员与您的通话',
    person: 'contact_user_id',
    words: { direction: Object.fromEntries(Object.entries(phoneCallDirections).map(([direction, { label }]) => [direction, label])) },
    columns: 'at=时间 direction=方向 minutes=时长（分钟）',
  },
  { table: 'quotation_drawing', title: '上传的询价图纸', columns: 'name=名称 file_id=文件 at=时间' },
  { table: 'quotation_message', title: '询价中的留言', person: 'sender_id', columns: 'text=内容 at=时间' },
  { table: 'project', title: '负责的项目', person: 'manager_id', columns: 'name=名称 created_at=建立时间' },
  { table: 'material_code', title: '维护的物料编码', person: 'updated_by', columns: 'code=编码 updated_at=时间' },
  { table: 'project_member', title: '参加的项目', columns: 'project_id=项目' },
  { table: 'equipment_reading', title: '记录的设备工时', columns: 'equipment_id=设备 day=日期 hours=工时 at=时间' },
  { table: 'patrol', title: '做过的巡检', columns: 'route=路线 day=日期 note=说明 created_at=时间' },
  { table: 'benefit_claim', title: '领取的会员权益', columns: 'text=内容 at=时间' },
  { table: 'coupon', title: '领取的优惠券', person: 'claimed_by', columns: 'state=状态 claimed_at=领取时间 used_at=使用时间' },
  { table: 'api_key', title: '建立的接口密钥', person: 'created_by', columns: 'name=名称 prefix=开头 created_at=时间' },
  { table: 'punch_out_setup', title: '开通的采购系统对接', person: 'created_by', columns: 'protocol=协议 created_at=时间' },
  { table: 'webhook', title: '建立的推送地址', person: 'created_by', columns: 'name=名称 url=地址 created_at=时间' },
]
