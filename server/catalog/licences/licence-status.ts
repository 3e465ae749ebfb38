// The status of the licences that goods demand, from their shop and from the buying company.
import { sql } from 'kysely'
import type { LicenceState } from '#contract/catalog/licences/licence-lifecycle.ts'
import type { LicenceStatus, RequiredLicence, RequiredLicenceOfGoods } from '#contract/catalog/licences/shapes.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A licence of one kind, with the fields that its status depends on. */
export interface SubmittedLicence {
  state: LicenceState
  validUntil: string
  submittedAt: Date
}

type LicenceStatusWithEnd = Pick<RequiredLicence, 'validUntil'> & { standing: LicenceStatus }

const latest = (held: readonly SubmittedLicence[]): SubmittedLicence | undefined =>
  held.toSorted((one, other) => other.submittedAt.getTime() - one.submittedAt.getTime())[0]

/**
 * Computes the status of a kind on a day from the company's licences of this kind. A valid licence decides; otherwise a waiting one;
 * otherwise the latest of the ended and the rejected ones.
 */
export function computeLicenceStatus(held: readonly SubmittedLicence[], today: string): LicenceStatusWithEnd {
  const approved = held.find(({ state }) => state === 'approved')
  if (approved && approved.validUntil >= today) return { standing: 'valid', validUntil: approved.validUntil }
  const ended = latest(held.filter(({ state }) => state === 'approved' || state === 'expired'))
  const validUntil = ended?.validUntil ?? null
  if (held.some(({ state }) => state === 'pending')) return { standing: 'pending', validUntil }
  const last = latest(held.filter(({ state }) => state === 'approved' || state === 'expired' || state === 'rejected'))
  if (!last) return { standing: 'missing', validUntil }
  return { standing: last.state === 'rejected' ? 'rejected' : 'expired', validUntil }
}

/** Goods with the kinds that they and their categories demand. */
export interface GoodsWithLicenceRequirements {
  id: string
  name: string
  shopId: string | null
  shopName: string
  licenceKindIds: readonly string[]
}

interface LicenceNeedInput {
  /** null: a guest. */
  enterpriseId: string | null
  goods: readonly GoodsWithLicenceRequirements[]
}

interface RequiredKind {
  kindId: string
  kindName: string
  note: string
  ofShop: boolean
  ofBuyer: boolean
  /** The last days of the shops' licences of this kind, by shop. */
  ofShops: Readonly<Record<string, string>>
  /** The company's licences of this kind: the latest of each state. */
  ofCompany: readonly (Omit<SubmittedLicence, 'submittedAt'> & { submittedAt: string })[]
}

/** Reads kinds in the order of their names, with the licences of shops and of a company, in one statement. */
async function readRequiredKinds(
  db: Db,
  { enterpriseId, shopIds, kindIds }: { enterpriseId: string | null; shopIds: readonly string[]; kindIds: readonly string[] },
): Promise<RequiredKind[]> {
  const ofCompany =
    enterpriseId === null
      ? sql`'[]'::jsonb`
      : sql`coalesce((
          select jsonb_agg(jsonb_build_object('state', state, 'validUntil', valid_until, 'submittedAt', submitted_at)) from (
            select distinct on (state) state, valid_until, submitted_at from enterprise_licence
            where enterprise_id = ${enterpriseId} and kind_id = kind.id order by state, submitted_at desc) latest), '[]')`
  const { rows } = await sql<RequiredKind>`
    select kind.id as "kindId", kind.name as "kindName", kind.note, kind.of_shop as "ofShop", kind.of_buyer as "ofBuyer",
      coalesce((select jsonb_object_agg(shop_id, valid_until) from shop_licence
        where shop_id = ${anyOfIdsSql(shopIds)} and kind_id = kind.id and stored_at is not null and ended_at is null), '{}') as "ofShops",
      ${ofCompany} as "ofCompany"
    from licence_kind kind where kind.id = ${anyOfIdsSql(kindIds)} order by kind.name`.execute(db)
  return rows
}

/**
 * Lists the licences that goods demand, each with its status, by goods. Goods without demands cost no query; otherwise it takes one
 * statement for all goods.
 */
export async function readLicenceNeedsByGoods(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { enterpriseId, goods }: LicenceNeedInput,
): Promise<Map<string, RequiredLicenceOfGoods[]>> {
  const demanding = goods.filter(({ licenceKindIds }) => licenceKindIds.length > 0)
  if (demanding.length === 0) return new Map()
  const today = toShanghaiDay(moment.now)
  const kinds = await readRequiredKinds(db, {
    enterpriseId,
    shopIds: [...new Set(demanding.flatMap(({ shopId }) => shopId ?? []))],
    kindIds: [...new Set(demanding.flatMap(({ licenceKindIds }) => licenceKindIds))],
  })
  const computeShopStatus = (validUntil: string | null): LicenceStatusWithEnd => {
    if (validUntil === null) return { validUntil, standing: 'missing' }
    return { validUntil, standing: validUntil < today ? 'expired' : 'valid' }
  }
  const computeOwnStatus = ({ ofCompany }: RequiredKind): Pick<RequiredLicence, 'standing' | 'validUntil'> => {
    if (enterpriseId === null) return { standing: null, validUntil: null }
    return computeLicenceStatus(
      ofCompany.map((held) => ({ ...held, submittedAt: new Date(held.submittedAt) })),
      today,
    )
  }
  return new Map(
    demanding.map(({ id, name, shopId, shopName, licenceKindIds }) => {
      // Ordered by name, whether the goods or the category demands the kind.
      const demanded = kinds.filter(({ kindId }) => licenceKindIds.includes(kindId))
      const needs = demanded.flatMap((kind): RequiredLicenceOfGoods[] => {
        const { kindId, kindName, note, ofShop, ofBuyer, ofShops } = kind
        const place = { kindId, kindName, note, goodsId: id, goodsName: name, shopName }
        return [
          ...(ofShop
            ? [{ ...place, holder: 'shop' as const, ...computeShopStatus(shopId === null ? null : (ofShops[shopId] ?? null)) }]
            : []),
          ...(ofBuyer ? [{ ...place, holder: 'buyer' as const, ...computeOwnStatus(kind) }] : []),
        ]
      })
      return [id, needs] as const
    }),
  )
}

/** Does the same without the valid ones: the result is what prevents the company from buying the goods. */
export async function findLicenceNeedsBlockingPurchase(
  db: Db,
  moment: Pick<Moment, 'now'>,
  input: LicenceNeedInput & { enterpriseId: string },
): Promise<Map<string, RequiredLicenceOfGoods[]>> {
  const needs = await readLicenceNeedsByGoods(db, moment, input)
  return new Map([...needs].map(([goodsId, own]) => [goodsId, own.filter(({ standing }) => standing !== 'valid')]))
}
