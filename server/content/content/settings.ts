// Reads and writes the tables `setting` and `setting_version`: values that staff can change without a new version of the program. The accounts of
// the group `bank` are written by own-accounts.ts, except for the one that buyers see.
import { sql } from 'kysely'
import { addMissingRulesToJournalSettings, defaultJournalSettings, type JournalSettings } from '#contract/billing/journal/settings.ts'
import type { MallCompanyProfile } from '#contract/content/content/api.ts'
import { defaultMallCompanyProfile } from '#contract/content/content/default-company-profile.ts'
import type { MallProfile } from '#contract/content/content/page-profile.ts'
import { defaultProvisionBands } from '#contract/money/provisions/bands.ts'
import { defaultAcceptanceSettings } from '#contract/money/statements/acceptance-lifecycle.ts'
import { defaultOverdueTerms } from '#contract/money/statements/credit-terms.ts'
import type { SettingGroup, Settings } from '#contract/operations/settings/console-api.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { type BasisPoints, type Fen, fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  attachOtherOwnAccounts,
  type CompleteBankSettings,
  type DefaultOwnAccount,
  type OwnAccount,
  replaceOwnAccounts,
  requireOwnAccount,
  toOwnAccounts,
} from './own-accounts.ts'

/** The groups that have no values until staff set them, because every mall needs different ones. */
type CompanyGroup = 'site' | 'party' | 'bank'
/** The values of a group; null: staff have not set them. */
type Values<G extends SettingGroup> = G extends CompanyGroup ? Settings[G] | null : Settings[G]

/** The values that apply until staff save their own. They come from domain §6 and domain §7. */
const defaults: { [G in SettingGroup]: Values<G> } = {
  site: null,
  party: null,
  credit: defaultOverdueTerms,
  provision: defaultProvisionBands,
  acceptance: defaultAcceptanceSettings,
  purchaseMatch: { priceToleranceBp: 100 },
  bank: null,
  collection: { band1: 30, band2: 60, band3: 90, typerAssignsUpTo: fen(5_000_000) },
  levels: { silver: fen(10_000_000), gold: fen(50_000_000), platinum: fen(200_000_000) },
  setup: { finished: false, settled: [] },
  stage: { pictureId: null, alt: '', goodsId: null },
  prices: { askAbovePercent: 30 },
  receipt: { daysAfterDelivery: 7 },
  orderProposal: { validDays: 3 },
  batches: { endingDays: 60 },
  weighing: { percent: 5, grams: 200 },
  reading: { pictures: false, register: false },
  journal: defaultJournalSettings,
}

export interface StoredSettingGroup<G extends SettingGroup> {
  values: Values<G>
  /** How often the group was saved; 0: never, so the defaults apply. */
  rowVersion: number
  changedAt: Date | null
  /** The name of the person who saved it last; null: nobody, or a person who no longer exists. */
  changedBy: string | null
  /** The fields that the last save changed. */
  changes: FieldChange[]
}

/** Reads the row of a group. Of the bank accounts it has the one that buyers see. */
async function readRow<G extends SettingGroup>(db: Db, group: G): Promise<StoredSettingGroup<G>> {
  const row = await db.selectFrom('setting').selectAll().where('name', '=', group).executeTakeFirst()
  return {
    // A field that a newer version of the program has added has its default until the group is saved once.
    values: (row || defaults[group] ? { ...defaults[group], ...(row?.value as Partial<Settings[G]> | undefined) } : null) as Values<G>,
    rowVersion: row?.version ?? 0,
    changedAt: row?.updated_at ?? null,
    changedBy: row?.updated_by ?? null,
    changes: (row?.changes as FieldChange[] | null | undefined) ?? [],
  }
}

async function readGroup<G extends SettingGroup>(db: Db, group: G): Promise<StoredSettingGroup<G>> {
  const stored = await readRow(db, group)
  if (group !== 'bank' || stored.values === null) return stored
  return { ...stored, values: (await attachOtherOwnAccounts(db, stored.values as DefaultOwnAccount)) as unknown as Values<G> }
}

/** Locks a group and returns its current values. It works for a group that was never saved, too. */
export async function lockSettingGroup<G extends SettingGroup>(tx: Tx, group: G): Promise<StoredSettingGroup<G>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${group}`}, 0))`.execute(tx)
  return readGroup(tx, group)
}

/** Reads the public profile of the mall, or the neutral one until staff have set it. */
export const readPublicMallProfile = async (db: Db): Promise<MallCompanyProfile> =>
  (await readGroup(db, 'site')).values ?? defaultMallCompanyProfile

/** Reads the picture of the home page's stage. */
export const readHomeHeroPictureSetting = (db: Db): Promise<StoredSettingGroup<'stage'>> => readGroup(db, 'stage')

