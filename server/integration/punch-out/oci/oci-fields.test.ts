import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import type { PunchOutItem } from '#server/integration/punch-out/items.ts'
import { toOciFields } from './oci-fields.ts'

/** A number with at most eleven digits before the point and three after it. */
const DECIMAL = /^\d{1,11}\.\d{3}$/
const upTo = (length: number) => new RegExp(`^[^]{0,${length}}$`)

/**
 * The fields of a line that OCI 4.0 knows, with their lengths or forms: NEW_ITEM-<name>[n]. Those that a catalogue must send are marked. It is
 * the table of SAP's description of the Open Catalog Interface, release 4.0, in our words.
 */
const ociFields: Readonly<Record<string, { form: RegExp; must?: true }>> = {
  DESCRIPTION: { form: upTo(40), must: true },
  MATNR: { form: upTo(40) },
  QUANTITY: { form: DECIMAL, must: true },
  UNIT: { form: /^[A-Z0-9]{1,3}$/, must: true },
  PRICE: { form: DECIMAL, must: true },
  CURRENCY: { form: /^[A-Z]{3,5}$/, must: true },
  PRICEUNIT: { form: /^[1-9]\d{0,4}$/ },
  LEADTIME: { form: /^\d{1,5}$/ },
  VENDOR: { form: upTo(10) },
  VENDORMAT: { form: upTo(40) },
  MANUFACTCODE: { form: upTo(10) },
  MANUFACTMAT: { form: upTo(40) },
  MATGROUP: { form: upTo(10) },
  SERVICE: { form: /^X?$/ },
  CONTRACT: { form: upTo(10) },
  CONTRACT_ITEM: { form: upTo(5) },
  EXT_QUOTE_ID: { form: upTo(35) },
  EXT_QUOTE_ITEM: { form: upTo(10) },
  EXT_PRODUCT_ID: { form: upTo(40) },
  ATTACH: { form: upTo(255) },
  ATTACH_TITLE: { form: upTo(255) },
  ATTACH_PURPOSE: { form: /^[CD]$/ },
  EXT_SCHEMA_TYPE: { form: upTo(10) },
  EXT_CATEGORY_ID: { form: upTo(60) },
  EXT_CATEGORY: { form: upTo(40) },
  CUST_FIELD1: { form: upTo(10) },
  CUST_FIELD2: { form: upTo(10) },
  CUST_FIELD3: { form: upTo(10) },
  CUST_FIELD4: { form: upTo(20) },
  CUST_FIELD5: { form: upTo(50) },
}

const setup = { vendorNumber: '527123', materialGroup: '02', costCentre: 'CC-610', unitCodes: [] }
const item = (given: Partial<PunchOutItem> = {}): PunchOutItem => ({
  skuId: '01a1fc9d-f591-7013-a263-0707dcd05cf0',
  skuCode: 'KT-U84-22',
  materialCode: '1000-777',
  name: '采煤截齿',
  title: 'U84 采煤截齿 22mm',
  manufacturerNo: 'U84HD',
  leadDays: 3,
  shopName: '岩锋自营',
  unit: '支',
  quantity: 200,
  unitFen: fen(12_050),
  ...given,
})

/** Says of each field of each line what the table of OCI 4.0 does not allow. */
function findFaults(fields: readonly (readonly [string, string])[], lines: number): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  for (const [name, value] of fields) {
    if (/^NEW_ITEM-LONGTEXT_\d+:132\[\]$/.test(name)) continue
    const [, known = '', line = ''] = /^NEW_ITEM-([A-Z_0-9]+)\[(\d+)\]$/.exec(name) ?? []
    if (!ociFields[known]?.form.test(value)) faults.push(`${name}=${value}`)
    if (seen.has(name)) faults.push(`${name} twice`)
    seen.add(name)
    if (Number(line) < 1 || Number(line) > lines) faults.push(`${name}: line`)
  }
  const must = Object.keys(ociFields).filter((name) => ociFields[name]?.must)
  for (let line = 1; line <= lines; line++)
    faults.push(...must.filter((name) => !seen.has(`NEW_ITEM-${name}[${line}]`)).map((name) => `${name}[${line}] is missing`))
  return faults
}

test('every field of a line is one of OCI 4.0 in its length and form, also for long names and rare units', () => {
  const long = { title: '超长'.repeat(60), skuCode: 'K'.repeat(90), manufacturerNo: '\u{1F529}'.repeat(30), materialCode: 'M'.repeat(64) }
  const items = [item(), item({ ...long, unit: '延米', quantity: 999_999, unitFen: fen(99_999_999_99) }), item({ materialCode: null })]
  const fields = toOciFields(items, { setup, punchOutId: '01a1fc9d-f591-7013-a263-0707dcd05cf1' })
  expect(findFaults(fields, items.length)).toEqual([])
  expect(findFaults([...fields, ['NEW_ITEM-DAYS[1]', '3'], ['NEW_ITEM-UNIT[4]', 'piece']], items.length)).toEqual([
    'NEW_ITEM-DAYS[1]=3',
    'NEW_ITEM-UNIT[4]=piece',
    'NEW_ITEM-UNIT[4]: line',
  ])
})

test('lead time and the maker’s number go along where they are known', () => {
  const fields = Object.fromEntries(toOciFields([item(), item({ manufacturerNo: '', leadDays: undefined })], { setup }))
  expect([fields['NEW_ITEM-LEADTIME[1]'], fields['NEW_ITEM-MANUFACTMAT[1]']]).toEqual(['3', 'U84HD'])
  expect(['NEW_ITEM-LEADTIME[2]', 'NEW_ITEM-MANUFACTMAT[2]'].filter((name) => name in fields)).toEqual([])
})

test('units have the codes of the company’s system, else the usual ones, else those of pieces', () => {
  const unitsOf = (unitCodes: { unit: string; code: string }[]) => {
    const fields = Object.fromEntries(
      toOciFields(
        ['支', '套', '延米'].map((unit) => item({ unit })),
        { setup: { ...setup, unitCodes } },
      ),
    )
    return [1, 2, 3].map((line) => fields[`NEW_ITEM-UNIT[${line}]`])
  }
  expect(unitsOf([])).toEqual(['PCE', 'SET', 'PCE'])
  expect(
    unitsOf([
      { unit: '支', code: 'ST' },
      { unit: '套', code: 'KIT' },
    ]),
  ).toEqual(['ST', 'KIT', 'PCE'])
})
