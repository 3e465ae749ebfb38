import type { RegionNamesByCode } from '#contract/sites/address/regions.ts'

export interface RegionChoice {
  code: string
  name: string
}

/** The three lists for a code: '' gives only provinces, '440000' adds its cities, '440300' its districts. */
export interface RegionChoiceLists {
  provinces: RegionChoice[]
  cities: RegionChoice[]
  districts: RegionChoice[]
  /** The chosen code in each list; '' if there is none. */
  province: string
  city: string
  district: string
}

const under = (list: Readonly<Record<string, string>>, prefix: string): RegionChoice[] =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.code.localeCompare(b.code))

export function toRegionChoiceLists({ province_list, city_list, county_list }: RegionNamesByCode, code: string): RegionChoiceLists {
  const province = code === '' ? '' : `${code.slice(0, 2)}0000`
  const city = code.slice(2, 4) === '00' || code === '' ? '' : `${code.slice(0, 4)}00`
  return {
    provinces: under(province_list, ''),
    cities: province === '' ? [] : under(city_list, province.slice(0, 2)),
    districts: city === '' ? [] : under(county_list, city.slice(0, 4)),
    province: province in province_list ? province : '',
    city: city in city_list ? city : '',
    district: code in county_list ? code : '',
  }
}

/** The code after a choice. If a province has only one city (北京市) or a city only one district, that one is chosen automatically. */
export function autoSelectSingleRegions(regions: RegionNamesByCode, code: string): string {
  const { cities, districts, city, district } = toRegionChoiceLists(regions, code)
  const [onlyCity, ...otherCities] = cities
  if (city === '' && onlyCity && otherCities.length === 0) return autoSelectSingleRegions(regions, onlyCity.code)
  const [onlyDistrict, ...otherDistricts] = districts
  if (city !== '' && district === '' && onlyDistrict && otherDistricts.length === 0) return onlyDistrict.code
  return code
}