/** Reads what the server writes into the pages: the profile and the stage. */
export async function readMallProfileForPages(db: Db): Promise<MallProfile> {
  const site = await readPublicMallProfile(db)
  const { pictureId, alt, goodsId } = (await readHomeHeroPictureSetting(db)).values
  return { ...site, stage: pictureId === null ? null : { pictureId, alt, goodsId } }
}

/** Reads the company that signs contracts and issues invoices; null until staff have set it. */
export const readMallContractParty = async (db: Db): Promise<Settings['party'] | null> => (await readGroup(db, 'party')).values

/** The bank account for transfers. */
type BankAccount = Omit<DefaultOwnAccount, 'secondAbove'>

/** Reads the bank account for transfers; null until staff have set it, so that no transfer is offered. */
export async function readMallBankAccount(db: Db): Promise<BankAccount | null> {
  const { values } = await readRow(db, 'bank')
  if (!values) return null
  const { accountName, bankName, accountNo, bankCode } = values
  return { accountName, bankName, accountNo, bankCode }
}

/** Refuses BANK_ACCOUNT_MISSING if buyers cannot transfer. */
export async function requireMallBankAccount(db: Db): Promise<void> {
  if (!(await readMallBankAccount(db))) refuse('BANK_ACCOUNT_MISSING')
}

/** Lists the bank accounts of the platform, the one that buyers see first; none: staff have not set it. */
export async function listOwnAccounts(db: Db): Promise<OwnAccount[]> {
  const { values } = await readGroup(db, 'bank')
  return values === null ? [] : toOwnAccounts(values as CompleteBankSettings)
}

/** Lists the labels of the bank accounts of the platform by their numbers. */
export const listOwnAccountLabels = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await listOwnAccounts(db)).map(({ accountNo, label }) => [accountNo, label]))

/**
 * Lists the accounts for a line that is written of one of them. Until the end of the transaction nobody removes one. Refuses
 * BANK_ACCOUNT_MISSING.
 */
