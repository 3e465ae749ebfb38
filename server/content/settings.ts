// The only file that touches the table `setting`: what staff may change without a new version of the mall.
import type { SiteInfo } from '../../contract/content/api.ts'
import type { SettingGroup, Settings } from '../../contract/content/console-api.ts'
import { fen } from '../../contract/money.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** What counts until somebody sets it: of the site placeholders, as the specification has them (§9); the rest as the domain has it (§6, §7). */
const defaults: Settings = {
  site: {
    companyName: '岩锋工品',
    creditCode: '91440300MA5FAKE00D',
    address: '广东省深圳市南山区',
    phone: '400-000-0000',
    email: 'service@example.com',
    hours: '工作日 8:30–18:00',
    copyright: '© 2026 岩锋工品',
    filingNo: '粤ICP备00000000号',
    filingUrl: 'https://beian.miit.gov.cn/',
  },
  credit: { overdueTolerance: fen(100), graceDays: 3, dailyRateBp: 5 },
  bank: {
    accountName: '深圳岩锋工品科技有限公司',
    bankName: '中国工商银行深圳南山支行',
    accountNo: '4000020200000000000',
    bankCode: '102584000000',
    secondAbove: fen(5_000_000),
  },
  levels: { silver: fen(10_000_000), gold: fen(50_000_000), platinum: fen(200_000_000) },
}

interface Group<G extends SettingGroup> {
  values: Settings[G]
  changedAt: Date | null
}

async function readGroup<G extends SettingGroup>(db: Db, group: G): Promise<Group<G>> {
  const row = await db.selectFrom('setting').select(['value', 'updated_at']).where('name', '=', group).executeTakeFirst()
  // What a newer version has added has its default until it is saved once.
  return { values: { ...defaults[group], ...(row?.value as Partial<Settings[G]> | undefined) }, changedAt: row?.updated_at ?? null }
}

export const readSiteInfo = async (db: Db): Promise<SiteInfo> => (await readGroup(db, 'site')).values

/** Where transfers go, and above what two people confirm what arrived. */
export const readBankAccount = async (db: Db): Promise<Settings['bank']> => (await readGroup(db, 'bank')).values

/** What has to be paid within a year for each member level. */
export const readThresholds = async (db: Db): Promise<Settings['levels']> => (await readGroup(db, 'levels')).values

/** Every group, for the console. */
export async function readSettings(db: Db): Promise<{ [G in SettingGroup]: Group<G> }> {
  const [site, credit, bank, levels] = [
    await readGroup(db, 'site'),
    await readGroup(db, 'credit'),
    await readGroup(db, 'bank'),
    await readGroup(db, 'levels'),
  ]
  return { site, credit, bank, levels }
}

export async function saveSettings<G extends SettingGroup>(tx: Tx, moment: Moment, group: G, values: Settings[G]): Promise<void> {
  const saved = { value: JSON.stringify(values), updated_at: moment.now }
  await tx
    .insertInto('setting')
    .values({ name: group, ...saved })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(saved))
    .execute()
}
