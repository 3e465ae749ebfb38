import { listChangedSettings } from '#contract/operations/settings/setting-fields.ts'
import { buildApp } from '#server/app.ts'
import { saveSettingGroup } from '#server/content/content/public.ts'
import type { ExternalServices } from '#server/external-services.ts'
import { markDatabaseAsDemo } from '#server/operations/installation/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { createMoment, type Moment } from '#server/platform/core/moment.ts'
import { createInProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { demoCompany, setUpDemoCompany } from '#server/platform/testing/company.ts'
import { importDemoBankStatement } from './bank-statement.ts'
import { setDemoHeroPicture, storeDemoPictures } from './demo-pictures.ts'
import { createDemoProcurementConnection } from './integration.ts'
import { createDemoCustomRole, createDemoStaff } from './people.ts'
import { registerCompanies } from './register-companies.ts'
import { seedCatalog } from './seed-catalog.ts'
import { computeStoryStart, playDemoStories } from './stories.ts'
import { logInDemoStaff, type StoryClock } from './story-context.ts'
import { createDemoVisitors } from './visitors.ts'
import { createDemoWaybillNumbers, createUnansweredDemoWaybill } from './waybills.ts'

/** Returns whether the database is unused. */
export async function isMallDatabaseEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('goods').select('id').limit(1).executeTakeFirst()) === undefined
}

async function publishDemoGoods(db: Db, moment: Moment, { files }: ExternalServices): Promise<void> {
  const pictures = await storeDemoPictures({ db, moment, files })
  await runInTransaction(db, (tx) => seedCatalog(tx, moment, pictures))
  await runInTransaction(db, (tx) => setDemoHeroPicture(tx, moment, pictures))
}

/** What the local reader is there for. Everything else stays off: that a picture leaves this machine is for an administrator to decide. */
export type LocalReading = Readonly<Record<'pictures' | 'register', boolean>>

const switchLocalReadingOn = (tx: Tx, moment: Moment, values: LocalReading): Promise<void> =>
  saveSettingGroup(tx, moment, { group: 'reading', values, staffId: null, changes: [] })

/** The platform has a second account, which buyers do not see. */
async function addSecondAccount(tx: Tx, moment: Moment): Promise<void> {
  const second = {
    shortName: '招行一般户',
    accountName: demoCompany.bank.accountName,
    bankName: '招商银行深圳科技园支行',
    accountNo: '755900000000001',
    bankCode: '308584000013',
    enabled: true,
  }
  const values = { ...demoCompany.bank, others: [second] }
  await saveSettingGroup(tx, moment, {
    group: 'bank',
    values,
    staffId: null,
    changes: listChangedSettings('bank', demoCompany.bank, values),
  })
}

interface DemoOptions {
  keys: Keys
  outside: ExternalServices
  now: Date
  localReading?: LocalReading
  /**
   * Leaves out what journeys set up themselves: the second account, the role of the mall, the procurement connection, a waybill without an answer and the
   * lines of a bank statement.
   */
  setUpByJourneys?: boolean
}

/**
 * Fills an empty mall by playing stories on a server of its own, whose clock begins some months ago. The demo follows all rules, because it
 * uses the same calls as everybody.
 */
export async function fillDemo(db: Db, { keys, outside, now, localReading, setUpByJourneys = false }: DemoOptions): Promise<void> {
  await markDatabaseAsDemo(db, createMoment(now), keys)
  const clock: StoryClock = { now: computeStoryStart(now) }
  await runInTransaction(db, (tx) => createDemoStaff(tx, createMoment(clock.now), keys))
  await runInTransaction(db, (tx) => setUpDemoCompany(tx, createMoment(clock.now)))
  if (!setUpByJourneys) await runInTransaction(db, (tx) => addSecondAccount(tx, createMoment(clock.now)))
  if (localReading) await runInTransaction(db, (tx) => switchLocalReadingOn(tx, createMoment(clock.now), localReading))
  const waybills = createDemoWaybillNumbers()
  const { http } = await buildApp({
    db,
    keys,
    services: { ...outside, waybills },
    ...createInProcessAppOptions(),
    clock: () => clock.now,
  })
  await http.ready()
  const stage = { http, clock, db, keys, staffSessions: new Map() }
  // People register while the goods are published. Neither needs the other.
  const [companies] = await Promise.all([registerCompanies(stage), publishDemoGoods(db, createMoment(clock.now), outside)])
  const play = { ...stage, companies }
  await playDemoStories(play, now)
  if (!setUpByJourneys) {
    await importDemoBankStatement(play, companies.mining)
    await createUnansweredDemoWaybill(play, waybills, companies.mining)
    await createDemoProcurementConnection(play)
    await createDemoCustomRole(await logInDemoStaff(play))
  }
  await computeSalesTotalsOfUnclosedDays(db, createMoment(now))
  await runInTransaction(db, (tx) => createDemoVisitors(tx, now))
  await http.close()
}
