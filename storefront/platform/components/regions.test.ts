import { areaList } from '@vant/area-data'
import { expect, test } from 'vitest'
import { autoSelectSingleRegions, toRegionChoiceLists } from './regions.ts'

const names = (code: string, list: 'provinces' | 'cities' | 'districts') =>
  toRegionChoiceLists(areaList, code)[list].map(({ name }) => name)

test('without a choice only provinces are listed', () => {
  expect(names('', 'provinces')).toHaveLength(34)
  expect(names('', 'cities')).toEqual([])
  expect(toRegionChoiceLists(areaList, '')).toMatchObject({ province: '', city: '', district: '' })
})

test('a province lists its cities, a city its districts', () => {
  expect(names('440000', 'cities')).toContain('深圳市')
  expect(names('440000', 'districts')).toEqual([])
  expect(names('440300', 'districts')).toContain('龙岗区')
  expect(toRegionChoiceLists(areaList, '440307')).toMatchObject({ province: '440000', city: '440300', district: '440307' })
})

test('a city without districts lists its towns', () => expect(names('441900', 'districts').length).toBeGreaterThan(20))

test('an unknown region code selects nothing', () =>
  expect(toRegionChoiceLists(areaList, '999999')).toMatchObject({ province: '', city: '', district: '' }))

test('a level with a single option is selected automatically', () => {
  expect(autoSelectSingleRegions(areaList, '110000')).toBe('110100')
  expect(autoSelectSingleRegions(areaList, '440000')).toBe('440000')
  expect(autoSelectSingleRegions(areaList, '440300')).toBe('440300')
})

test('every district can be reached through its province and city', () => {
  const lost = Object.keys(areaList.county_list).filter((code) => {
    const { province, city, district } = toRegionChoiceLists(areaList, code)
    return province === '' || city === '' || district !== code
  })
  expect(lost).toEqual([])
})
