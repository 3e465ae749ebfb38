/** Names of regions by their codes of GB/T 2260: province 440000, city 440300, district 440307. */
export interface RegionNamesByCode {
  province_list: Readonly<Record<string, string>>
  city_list: Readonly<Record<string, string>>
  county_list: Readonly<Record<string, string>>
}

/** A match of a region in a text: its start and end, and the code of the certain part. */
export interface RegionMatch {
  from: number
  to: number
  /** The code of a district, or of a city or province if the text has no more. */
  areaCode: string
}

interface Place {
  code: string
  /** The full name, then the ways in which people shorten it. */
  full: string
  short: string[]
}

const PEOPLES = [
  '土家族',
  '苗族',
  '藏族',
  '羌族',
  '彝族',
  '回族',
  '侗族',
  '布依族',
  '壮族',
  '瑶族',
  '傣族',
  '景颇族',
  '白族',
  '哈尼族',
  '傈僳族',
  '朝鲜族',
  '蒙古族',
  '黎族',
  '满族',
  '畲族',
  '水族',
  '仡佬族',
  '毛南族',
  '仫佬族',
  '佤族',
  '拉祜族',
  '布朗族',
  '纳西族',
  '普米族',
  '怒族',
  '独龙族',
  '土族',
  '撒拉族',
  '东乡族',
  '保安族',
  '裕固族',
  '锡伯',
  '哈萨克族',
  '哈萨克',
  '蒙古',
  '柯尔克孜',
  '维吾尔',
  '塔吉克',
  '达斡尔族',
  '鄂温克族',
  '各族',
]

function withoutPeoples(name: string): string {
  const people = PEOPLES.find((one) => name.endsWith(one))
  return people === undefined ? name : withoutPeoples(name.slice(0, -people.length))
}

/** 广西壮族自治区 → 广西; 恩施土家族苗族自治州 → 恩施, 恩施州; 福田区 → 福田. A result of one character is not a name. */
function shortened(full: string): string[] {
  const bare = full.replace(/(特别行政区|自治区|自治州|自治县|自治旗|地区|林区|新区|矿区|街道|省|市|盟|区|县|旗|镇|乡)$/, '')
  const stripped = withoutPeoples(bare)
  // 内蒙古 is the name itself.
  const stem = [...stripped].length > 1 ? stripped : bare
  const names = full.endsWith('自治州') ? [`${stem}州`, stem] : full.endsWith('自治县') ? [`${stem}县`, stem] : [stem]
  return names.filter((name) => [...name].length > 1 && name !== full)
}

const placesIn = (list: Readonly<Record<string, string>>): Place[] =>
  Object.entries(list).map(([code, full]) => ({ code, full, short: shortened(full) }))

interface Atlas {
  provinces: Place[]
  cities: Map<string, Place[]>
  districts: Map<string, Place[]>
  /** Districts by their full name, in all cities. */
  byName: Map<string, Place[]>
}

function grouped(places: readonly Place[], keyOf: (place: Place) => string): Map<string, Place[]> {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const key = keyOf(place)
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  }
  return groups
}

const atlases = new WeakMap<RegionNamesByCode, Atlas>()

/** Built once for each list of regions. */
function atlasOf(regions: RegionNamesByCode): Atlas {
  const known = atlases.get(regions)
  if (known) return known
  const districts = placesIn(regions.county_list)
  const atlas = {
    provinces: placesIn(regions.province_list),
    cities: grouped(placesIn(regions.city_list), ({ code }) => code.slice(0, 2)),
    districts: grouped(districts, ({ code }) => code.slice(0, 4)),
    byName: grouped(districts, ({ full }) => full),
  }
  atlases.set(regions, atlas)
  return atlas
}

const BETWEEN = /^[\s,，、/|>·_-]*/
const isEnd = (text: string, at: number): boolean => at >= text.length || /^[\s,，、/|>·_-]/.test(text.slice(at))
const skip = (text: string, at: number): number => at + (BETWEEN.exec(text.slice(at))?.[0].length ?? 0)

/** A region name that is found at a position: its end, and whether it is shortened. */
interface Step {
  place: Place
  to: number
  short: boolean
}

/** Returns the regions whose names begin at this position, the longest name first. */
function stepsAt(text: string, at: number, places: readonly Place[]): Step[] {
  const steps = places.flatMap((place): Step[] => {
    if (text.startsWith(place.full, at)) return [{ place, to: at + place.full.length, short: false }]
    const name = place.short.find((one) => text.startsWith(one, at))
    return name === undefined ? [] : [{ place, to: at + name.length, short: true }]
  })
  return steps.sort((a, b) => b.to - a.to)
}

/** A shortened name at the end of the match counts only if it is a separate word: 宝安大道 is a road, not a district. */
const stands = (text: string, { to, short }: Step): boolean => !short || isEnd(text, to)

/** Returns how a match continues below a region: a district in a city, a city in a province, or a district directly in a province. */
function below(text: string, at: number, { atlas, code }: { atlas: Atlas; code: string }): Step | undefined {
  const next = skip(text, at)
  if (code.endsWith('0000')) {
    const cities = atlas.cities.get(code.slice(0, 2)) ?? []
    for (const city of stepsAt(text, next, cities)) {
      const deeper = below(text, city.to, { atlas, code: city.place.code })
      if (deeper || stands(text, city)) return deeper ?? city
    }
    const inside = cities.flatMap((city) => atlas.districts.get(city.code.slice(0, 4)) ?? [])
    const [only, ...others] = stepsAt(text, next, inside).filter(({ short }) => !short)
    return only && others.every(({ to }) => to < only.to) ? only : undefined
  }
  return stepsAt(text, next, atlas.districts.get(code.slice(0, 4)) ?? []).find((step) => stands(text, step))
}

/** Returns the region if its name begins at this position. */
function beginAt(text: string, from: number, atlas: Atlas): RegionMatch | undefined {
  const atStart = from === 0 || isEnd(text, from - 1)
  const cities = [...atlas.cities.values()].flat()
  for (const step of [...stepsAt(text, from, atlas.provinces), ...stepsAt(text, from, cities)]) {
    const deeper = below(text, step.to, { atlas, code: step.place.code })
    const reached = deeper ?? (stands(text, step) && !step.short ? step : undefined)
    // Inside a word only a full name counts.
    if (reached && (atStart || !step.short)) return { from, to: reached.to, areaCode: reached.place.code }
  }
  if (!atStart) return undefined
  for (let to = Math.min(text.length, from + 14); to > from + 1; to--) {
    const [only, another] = atlas.byName.get(text.slice(from, to)) ?? []
    if (only && !another) return { from, to, areaCode: only.code }
  }
  return undefined
}

const depth = ({ areaCode }: RegionMatch): number => (areaCode.endsWith('0000') ? 1 : areaCode.endsWith('00') ? 2 : 3)

/**
 * Finds the region in a text: the most exact one, and of several the first; undefined if there is none. It is a pure function, and does not
 * guess between two regions.
 */
export function findRegionInText(text: string, regions: RegionNamesByCode): RegionMatch | undefined {
  const atlas = atlasOf(regions)
  let best: RegionMatch | undefined
  for (let from = 0; from < text.length; from++) {
    const found = beginAt(text, from, atlas)
    if (found && (best === undefined || depth(found) > depth(best))) best = found
    if (best && depth(best) === 3) return best
  }
  return best
}
