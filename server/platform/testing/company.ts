import type { Settings } from '#contract/operations/settings/console-api.ts'
import { listChangedSettings } from '#contract/operations/settings/setting-fields.ts'
import { fen } from '#contract/platform/core/money.ts'
import { saveSettingGroup } from '#server/content/content/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The company of the demo and of the malls of stories. */
export const demoCompany = {
  site: {
    name: '岩锋工品',
    shortName: '岩锋工品',
    tagline: '矿采耗材',
    introduction: '截齿、铣刨齿、旋挖牙轮、硬质合金与柴油，现金价与赊销价同屏比较，当月用、次月 10 号还。',
    address: '广东省深圳市南山区',
    phone: '400-000-0000',
    email: 'service@example.com',
    hours: '工作日 8:30–18:00',
    copyright: '© 2026 岩锋工品',
    filingNo: '粤ICP备00000000号',
    filingUrl: 'https://beian.miit.gov.cn/',
    logoId: null,
    darkLogoId: null,
  },
  party: {
    companyName: '岩锋工品',
    creditCode: '91440300MA5FAKE00D',
    address: '广东省深圳市南山区',
    phone: '400-000-0000',
    bankName: '中国工商银行深圳南山支行',
    accountNo: '4000020200000000000',
    stampId: null,
  },
  bank: {
    accountName: '深圳岩锋工品科技有限公司',
    bankName: '中国工商银行深圳南山支行',
    accountNo: '4000020200000000000',
    bankCode: '102584000000',
    secondAbove: fen(5_000_000),
  },
  setup: { finished: true, settled: [] },
} satisfies Partial<Settings>

/** Sets up a mall as the demo's company, with the function that the console uses. */
export async function setUpDemoCompany(tx: Tx, moment: Moment): Promise<void> {
  const save = <G extends keyof typeof demoCompany>(group: G, values: Settings[G]) =>
    saveSettingGroup(tx, moment, { group, values, staffId: null, changes: listChangedSettings(group, null, values) })
  await save('site', demoCompany.site)
  await save('party', demoCompany.party)
  await save('bank', demoCompany.bank)
  await save('setup', demoCompany.setup)
}
