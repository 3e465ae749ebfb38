import {
  ADDRESSES_MAX,
  type Address,
  type address,
  addressFields,
  type ImportedRow,
  type importStatuses,
} from '../../contract/address/api.ts'
import { parseAddress } from '../../contract/address/parse-address.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { type AddressInput, insertAddress, listAddresses, lockAddresses } from './addresses.ts'
import { regionList, regionOf } from './regions.ts'

type ImportRow = InputOf<typeof address.import>['rows'][number]

/** A row as an address, or what is wrong with it. */
type Read = { input: AddressInput } | { why: string }

/** Where a row leads: the region in its own column and the detail beside it, or both in one text. */
function read({ name, mobile, region, detail }: ImportRow): Read {
  const place = parseAddress(`${region} ${detail}`, regionList)
  const digits = mobile
    .normalize('NFKC')
    .replace(/^\+?86[\s-]?(?=1)/, '')
    .replace(/[\s-]/g, '')
  // What the reading of one text takes for a person or his number belongs to the detail here: those have columns of their own.
  const given = {
    name,
    mobile: digits,
    areaCode: place.areaCode,
    detail: [place.detail, place.name, place.mobile].filter((part) => part !== '').join(' '),
  }
  for (const field of ['name', 'mobile', 'detail'] as const) {
    const { error } = addressFields[field].safeParse(given[field])
    if (error) return { why: error.issues[0]?.message ?? '信息有误' }
  }
  if (!(given.areaCode in regionList.county_list)) return { why: given.areaCode === '' ? '没有认出省市区' : '地区不完整，请写到区县' }
  return { input: { ...given, isDefault: false } }
}

const same = (one: Omit<Address, 'id' | 'isDefault' | 'province' | 'city' | 'district'>, other: AddressInput): boolean =>
  one.name === other.name && one.mobile === other.mobile && one.areaCode === other.areaCode && one.detail === other.detail

/**
 * Adds addresses from a file, each row by itself with its result. What a company has already is not added again, so that the same file twice
 * changes nothing; the first address of all is the default one.
 */
export async function importAddresses(
  tx: Tx,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly ImportRow[] },
): Promise<ImportedRow[]> {
  await lockAddresses(tx, enterpriseId)
  const known = await listAddresses(tx, enterpriseId)
  const results: ImportedRow[] = []
  for (const row of rows) {
    const answer = (status: keyof typeof importStatuses, why: string | null, found: Address | null = null) =>
      results.push({ rowNo: row.rowNo, status, why, address: found })
    const given = read(row)
    if ('why' in given) {
      answer('INVALID', given.why)
      continue
    }
    const { input } = given
    const twin = known.find((one) => same(one, input))
    if (twin) answer('EXISTS', '已有相同的收货地址', twin)
    else if (known.length >= ADDRESSES_MAX) answer('FULL', `收货地址最多保存 ${ADDRESSES_MAX} 个`)
    else {
      const isDefault = known.length === 0
      const id = await insertAddress(tx, moment, { enterpriseId, input: { ...input, isDefault } })
      const added = { ...input, id, isDefault, ...regionOf(input.areaCode) }
      known.push(added)
      answer('ADDED', null, added)
    }
  }
  return results
}
