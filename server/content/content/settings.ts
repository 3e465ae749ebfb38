// Reads and writes the table `setting`: what staff can change without a new version of the program.
import { sql } from 'kysely'
import type { SiteInfo } from '#contract/content/content/api.ts'
import { defaultCreditTerms } from '#contract/money/statements/credit-terms.ts'
import type { SettingGroup, Settings } from '#contract/operations/settings/console-api.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * The values that apply until staff save their own. The site placeholders come from the specification (§9), the others from docs/domain.md
 * (§6, §7).
 */
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
  credit: defaultCreditTerms,
  bank: {
    accountName: '深圳岩锋工品科技有限公司',
    bankName: '中国工商银行深圳南山支行',
    accountNo: '4000020200000000000',
    bankCode: '102584000000',
    secondAbove: fen(5_000_000),
  },
  levels: { silver: fen(10_000_000), gold: fen(50_000_000), platinum: fen(200_000_000) },
  prices: { askAbovePercent: 30 },
}

export interface StoredSettings<G extends SettingGroup> {
  values: Settings[G]
  /** How often the group was saved; 0: never, so the defaults apply. */
  rowVersion: number
  changedAt: Date | null
  /** The name of the person who saved it last; null: nobody, or a person who is not known any more. */
  changedBy: string | null
  /** The fields that the last save changed. */
  changes: FieldChange[]
}

async function readGroup<G extends SettingGroup>(db: Db, group: G): Promise<StoredSettings<G>> {
  const row = await db.selectFrom('setting').selectAll().where('name', '=', group).executeTakeFirst()
  return {
    // A field that a newer version of the program has added has its default until the group is saved once.
    values: { ...defaults[group], ...(row?.value as Partial<Settings[G]> | undefined) },
    rowVersion: row?.version ?? 0,
    changedAt: row?.updated_at ?? null,
    changedBy: row?.updated_by ?? null,
    changes: (row?.changes as FieldChange[] | null | undefined) ?? [],
  }
}

/** Locks a group and returns its current values. It works for a group that was never saved, too. */
export async function lockSettings<G extends SettingGroup>(tx: Tx, group: G): Promise<StoredSettings<G>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${group}`}, 0))`.execute(tx)
  return readGroup(tx, group)
}

export const readSiteInfo = async (db: Db): Promise<SiteInfo> => (await readGroup(db, 'site')).values

/** Reads the bank account for transfers, and the amount above which two people confirm an incoming transfer. */
export const readBankSettings = async (db: Db): Promise<Settings['bank']> => (await readGroup(db, 'bank')).values

/** Reads the amounts in fen that an enterprise has to pay within a year to reach each member level. */
export const readLevelThresholds = async (db: Db): Promise<Settings['levels']> => (await readGroup(db, 'levels')).values

/** Reads the percentage by which a price may change without an explicit confirmation. */
export const readPriceConfirmPercent = async (db: Db): Promise<number> => (await readGroup(db, 'prices')).values.askAbovePercent

/** Reads all groups, for the console. */
export async function readSettings(db: Db): Promise<{ [G in SettingGroup]: StoredSettings<G> }> {
  const [site, credit, bank, levels, prices] = [
    await readGroup(db, 'site'),
    await readGroup(db, 'credit'),
    await readGroup(db, 'bank'),
    await readGroup(db, 'levels'),
    await readGroup(db, 'prices'),
  ]
  return { site, credit, bank, levels, prices }
}

interface Saving<G extends SettingGroup> {
  group: G
  values: Settings[G]
  staffId: string
  changes: readonly FieldChange[]
}

/** Saves a group as its next version, with the person and the changed fields. */
export async function saveSettings<G extends SettingGroup>(
  tx: Tx,
  moment: Moment,
  { group, values, staffId, changes }: Saving<G>,
): Promise<void> {
  const saved = {
    value: JSON.stringify(values),
    updated_at: moment.now,
    updated_by: staffId,
    changes: JSON.stringify(changes),
  }
  await tx
    .insertInto('setting')
    .values({ name: group, ...saved })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...saved, version: sql`setting.version + 1` }))
    .execute()
}
