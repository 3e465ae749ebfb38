import type { RefusalTable } from './table.ts'

/** Refusals for people, companies and staff. */
export const peopleRefusals = {
  // Login
  LOGIN_FAILED: { code: 422, msg: '手机号或密码错误' },
  LOGIN_LOCKED: { code: 423, msg: '密码错误次数过多，请 15 分钟后再试' },
  LOGIN_ADDRESS_LOCKED: { code: 429, msg: '当前网络登录失败次数过多，请稍后再试' },
  CAPTCHA_NEEDED: { code: 400, msg: '请输入图形验证码' },
  CAPTCHA_WRONG: { code: 400, msg: '图形验证码错误' },
  CAPTCHA_EXPIRED: { code: 410, msg: '图形验证码已过期，请重新输入' },
  SMS_TOO_OFTEN: { code: 429, msg: '验证码发送过于频繁，请稍后再试' },
  SMS_CODE_WRONG: { code: 400, msg: '验证码错误' },
  SMS_CODE_EXPIRED: { code: 410, msg: '验证码已失效，请重新获取' },
  REGISTER_TOO_OFTEN: { code: 429, msg: '当前网络注册过于频繁，请稍后再试' },
  TICKET_NOT_FOUND: { code: 409, msg: '请先完成上一步验证' },
  MOBILE_TAKEN: { code: 409, msg: '该手机号已注册，请直接登录' },
  PASSWORD_TOO_COMMON: { code: 400, msg: '密码过于简单或与账号相近，请换一个' },
  OLD_PASSWORD_WRONG: { code: 422, msg: '登录密码错误' },
  PAY_PASSWORD_WEAK: { code: 400, msg: '支付密码过于简单，请换一个' },
  DEVICE_NOT_FOUND: { code: 404, msg: '设备不存在或已退出' },
  ACCOUNT_DISABLED: { code: 403, msg: '账号已被停用，请联系企业主账号或客服' },
  ENTERPRISE_NOT_FOUND: { code: 404, msg: '企业不存在' },

  // Files
  FILE_NOT_FOUND: { code: 404, msg: '图片不存在' },
  NOT_AN_IMAGE: { code: 415, msg: '仅支持 JPG、PNG、WebP 图片' },
  IMAGE_TOO_LARGE: { code: 413, msg: '图片不能超过 10MB 或 4000 万像素' },
  FILE_QUOTA: { code: 422, msg: '上传的图片过多，请稍后再试' },
  CONSENT_NEEDED: { code: 422, msg: '请先同意证件信息的处理' },

  // Verification
  VERIFICATION_STATE: { code: 409, msg: '当前认证状态不支持该操作' },
  TOO_YOUNG: { code: 422, msg: '经办人须年满 18 周岁' },
  DAY_AHEAD: { code: 422, msg: '日期不能晚于今天' },
  CREDIT_CODE_TAKEN: { code: 422, msg: '该企业信息需要人工核实，请联系客服' },
  CASE_NOT_FOUND: { code: 404, msg: '审核案件不存在' },
  CASE_TAKEN: { code: 409, msg: '该案件正由其他人员处理' },
  CASE_NOT_CLAIMED: { code: 409, msg: '领取已超时或尚未领取，请先领取该案件' },
  LIMIT_MISSING: { code: 422, msg: '请填写固定额度' },

  // Sub-accounts and approval
  SUB_USER_NOT_FOUND: { code: 404, msg: '子账号不存在' },
  SUB_USER_EXISTS: { code: 409, msg: '该手机号已是本企业成员' },
  SUB_USER_FULL: { code: 422, msg: '子账号数量已达上限' },
  APPROVAL_NOT_FOUND: { code: 404, msg: '采购审批不存在' },
  APPROVAL_DECIDED: { code: 409, msg: '该审批已处理或已过期' },
  OWN_APPROVAL: { code: 403, msg: '不能审批自己提交的采购' },
  PAY_FROZEN: { code: 423, msg: '支付密码或手机号刚刚变更，24 小时内不能使用钱包和赊销支付' },

  // Messages and articles
  ARTICLE_NOT_FOUND: { code: 404, msg: '文章不存在' },
  MESSAGE_NOT_FOUND: { code: 404, msg: '消息不存在' },
  ANNOUNCEMENT_NOT_FOUND: { code: 404, msg: '公告不存在' },
  ANNOUNCEMENT_WITHDRAWN: { code: 409, msg: '公告已撤回，请刷新后查看' },
  MESSAGE_TEXT_FAULTY: { code: 422, msg: '文字不能这样写，请按提示修改' },
  NO_DRAFT: { code: 409, msg: '没有可以发布的草稿' },
  AGREEMENT_BY_ADMIN: { code: 403, msg: '协议由管理员发布，请先保存草稿' },
  AGREEMENT_VERSION: { code: 422, msg: '协议正文须有一行“版本：…”，且与以往的版本不同' },
  AGREEMENT_STAYS: { code: 422, msg: '协议不能撤下，只能发布新版本' },
  HELP_CATEGORY_NOT_FOUND: { code: 404, msg: '帮助分类不存在' },
  HELP_CATEGORY_EXISTS: { code: 409, msg: '已有同名的帮助分类' },
  HELP_CATEGORY_IN_USE: { code: 409, msg: '分类下还有文章，请先移走' },
  HELP_CATEGORY_FULL: { code: 422, msg: '帮助分类最多 20 个' },
  BANNER_NOT_FOUND: { code: 404, msg: '横幅不存在' },
  BANNER_FULL: { code: 422, msg: '横幅最多 50 条，请先删除不用的' },
  INQUIRY_NOT_FOUND: { code: 404, msg: '留言不存在' },
  INQUIRY_DONE: { code: 409, msg: '该留言已处理，请刷新后查看' },
  INQUIRY_TOO_MANY: { code: 429, msg: '留言过于频繁，请稍后再试，或直接拨打客服电话' },

  // Dual control
  SECOND_PERSON_NEEDED: { code: 409, msg: '此操作须由两人完成，请由另一位同事确认' },
  SECOND_PERSON_TIED: { code: 409, msg: '您与前一位操作人的账号在 7 天内由同一人新增或重置，不能互相复核，请由其他同事确认' },

  // Sensitive changes
  SENSITIVE_CHANGE_NOT_FOUND: { code: 404, msg: '待生效变更不存在' },
  SENSITIVE_CHANGE_DECIDED: { code: 409, msg: '该变更已生效、已阻止或已撤回，请刷新后查看' },
  SENSITIVE_CHANGE_LAPSED: { code: 409, msg: '提出人已停用或不再有权限，该变更不能生效' },
  CHANGE_PENDING: { code: 409, msg: '已有待生效的变更，请先由管理员同意、阻止或由提出人撤回' },
  PASSWORD_AGAIN_NEEDED: { code: 422, msg: '请输入您的登录密码确认本人操作' },
  LAST_ADMIN: { code: 422, msg: '至少保留一位在用的管理员' },

  // Staff
  STAFF_LOGIN_FAILED: { code: 422, msg: '邮箱或密码错误' },
  NEW_PASSWORD_NEEDED: { code: 422, msg: '首次登录，请设置新的登录密码' },
  INITIAL_PASSWORD_EXPIRED: { code: 422, msg: '初始密码已过期，请联系管理员重新设置' },
  TOTP_NEEDED: { code: 422, msg: '请输入动态口令' },
  TOTP_NOT_BOUND: { code: 422, msg: '请先绑定动态口令' },
  TOTP_BOUND: { code: 409, msg: '动态口令已绑定；更换手机请联系管理员重置' },
  TOTP_WRONG: { code: 422, msg: '动态口令错误或已使用，请等下一个口令' },
  RECOVERY_CODE_WRONG: { code: 422, msg: '恢复码错误或已使用' },
  STAFF_NOT_FOUND: { code: 404, msg: '员工不存在' },
  STAFF_EXISTS: { code: 409, msg: '该邮箱已是员工账号' },
  OWN_ACCOUNT: { code: 422, msg: '不能对自己的账号做此操作，请由另一位管理员处理' },
  USER_NOT_FOUND: { code: 404, msg: '用户不存在' },
  HOLIDAY_NOT_FOUND: { code: 404, msg: '这一天没有人工修改' },
  NO_LOCAL_TEXTS: { code: 404, msg: '短信由服务商发送，本地没有留存' },
} as const satisfies RefusalTable