async function holdOwnAccounts(tx: Tx): Promise<OwnAccount[]> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('setting bank', 0))`.execute(tx)
  const accounts = await listOwnAccounts(tx)
  return accounts.length === 0 ? refuse('BANK_ACCOUNT_MISSING') : accounts
}

/** Returns the account of which a line is written. Refuses BANK_ACCOUNT_MISSING, BANK_ACCOUNT_NOT_OWN. */
export const holdOwnAccount = async (tx: Tx, accountNo: string): Promise<OwnAccount> =>
  requireOwnAccount(await holdOwnAccounts(tx), accountNo)

/**
 * Returns the account of a line that somebody types: the given one, or the only one in use. A line of an account that is not in use comes
 * with a statement only. Refuses BANK_ACCOUNT_MISSING, BANK_ACCOUNT_NOT_OWN, and BANK_ACCOUNT_UNCLEAR if several are in use.
 */
export async function holdOwnAccountOfTypedLine(tx: Tx, accountNo: string | undefined): Promise<OwnAccount> {
  const accounts = await holdOwnAccounts(tx)
  const inUse = accounts.filter(({ enabled }) => enabled)
  if (accountNo !== undefined) return requireOwnAccount(inUse, accountNo)
  const [only, ...others] = inUse
  if (only && others.length === 0) return only
  return refuse('BANK_ACCOUNT_UNCLEAR', { field: 'accountNo', msg: '商城有多个收款账户，请选择这笔款到了哪个账户' })
}

/** The databases of malls with an account. The account is never removed, so buyers' calls read this once. */
const withAccount = new WeakSet<Db>()

/** Returns whether buyers can transfer. */
export async function hasMallBankAccount(db: Db): Promise<boolean> {
  if (!withAccount.has(db) && (await readMallBankAccount(db))) withAccount.add(db)
  return withAccount.has(db)
}

/** The amount that applies until staff set their own with the bank account. */
const SECOND_ABOVE = fen(5_000_000)

/** Reads the amount above which two people confirm an incoming transfer. */
export const readBankTransferSecondPersonThreshold = async (db: Db): Promise<Fen> =>
  (await readRow(db, 'bank')).values?.secondAbove ?? SECOND_ABOVE

/** Reads when bills free the limit that they cover, by the kind of acceptor. */
export const readAcceptanceLimitReleaseSettings = async (db: Db): Promise<Settings['acceptance']> =>
  (await readGroup(db, 'acceptance')).values

/** Reads by how much what a supplier invoices may differ from what was ordered, in basis points. */
export const readPurchasePriceToleranceBp = async (db: Db): Promise<BasisPoints> =>
  (await readGroup(db, 'purchaseMatch')).values.priceToleranceBp

/** Reads the bands of collections, and the amount in fen up to which a person may assign a bank line that he has typed. */
export const readCollectionAndTypedBankLineSettings = async (db: Db): Promise<Settings['collection']> =>
  (await readGroup(db, 'collection')).values

/** Reads the amounts in fen that an enterprise has to pay within a year to reach each member level. */
export const readMemberLevelThresholdAmounts = async (db: Db): Promise<Settings['levels']> => (await readGroup(db, 'levels')).values

/** Reads the percentage by which a price may change without an explicit confirmation. */
export const readPriceChangeConfirmPercent = async (db: Db): Promise<number> => (await readGroup(db, 'prices')).values.askAbovePercent

/** Reads how many days after the carriers have delivered everything an order is received automatically. */
export const readAutomaticReceiptDaysAfterDelivery = async (db: Db): Promise<number> =>
  (await readGroup(db, 'receipt')).values.daysAfterDelivery

/** Whether pictures of papers may be sent to be read, and names of companies to the register. Nobody has switched it on: neither. */
export const readReadingSettings = async (db: Db): Promise<Settings['reading']> => (await readGroup(db, 'reading')).values

/** Reads for how many days after the day of sending a proposal of an order can be confirmed. */
export const readOrderProposalValidDays = async (db: Db): Promise<number> => (await readGroup(db, 'orderProposal')).values.validDays

/** Reads by how much a parcel may differ from the weight of its goods. */
export const readWeightTolerance = async (db: Db): Promise<Settings['weighing']> => (await readGroup(db, 'weighing')).values

/** Reads how many days before its last day a batch counts as near its end. */
export const readBatchEndingDays = async (db: Db): Promise<number> => (await readGroup(db, 'batches')).values.endingDays

/** Reads the chart of accounts and the rules of the journal, as they were saved. */
export async function readJournalSettingsWithVersion(db: Db): Promise<StoredSettingGroup<'journal'>> {
  const stored = await readGroup(db, 'journal')
  return { ...stored, values: addMissingRulesToJournalSettings(stored.values) }
}

/** Reads the chart of accounts and the rules of the journal. */
export const readJournalSettings = async (db: Db): Promise<JournalSettings> => (await readJournalSettingsWithVersion(db)).values

/** Reads the progress of the mall's opening. */
export const readSetupProgressSetting = (db: Db): Promise<StoredSettingGroup<'setup'>> => readGroup(db, 'setup')

/** Reads all groups of the settings screen. */
export async function readAllSettingGroupsForConsole(
  db: Db,
): Promise<{ [G in Exclude<SettingGroup, 'setup' | 'stage' | 'journal'>]: StoredSettingGroup<G> }> {
  return {
    site: await readGroup(db, 'site'),
    party: await readGroup(db, 'party'),
    credit: await readGroup(db, 'credit'),
    provision: await readGroup(db, 'provision'),
    acceptance: await readGroup(db, 'acceptance'),
    purchaseMatch: await readGroup(db, 'purchaseMatch'),
    bank: await readGroup(db, 'bank'),
    collection: await readGroup(db, 'collection'),
    levels: await readGroup(db, 'levels'),
    prices: await readGroup(db, 'prices'),
    receipt: await readGroup(db, 'receipt'),
    orderProposal: await readGroup(db, 'orderProposal'),
    batches: await readGroup(db, 'batches'),
    weighing: await readGroup(db, 'weighing'),
    reading: await readGroup(db, 'reading'),
  }
}

interface Saving<G extends SettingGroup> {
  group: G
  values: Settings[G]
  /** null: the mall was set up by the program. */
  staffId: string | null
  changes: readonly FieldChange[]
}

/** Lists the saved versions of a group, the newest first. */
export const listSettingVersions = (db: Db, group: SettingGroup, limit: number) =>
  db
    .selectFrom('setting_version')
    .select(['no', 'changes', 'saved_at as savedAt', 'saved_by as savedBy'])
    .where('name', '=', group)
    .orderBy('no', 'desc')
    .limit(limit)
    .execute()

/** What the row of a group stores. Of the accounts it is the one that buyers see, as the release before reads it. */
function toStoredValue<G extends SettingGroup>(group: G, values: Settings[G]): object {
  if (group !== 'bank') return values
  const { shortName: _, others: __, ...shown } = values as Settings['bank']
  return shown
}

/** Saves a group as its next version, with the person and the changed fields. The caller has locked it. */
export async function saveSettingGroup<G extends SettingGroup>(
  tx: Tx,
  moment: Moment,
  { group, values, staffId, changes }: Saving<G>,
): Promise<void> {
  if (group === 'bank') await replaceOwnAccounts(tx, moment, values as Settings['bank'])
  const saved = {
    value: JSON.stringify(toStoredValue(group, values)),
    updated_at: moment.now,
    updated_by: staffId,
    changes: JSON.stringify(changes),
  }
  const { version } = await tx
    .insertInto('setting')
    .values({ name: group, ...saved })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...saved, version: sql`setting.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('setting_version')
    .values({ name: group, no: version, changes: saved.changes, saved_at: moment.now, saved_by: staffId })
    .execute()
}
