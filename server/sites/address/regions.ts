import { areaList } from '@vant/area-data'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { RegionNamesByCode } from '#contract/sites/address/regions.ts'

/** The names of a place, as an order stores them. */
export interface Region {
  province: string
  city: string
  district: string
}

/**
 * Returns the names for a district code (GB/T 2260: two digits each for province, city and district). Cities without districts, and
 * districts directly under a province, have codes of their own in the list.
 */
export function getRegionNamesByAreaCode(areaCode: string): Region {
  const district = areaList.county_list[areaCode]
  const city = areaList.city_list[`${areaCode.slice(0, 4)}00`]
  const province = areaList.province_list[`${areaCode.slice(0, 2)}0000`]
  if (district === undefined || city === undefined || province === undefined) refuse('REGION_UNKNOWN')
  return { province, city, district }
}

/** The names of all provinces by the first two digits of their codes. */
export const provinceNamesByCodePrefix: ReadonlyMap<string, string> = new Map(
  Object.entries(areaList.province_list).map(([code, name]) => [code.slice(0, 2), name]),
)

/** All regions, for the parser of address texts. */
export const regionsForAddressParser: RegionNamesByCode = areaList
