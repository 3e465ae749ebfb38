import { ADDRESSES_PER_ENTERPRISE_MAX, type Address } from '#contract/sites/address/api.ts'
import type { ParsedAddress } from '#contract/sites/address/parse-address.ts'
import { parseRedirectTarget } from '#storefront/platform/sessions/safe-target.ts'

/** '广东省 深圳市 龙岗区 宝龙街道 …'. A municipality is not named twice. */
export const formatAddress = ({ province, city, district, detail }: Pick<Address, 'province' | 'city' | 'district' | 'detail'>): string =>
  [...new Set([province, city, district]), detail].join(' ')

/** The addresses of one project's site, or of no project. */
export interface AddressGroup {
  project: Address['project']
  addresses: readonly Address[]
}

/** Groups the enterprise's addresses by project: first those of `first`, then those without a project, then the other projects. */
export function groupAddressesByProject(addresses: readonly Address[], first?: string): AddressGroup[] {
  const byProject = Map.groupBy(addresses, ({ project }) => project?.id)
  const place = (id: string | undefined) => (id !== undefined && id === first ? 0 : id === undefined ? 1 : 2)
  return [...byProject]
    .sort(([one], [other]) => place(one) - place(other))
    .map(([, kept]) => ({ project: kept[0]?.project ?? null, addresses: kept }))
}

/** Returns why no further address can be added; null: it can. */
export const addressLimitMessage = (count: number): string | null =>
  count >= ADDRESSES_PER_ENTERPRISE_MAX ? `收货地址最多保存 ${ADDRESSES_PER_ENTERPRISE_MAX} 个，请先删除不用的地址` : null

const ORDER = '/order_info'

/**
 * Returns where to go with a new address, which is selected there: the screen that requested it, or the confirmation page if the URL is not
 * a screen of ours.
 */
export function returnUrlWithAddress(back: string | undefined, addressId: string, origin: string): string {
  const target = parseRedirectTarget(back, { origin })
  const url = new URL(target.kind === 'route' && back !== undefined && target.path === back ? target.path : ORDER, 'http://screen')
  url.searchParams.set('addressId', addressId)
  return url.pathname + url.search
}

/** Returns whether a code is that of a district, not of a city or a province. */
export const isDistrictCode = (areaCode: string): boolean => areaCode !== '' && !areaCode.endsWith('00')

/** Describes what was found in a text, and what the person must still enter. */
export function toAddressParseStatus({ name, mobile, areaCode, detail }: ParsedAddress): { text: string; bad: boolean } {
  const parts = [
    ['收货人', name !== ''],
    ['手机号', mobile !== ''],
    ['所在地区', isDistrictCode(areaCode)],
    ['详细地址', detail !== ''],
  ] as const
  const missing = parts.filter(([, found]) => !found).map(([label]) => label)
  if (missing.length === parts.length && areaCode === '') return { text: '没有识别出地址，请检查内容或直接填写', bad: true }
  if (missing.length === 0) return { text: '已识别，请核对后保存', bad: false }
  return { text: `已识别，还需填写：${missing.join('、')}`, bad: true }
}
