// What the calendar does to licences: reminders, the end, and the deletion of pictures of rejected licences.
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { LICENCE_REMINDER_DAYS } from '#contract/catalog/licences/shapes.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopNames, listStaffIdsOfShop } from '#server/catalog/shops/public.ts'
import { unbindFilesOfObject } from '#server/people/files/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { isEnterpriseClosedBeforeSql, listActiveMembershipsByEnterprise } from '#server/people/organisation/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { formatLicenceFileOwnerKey, type LicenceRef } from './licence-store.ts'
import { listCurrentShopLicencesEndingBy, type ShopLicenceRecord } from './shop-licence-store.ts'

const BATCH = 500

interface EndingLicence extends LicenceRef {
  kindName: string
  validUntil: string
}

const ending = (db: Db, day: string) =>
  withoutTenantGuard(db, 'finding work')
    .selectFrom('enterprise_licence as l')
    .innerJoin('licence_kind as kind', 'kind.id', 'l.kind_id')
    .select(['l.enterprise_id as enterpriseId', 'l.id', 'l.valid_until as validUntil', 'kind.name as kindName'])
    .where('l.state', '=', 'approved')
    .where('l.valid_until', '<=', day)
    .orderBy('l.valid_until')
    .orderBy('l.id')
    .limit(BATCH)

/** Notifies everybody in the company who may submit a new licence. */
async function sendReminder(tx: Tx, moment: Moment, text: 'licenceEnding' | 'licenceEnded', { enterpriseId, ...licence }: EndingLicence) {
  const members = (await listActiveMembershipsByEnterprise(tx, [enterpriseId])).get(enterpriseId) ?? []
  const users = members.filter((member) => member.acceptedAt !== null && hasPermission(member, 'applyLimit'))
  const says = createMessageTextWithValues(text, { kind: licence.kindName, validUntil: licence.validUntil })
  const target = { screen: '/licence' as const, search: {} }
  await sendMessages(tx, moment, [
    { enterpriseId, userIds: users.map(({ userId }) => userId), kind: 'system', alert: 'review', says, target },
  ])
}

/** Marks a licence as reminded or as ended. Returns false if somebody has changed it meanwhile. */
async function mark(tx: Tx, { enterpriseId, id }: LicenceRef, change: { reminded_at: Date } | { state: 'expired' }): Promise<boolean> {
  let query = tx.updateTable('enterprise_licence').set(change).where('enterprise_id', '=', enterpriseId).where('id', '=', id)
  query = query.where('state', 'in', licenceLifecycle.verbs.expire.from)
  if ('reminded_at' in change) query = query.where('reminded_at', 'is', null)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

const handle = (db: Db, moment: Moment, change: Parameters<typeof mark>[2], licence: EndingLicence): Promise<boolean> =>
  runInTransaction(db, async (tx) => {
    if (!(await mark(tx, licence, change))) return false
    await sendReminder(tx, moment, 'state' in change ? 'licenceEnded' : 'licenceEnding', licence)
    return true
  })

/** Notifies those who register the licences of the shop, once for the reminder and once for the end. */
async function notifyStaffOfShopLicence(
  tx: Tx,
  moment: Moment,
  { licence, shopName }: { licence: ShopLicenceRecord; shopName: string },
): Promise<void> {
  const ended = licence.validUntil < toShanghaiDay(moment.now)
  const what = `店铺“${shopName}”的《${licence.kindName}》`
  await notifyStaff(tx, moment, {
    kind: 'work',
    to: { staffIds: await listStaffIdsOfShop(tx, { shopId: licence.shopId, permission: 'licenceKind' }) },
    title: ended ? '店铺许可证已过期' : '店铺许可证即将到期',
    content: ended
      ? `${what}已于 ${licence.validUntil} 到期，要求它的商品现在不能购买，请登记新证。`
      : `${what}将于 ${licence.validUntil} 到期，到期后要求它的商品不能购买，请登记新证。`,
    screen: `/shop_licences?shopId=${licence.shopId}`,
    once: `shop licence ${ended ? 'ended' : 'ending'} ${licence.id}`,
  })
}

/**
 * 许可证到期: ends the licences whose last day is over, and reminds the holders of licences that end within thirty days, each once. Returns how
 * many company licences it sent a notice about. Whether goods can be bought depends on the day itself, not on this job.
 */
export async function endExpiredLicencesAndSendReminders(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const soon = addDays(today, LICENCE_REMINDER_DAYS)
  const over = await ending(db, addDays(today, -1)).execute()
  const done = await forEachCollectingErrors(over, (licence) => handle(db, moment, { state: 'expired' }, licence))
  const due = await ending(db, soon).where('l.valid_until', '>=', today).where('l.reminded_at', 'is', null).execute()
  const reminded = await forEachCollectingErrors(due, (licence) => handle(db, moment, { reminded_at: moment.now }, licence))
  const ofShops = await listCurrentShopLicencesEndingBy(db, soon, BATCH)
  const names = await findShopNames(
    db,
    ofShops.map(({ shopId }) => shopId),
  )
  await forEachCollectingErrors(ofShops, (licence) =>
    runInTransaction(db, async (tx) => {
      await notifyStaffOfShopLicence(tx, moment, { licence, shopName: names.get(licence.shopId) ?? '' })
      return true
    }),
  )
  return done + reminded
}

/** Licences of all enterprises whose pictures are still kept. */
const withPicture = (db: Db) =>
  withoutTenantGuard(db, 'retention')
    .selectFrom('enterprise_licence')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where('papers_let_go_at', 'is', null)
    .limit(BATCH)

/**
 * Releases the pictures of licences that were rejected so many days ago (`rejected`), and of those whose last day, or whose company, ended
 * so many days ago (`ended`). The retention job deletes them. The sealed number and the decision stay. Returns how many were released.
 */
export async function releasePicturesOfRejectedAndEndedLicences(
  db: Db,
  moment: Moment,
  keptDays: { rejected: number; ended: number },
): Promise<number> {
  const lastDay = addDays(toShanghaiDay(moment.now), -keptDays.ended)
  const rejected = withPicture(db)
    .where('state', 'in', ['rejected', 'withdrawn'])
    .where('reviewed_at', '<=', daysBefore(moment, keptDays.rejected))
  const ended = withPicture(db).where('state', 'in', ['expired', 'replaced']).where('valid_until', '<', lastDay)
  const ofClosed = withPicture(db).where(isEnterpriseClosedBeforeSql('enterprise_id', daysBefore(moment, keptDays.ended)))
  const rows = [...(await rejected.execute()), ...(await ended.execute()), ...(await ofClosed.execute())]
  return forEachCollectingErrors(rows, ({ enterpriseId, id }) =>
    runInTransaction(db, async (tx) => {
      await unbindFilesOfObject(tx, { enterpriseId, boundTo: formatLicenceFileOwnerKey(id) })
      const done = tx.updateTable('enterprise_licence').set({ papers_let_go_at: moment.now }).where('enterprise_id', '=', enterpriseId)
      await done.where('id', '=', id).execute()
      return true
    }),
  )
}
