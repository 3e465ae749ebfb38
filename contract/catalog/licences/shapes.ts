import * as z from 'zod/mini'
import { Day, Id, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

export const LICENCE_KINDS_MAX = 100
/** How many kinds goods or a category may demand. */
export const REQUIRED_LICENCE_KINDS_MAX = 10
export const LICENCE_KIND_NAME_MAX = 40
export const LICENCE_NOTE_LENGTH_MAX = 200
/** How many days before the last day of a licence its holder is reminded. */
export const LICENCE_REMINDER_DAYS = 30

/** Who must hold a licence. */
export const licenceHolderKinds = { shop: { label: '店铺' }, buyer: { label: '买家' } } as const

/** The status of a demanded licence. Goods can only be bought with a valid one. */
export const licenceStatuses = {
  valid: { label: '有效' },
  missing: { label: '尚未提交' },
  pending: { label: '审核中' },
  rejected: { label: '未通过审核' },
  expired: { label: '已过期' },
} as const
export type LicenceStatus = keyof typeof licenceStatuses
export const LicenceStatusSchema = z.enum(keysOf(licenceStatuses))

/** The kinds that goods or a category demand, in the order of the list of kinds. */
export const RequiredLicenceKindIds = z
  .array(Id, '请选择许可证')
  .check(z.maxLength(REQUIRED_LICENCE_KINDS_MAX, `最多要求 ${REQUIRED_LICENCE_KINDS_MAX} 种许可证`))

/** The fields of a licence that people enter. */
export const licenceFields = {
  kindId: z.uuid('请选择许可证种类'),
  licenceNo: RequiredText(60, '请填写证号'),
  /** The last day on which it is valid. */
  validUntil: Day,
}

/** A licence that goods demand, and its status at the shop or company that must hold it. */
export const RequiredLicence = z.object({
  kindId: Id,
  kindName: z.string(),
  /** The explanation of staff about the kind: what it is, and who issues it. */
  note: z.string(),
  holder: z.enum(keysOf(licenceHolderKinds)),
  /** null: the caller is a guest, so there is no licence to check. */
  standing: z.nullable(LicenceStatusSchema),
  /** The last day of the valid or former licence; null: there is none. */
  validUntil: z.nullable(Day),
})
export type RequiredLicence = z.output<typeof RequiredLicence>

/** The same for one product of an order. */
export const RequiredLicenceOfGoods = z.object({ ...RequiredLicence.shape, goodsId: Id, goodsName: z.string(), shopName: z.string() })
export type RequiredLicenceOfGoods = z.output<typeof RequiredLicenceOfGoods>

/** The fields of a kind that people edit. */
export const licenceKindFields = {
  name: RequiredText(LICENCE_KIND_NAME_MAX, '请填写许可证名称'),
  ofShop: z.boolean('请选择是否由店铺持有'),
  ofBuyer: z.boolean('请选择是否由买家持有'),
  note: Text(LICENCE_NOTE_LENGTH_MAX),
}

/** '《危险化学品经营许可证》尚未提交'. */
export const formatLicenceStatus = ({ kindName, standing }: Pick<RequiredLicence, 'kindName' | 'standing'>): string =>
  `《${kindName}》${standing === null ? '' : licenceStatuses[standing].label}`

/** What a buyer can do about a licence that is not valid; empty: only wait. */
const nextSteps: Record<LicenceStatus, string> = {
  valid: '',
  missing: '请在个人中心“许可证”提交，审核通过后可以下单',
  rejected: '请在个人中心“许可证”重新提交，审核通过后可以下单',
  expired: '请在个人中心“许可证”提交新证，审核通过后可以下单',
  pending: '审核通过后可以下单',
}

/** Describes why goods cannot be bought, and what to do. */
export function formatMissingLicenceReason(
  need: Pick<RequiredLicenceOfGoods, 'goodsName' | 'shopName' | 'kindName' | 'standing' | 'holder'>,
): string {
  const { goodsName, shopName, standing, holder } = need
  if (holder === 'shop')
    return `“${goodsName}”暂时不能购买：店铺“${shopName}”的${formatLicenceStatus({ ...need, standing: standing === 'expired' ? 'expired' : null })}${standing === 'expired' ? '' : '缺失'}`
  return `“${goodsName}”需要贵公司的${formatLicenceStatus(need)}${standing === null ? '' : `，${nextSteps[standing]}`}`
}
