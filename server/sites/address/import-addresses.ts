import type { InputOf } from '#contract/platform/core/endpoint.ts'
import {
  ADDRESSES_PER_ENTERPRISE_MAX,
  type Address,
  type addressEndpoints,
  addressFields,
  type addressImportStatuses,
  type ImportedAddressRow,
} from '#contract/sites/address/api.ts'
import { parseAddress } from '#contract/sites/address/parse-address.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listProjects } from '#server/sites/projects/public.ts'
import { type AddressInput, insertAddress, listAddresses, lockAddresses } from './addresses.ts'
import { getRegionNamesByAreaCode, regionsForAddressParser } from './regions.ts'

type ImportRow = InputOf<typeof addressEndpoints.import>['rows'][number]

type Project = NonNullable<Address['project']>

/** A parsed row: an address with its project, or the reason why the row is invalid. */
type Read = { input: AddressInput; project: Project | null } | { why: string }

/** Finds the projects of an enterprise by the words in the file: a project's name or its code. */
async function projectsByWord(tx: Tx, enterpriseId: string, rows: readonly ImportRow[]): Promise<Map<string, Project>> {
  if (rows.every(({ project }) => project === '')) return new Map()
  const projects = await listProjects(tx, enterpriseId)
  const words = projects.flatMap(({ id, name, code }) => [code, name].map((word) => [word, { id, name }] as const))
  return new Map(words.filter(([word]) => word !== ''))
}

type PlaceRow = Pick<ImportRow, 'name' | 'mobile' | 'region' | 'detail'>
type PlaceField = 'name' | 'mobile' | 'region' | 'detail'

/**
 * Parses a person and a place as people type them: the region and the detail are in two columns, or both in one text. Returns the address, or
 * what is wrong and in which field.
 */
export function parseAddressRow({ name, mobile, region, detail }: PlaceRow): { input: AddressInput } | { field: PlaceField; why: string } {
  const place = parseAddress(`${region} ${detail}`, regionsForAddressParser)
  const digits = mobile
    .normalize('NFKC')
    .replace(/^\+?86[\s-]?(?=1)/, '')
    .replace(/[\s-]/g, '')
  // The parser takes some words of a free text for a person or a number. Here they belong to the detail, because person and number have
  // their own columns.
  const given = {
    name,
    mobile: digits,
    areaCode: place.areaCode,
    detail: [place.detail, place.name, place.mobile].filter((part) => part !== '').join(' '),
  }
  for (const field of ['name', 'mobile', 'detail'] as const) {
    const { error } = addressFields[field].safeParse(given[field])
    if (error) return { field, why: error.issues[0]?.message ?? '信息有误' }
  }
  if (!(given.areaCode in regionsForAddressParser.county_list))
    return { field: 'region', why: given.areaCode === '' ? '没有认出省市区' : '地区不完整，请写到区县' }
  return { input: { ...given, isDefault: false, projectId: null } }
}

function read({ project: word, ...row }: ImportRow, projects: ReadonlyMap<string, Project>): Read {
  const parsed = parseAddressRow(row)
  if ('why' in parsed) return { why: parsed.why }
  const project = projects.get(word) ?? null
  if (word !== '' && project === null) return { why: `没有名称或编号为「${word}」的项目` }
  return { input: { ...parsed.input, projectId: project?.id ?? null }, project }
}

/** The same place may be in the address books of two projects. */
const same = (one: Address, other: AddressInput): boolean =>
  (['name', 'mobile', 'areaCode', 'detail'] as const).every((field) => one[field] === other[field]) &&
  (one.project?.id ?? null) === other.projectId

/**
 * Imports addresses from a file, with a result for each row. Addresses that exist already are not added again, so importing the same file
 * twice changes nothing. The first address of an enterprise becomes the default address.
 */
export async function importAddresses(
  tx: Tx,
  moment: Moment,
  { enterpriseId, rows }: { enterpriseId: string; rows: readonly ImportRow[] },
): Promise<ImportedAddressRow[]> {
  await lockAddresses(tx, enterpriseId)
  const known = await listAddresses(tx, enterpriseId)
  const projects = await projectsByWord(tx, enterpriseId, rows)
  const results: ImportedAddressRow[] = []
  for (const row of rows) {
    const answer = (status: keyof typeof addressImportStatuses, why: string | null, found: Address | null = null) =>
      results.push({ rowNo: row.rowNo, status, why, address: found })
    const given = read(row, projects)
    if ('why' in given) {
      answer('INVALID', given.why)
      continue
    }
    const { input, project } = given
    const { projectId: _, ...place } = input
    const twin = known.find((one) => same(one, input))
    if (twin) answer('EXISTS', '已有相同的收货地址', twin)
    else if (known.length >= ADDRESSES_PER_ENTERPRISE_MAX) answer('FULL', `收货地址最多保存 ${ADDRESSES_PER_ENTERPRISE_MAX} 个`)
    else {
      const isDefault = known.length === 0
      const id = await insertAddress(tx, moment, { enterpriseId, input: { ...input, isDefault } })
      const added = { ...place, id, isDefault, project, ...getRegionNamesByAreaCode(input.areaCode) }
      known.push(added)
      answer('ADDED', null, added)
    }
  }
  return results
}
