// Reads and writes the tables `banner` and `banner_picture`.

import { sql } from 'kysely'
import { BANNER_ENDING_DAYS, type ConsoleBanner } from '#contract/catalog/banners/banner-api.ts'
import type { Banner } from '#contract/catalog/banners/banner-shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

const BANNERS_MAX = 50
/** The largest number of banners that the home page shows. */
const SHOWN_MAX = 5

const columns = ['id', 'title', 'note', 'target', 'tone', 'picture_id as pictureId'] as const

/** Lists today's banners for the home page, in order. */
export const listCurrentBanners = (db: Db, moment: Moment): Promise<Banner[]> => {
  const today = toShanghaiDay(moment.now)
  return db
    .selectFrom('banner')
    .select(columns)
    .where('shown', '=', true)
    .where('day_from', '<=', today)
    .where((where) => where.or([where('day_to', 'is', null), where('day_to', '>=', today)]))
    .orderBy('position')
    .orderBy('id')
    .limit(SHOWN_MAX)
    .execute()
}

function stateOf({ shown, dateFrom, dateTo }: Pick<ConsoleBanner, 'shown' | 'dateFrom' | 'dateTo'>, today: string): ConsoleBanner['state'] {
  if (!shown) return 'off'
  if (dateFrom > today) return 'later'
  return dateTo !== null && dateTo < today ? 'over' : 'now'
}

const isBannerEnding = (banner: Pick<ConsoleBanner, 'shown' | 'dateFrom' | 'dateTo'>, today: string): boolean =>
  stateOf(banner, today) === 'now' && banner.dateTo !== null && banner.dateTo < addDays(today, BANNER_ENDING_DAYS)

/** SQL: `isBannerEnding` of a row. */
export const isBannerEndingSql = (today: string) =>
  sql<boolean>`shown and day_from <= ${today}::date and day_to between ${today}::date and ${addDays(today, BANNER_ENDING_DAYS - 1)}::date`

/** Lists all banners, for the console. */
export async function listBanners(db: Db, moment: Moment): Promise<ConsoleBanner[]> {
  const rows = await db
    .selectFrom('banner')
    .select([...columns, 'day_from as dateFrom', 'day_to as dateTo', 'shown', 'position'])
    .select(buildRowVersionSubquery('banner', 'banner.id').as('rowVersion'))
    .orderBy('position')
    .orderBy('id')
    .limit(BANNERS_MAX)
    .execute()
  const today = toShanghaiDay(moment.now)
  return rows.map((row) => Object.assign(row, { state: stateOf(row, today), ending: isBannerEnding(row, today) }))
}

type Given = Omit<ConsoleBanner, 'id' | 'pictureId' | 'state' | 'ending'> & { id?: string | undefined; staffId: string }

const labels = {
  title: '标题',
  note: '说明',
  target: '链接',
  tone: '底色',
  dateFrom: '开始日期',
  dateTo: '结束日期',
  shown: '启用',
  position: '排序',
}

/** Creates a banner, or updates the one with the given id. Refuses ROW_CHANGED, BANNER_NOT_FOUND, BANNER_FULL. */
export async function saveBanner(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, dateFrom, dateTo, ...values }: Given,
): Promise<{ id: string }> {
  const row = { ...values, day_from: dateFrom, day_to: dateTo }
  if (id === undefined) {
    const { count } = await tx.selectFrom('banner').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    if (count >= BANNERS_MAX) refuse('BANNER_FULL')
    const made = { id: moment.newId(), ...row, created_at: moment.now }
    await tx.insertInto('banner').values(made).execute()
    return { id: made.id }
  }
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'banner', key: id, seen: rowVersion })
  const before = await tx
    .selectFrom('banner')
    .select([...columns, 'day_from as dateFrom', 'day_to as dateTo', 'shown', 'position'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) refuse('BANNER_NOT_FOUND')
  await tx.updateTable('banner').set(row).where('id', '=', id).execute()
  await recordRowEdit(tx, moment, {
    kind: 'banner',
    key: id,
    staffId,
    what: formatRowEdit(labels, before, { ...values, dateFrom, dateTo }),
  })
  return { id }
}

interface BannerPictureEdit {
  id: string
  rowVersion: number
  staffId: string
  /** undefined: none any more. */
  picture: { type: string; bytes: Buffer } | undefined
}

/**
 * Sets or removes the picture of a banner. A new picture gets a new id, so that browsers do not show a cached old one. Refuses ROW_CHANGED,
 * BANNER_NOT_FOUND.
 */
export async function setBannerPicture(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, picture }: BannerPictureEdit,
): Promise<string | undefined> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'banner', key: id, seen: rowVersion })
  const pictureId = picture && moment.newId()
  const { numUpdatedRows } = await tx
    .updateTable('banner')
    .set({ picture_id: pictureId ?? null })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('BANNER_NOT_FOUND')
  await tx.deleteFrom('banner_picture').where('banner_id', '=', id).execute()
  if (picture && pictureId)
    await tx
      .insertInto('banner_picture')
      .values({ id: pictureId, banner_id: id, ...picture })
      .execute()
  await recordRowEdit(tx, moment, { kind: 'banner', key: id, staffId, what: picture ? '更换图片' : '去掉图片' })
  return pictureId
}

export async function readBannerPicture(db: Db, id: string): Promise<{ type: string; bytes: Buffer }> {
  const found = await db.selectFrom('banner_picture').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
  return found ?? refuse('FILE_NOT_FOUND')
}

export async function deleteBanner(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'banner', key: id, seen: rowVersion })
  const { numDeletedRows } = await tx.deleteFrom('banner').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('BANNER_NOT_FOUND')
}
