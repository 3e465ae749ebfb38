/** The demo accounts that README publishes with their password. Everybody can log in to them. */
export const publishedDemoPassword = 'Demo123456'

export const publishedDemoMobiles = {
  main: '13800000001',
  sub: '13800000002',
  unverified: '13800000003',
  twoSeats: '13800000004',
  newAgent: '13800000005',
  newEnterprise: '13800000006',
  groupParent: '13800000007',
  groupMember: '13800000008',
  groupBuyer: '13800000009',
} as const

export const publishedDemoEmails = { ops: 'ops@demo.local', fin: 'fin@demo.local', adm: 'adm@demo.local' } as const
