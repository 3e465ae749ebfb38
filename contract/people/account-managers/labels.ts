/** The Chinese names of input fields about account managers, what they keep of companies, and their targets. */
export const accountManagerFieldLabels = {
  companies: '企业',
  manager: '客户经理',
  seenStaffId: '当前的客户经理',
  ownOnly: '只看自己的企业',
  toStaffId: '接手的客户经理',
  addTagIds: '添加的标签',
  removeTagIds: '取下的标签',
  tagId: '标签',
  companyTagId: '企业标签',
  nextDay: '下次跟进',
  seenDay: '原定日期',
  contactUserId: '通话对象',
  minutes: '时长',
  sales: '销售额目标',
  newCompanies: '新客户目标',
  completesId: '完成的跟进',
} as const
