import {
  type consoleSettingEndpoints,
  type SettingGroup,
  type Settings,
  settingGroupsWhoseFirstValueWaits,
} from '#contract/operations/settings/console-api.ts'
import { listChangedSettings, settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { findAccountNumbersWithBankLines } from '#server/billing/bank/public.ts'
import {
  LARGE_LOGO_FILE_NAME,
  listSettingVersions,
  lockSettingGroup,
  markMallCompanyPicturesUsed,
  readAllSettingGroupsForConsole,
  STAMP_FILE_NAME,
  type StoredSettingGroup,
  saveSettingGroup,
} from '#server/content/content/public.ts'
import { type IdentityProofConfig, listStaffNamesById, requireIdentityProof } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import { getSensitiveChangeEffect } from './effects.ts'
import { notifyStaffOfFirstSettingValue, recordSettingsAudit, requireSettingUnchangedSinceRead } from './first-setting.ts'
import { completeOwnAccounts } from './own-accounts.ts'
import type { SensitiveChangePayload } from './payloads.ts'
import { requestSensitiveChange, SENSITIVE_CHANGE_APPLIED_AT_ONCE } from './request-change.ts'

const HISTORY_MAX = 50

type PlainGroup = 'site' | 'prices' | 'receipt' | 'orderProposal' | 'batches' | 'weighing' | 'reading'
type MoneyGroup = Exclude<SettingGroup, PlainGroup | 'setup' | 'stage' | 'journal'>
const payloadOf = {
  credit: (values: Settings['credit']): SensitiveChangePayload => ({ kind: 'settingCredit', values }),
  provision: (values: Settings['provision']): SensitiveChangePayload => ({ kind: 'settingProvision', values }),
  acceptance: (values: Settings['acceptance']): SensitiveChangePayload => ({ kind: 'settingAcceptance', values }),
  purchaseMatch: (values: Settings['purchaseMatch']): SensitiveChangePayload => ({ kind: 'settingPurchaseMatch', values }),
  party: (values: Settings['party']): SensitiveChangePayload => ({ kind: 'settingParty', values }),
  bank: (values: Settings['bank']): SensitiveChangePayload => ({ kind: 'settingBank', values }),
  collection: (values: Settings['collection']): SensitiveChangePayload => ({ kind: 'settingCollection', values }),
  levels: (values: Settings['levels']): SensitiveChangePayload => ({ kind: 'settingLevels', values }),
} as const satisfies { [G in MoneyGroup]: (values: Settings[G]) => SensitiveChangePayload }

/** Marks the pictures of new values as used. Refuses PICTURE_NOT_FOUND. */
async function usePictures(tx: Tx, moment: Moment, { group, values }: { group: SettingGroup; values: object }): Promise<void> {
  if (group === 'site') {
    const { logoId, darkLogoId } = values as Settings['site']
    await markMallCompanyPicturesUsed(tx, moment, [logoId, darkLogoId], LARGE_LOGO_FILE_NAME)
  } else if (group === 'party') await markMallCompanyPicturesUsed(tx, moment, [(values as Settings['party']).stampId], STAMP_FILE_NAME)
}

/** Locks a group of settings and compares its version with the one that the editor has read. Refuses ROW_CHANGED. */
async function lockAsSeen<G extends SettingGroup>(tx: Tx, group: G, seen: number): Promise<StoredSettingGroup<G>> {
  const stored = await lockSettingGroup(tx, group)
  await requireSettingUnchangedSinceRead(tx, seen, stored)
  return stored
}

/** Completes values that leave something out. Refuses BANK_ACCOUNT_USED. */
const complete = async <G extends MoneyGroup>(
  tx: Tx,
  group: G,
  stored: StoredSettingGroup<G>['values'],
  given: Settings[G],
): Promise<Settings[G]> =>
  group === 'bank' ? ((await completeOwnAccounts(tx, stored as Settings['bank'] | null, given as Settings['bank'])) as Settings[G]) : given

interface Setting extends Pick<Context<Staff>, 'db' | 'caller' | 'moment' | 'origin' | 'visitor'> {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

interface Proof {
  rowVersion: number
  pwd?: string | undefined
  code?: string | undefined
}

/**
 * Saves a group of settings that affects money. The first value is saved at once by a person who proves his identity. Each later value
 * waits for another administrator or for a day, and so does the first one of `settingGroupsWhoseFirstValueWaits`. Unchanged values are
 * ignored.
 */
const setMoneyGroup =
  <G extends MoneyGroup>(dependencies: IdentityProofConfig, group: G) =>
  async (
    { rowVersion, pwd, code, ...values }: Settings[G] & Proof,
    { db, caller, moment, origin, visitor, write }: Setting,
  ): Promise<SensitiveChangeResult> => {
    const given = values as unknown as Settings[G]
    const toPayload = payloadOf[group] as unknown as (values: Settings[G]) => SensitiveChangePayload
    const mayBeFirst = rowVersion === 0 && !settingGroupsWhoseFirstValueWaits.includes(group)
    const isFirst = mayBeFirst && (await readAllSettingGroupsForConsole(db))[group].rowVersion === 0
    if (isFirst) {
      await requireIdentityProof({ db, moment, origin, visitor, ...dependencies }, caller, { pwd, code })
      await getSensitiveChangeEffect(toPayload(given)).before?.(db, moment)
    }
    const { staffId } = caller
    return write(async (tx) => {
      const stored = await lockAsSeen(tx, group, rowVersion)
      const wanted = await complete(tx, group, stored.values, given)
      await usePictures(tx, moment, { group, values: wanted })
      const changes = listChangedSettings(group, stored.values, wanted)
      const subject = settingGroupTitles[group]
      if (isFirst) {
        await saveSettingGroup(tx, moment, { group, values: wanted, staffId, changes })
        return notifyStaffOfFirstSettingValue(tx, moment, { subject, changes, staffId, origin })
      }
      if (changes.length === 0) return SENSITIVE_CHANGE_APPLIED_AT_ONCE
      return requestSensitiveChange(tx, moment, {
        change: { payload: toPayload(wanted), subjectId: group, subject, changes },
        staffId,
        origin,
      })
    })
  }

/** Saves a group of settings that does not affect money, at once. */
const setPlainGroup =
  <G extends PlainGroup>(group: G) =>
  async ({ rowVersion, ...values }: Settings[G] & { rowVersion: number }, { caller: { staffId }, moment, origin, write }: Setting) => {
    await write(async (tx) => {
      const stored = await lockAsSeen(tx, group, rowVersion)
      const wanted = values as unknown as Settings[G]
      await usePictures(tx, moment, { group, values: wanted })
      const changes = listChangedSettings(group, stored.values, wanted)
      await saveSettingGroup(tx, moment, { group, values: wanted, staffId, changes })
      await recordSettingsAudit(tx, moment, { subject: settingGroupTitles[group], changes, staffId, origin })
    })
    return null
  }

/** The services whose use staff can switch on; undefined: they are not connected. */
interface ReadingServices {
  services: { documentReader: object | undefined; companyRegister: object | undefined }
}

export const createSettingHandlers = (dependencies: IdentityProofConfig & ReadingServices): Handlers<typeof consoleSettingEndpoints> => ({
  read: async (_, { db }) => {
    const groups = await readAllSettingGroupsForConsole(db)
    const { site, party, credit, provision, acceptance, purchaseMatch, bank, collection, levels, prices, receipt, reading } = groups
    const { services } = dependencies
    const accounts = bank.values === null ? [] : [bank.values, ...(bank.values.others ?? [])]
    const used = await findAccountNumbersWithBankLines(
      db,
      accounts.map(({ accountNo }) => accountNo),
    )
    const people = await listStaffNamesById(db)
    const shown = <G extends SettingGroup>({ values, rowVersion, changedAt, changedBy }: StoredSettingGroup<G>) => ({
      values,
      rowVersion,
      changedAt,
      changedBy: changedBy === null ? null : (people.get(changedBy) ?? ''),
    })
    const [profile, money] = [
      { site: shown(site), party: shown(party) },
      { credit: shown(credit), provision: shown(provision), bank: shown(bank), collection: shown(collection), levels: shown(levels) },
    ]
    return {
      ...profile,
      ...money,
      acceptance: shown(acceptance),
      purchaseMatch: shown(purchaseMatch),
      prices: shown(prices),
      receipt: shown(receipt),
      orderProposal: shown(groups.orderProposal),
      batches: shown(groups.batches),
      weighing: shown(groups.weighing),
      reading: shown(reading),
      readingServices: { pictures: services.documentReader !== undefined, register: services.companyRegister !== undefined },
      usedAccounts: [...used],
    }
  },
  history: async ({ group }, { db }) => {
    const versions = await listSettingVersions(db, group, HISTORY_MAX)
    const people = await listStaffNamesById(db)
    return versions.map(({ no, changes, savedAt, savedBy }) => ({
      no,
      changes: (changes as FieldChange[] | null) ?? [],
      savedAt,
      savedBy: savedBy === null ? null : (people.get(savedBy) ?? ''),
    }))
  },
  setSite: setPlainGroup('site'),
  setParty: setMoneyGroup(dependencies, 'party'),
  setPrices: setPlainGroup('prices'),
  setReceipt: setPlainGroup('receipt'),
  setOrderProposal: setPlainGroup('orderProposal'),
  setBatches: setPlainGroup('batches'),
  setWeighing: setPlainGroup('weighing'),
  setReading: setPlainGroup('reading'),
  setCredit: setMoneyGroup(dependencies, 'credit'),
  setProvision: setMoneyGroup(dependencies, 'provision'),
  setAcceptance: setMoneyGroup(dependencies, 'acceptance'),
  setPurchaseMatch: setMoneyGroup(dependencies, 'purchaseMatch'),
  setBank: setMoneyGroup(dependencies, 'bank'),
  setCollection: setMoneyGroup(dependencies, 'collection'),
  setLevels: setMoneyGroup(dependencies, 'levels'),
})
