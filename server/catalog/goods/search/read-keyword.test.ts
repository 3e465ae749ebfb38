import { describe, expect, test } from 'vitest'
import { listKeywordTerms } from './keyword-terms.ts'
import { normaliseKeywordAsInCatalog, unifyLookalikeCharacters } from './read-keyword.ts'

describe('a keyword is normalised to the terms of the catalog', () => {
  test.each([
    ['请问 U84 截齿多少钱一支', 'u84 截齿'],
    ['老板，有没有S150采煤截齿', ', s150采煤截齿'],
    ['Ｕ８４　２２ＭＭ', 'u84 22'],
    ['刀头 2.2厘米', '刀头 22'],
    ['合金珠0.4cm', '合金珠 4'],
    ['φ700 筒钻', '700 筒钻'],
    ['弹头合金35x52', '弹头合金35 52'],
    ['25×10×19', '25 10 19'],
    ['优八十四截齿', 'u84截齿'],
    ['零号柴油二百升', '0# 柴油200l'],
    ['负二十号柴油', '-20# 柴油'],
    ['三一EBZ200', '三一ebz200'],
    ['三一 截齿', '三一 截齿'],
    ['工地 截齿', '工地 截齿'],
    ['车用尿素', '车用尿素'],
    ['矿用 通用 地铁', '矿用 通用 地铁'],
    ['撬杠', '撬杠'],
    ['C23HD 用齿座', 'c23hd 齿座'],
    ['煤机镐齿 85的', '煤机镐齿 85'],
    ['达不溜六杠二零', 'w6-20'],
    ['截齿', '截齿'],
  ])('%s → %s', (keyword, text) => expect(normaliseKeywordAsInCatalog(keyword)).toBe(text))
})

test('similar characters are treated as the same', () => {
  expect(unifyLookalikeCharacters('c3l')).toBe(unifyLookalikeCharacters('c31'))
  expect(unifyLookalikeCharacters('zs22')).toBe(unifyLookalikeCharacters('2522'))
  expect(unifyLookalikeCharacters('u84')).not.toBe(unifyLookalikeCharacters('u94'))
})

test('a keyword has a bounded number of terms', () => {
  expect(listKeywordTerms('截齿采煤掘进旋挖铣刨合金硬质柴油润滑齿座刀头牙轮钻头机械设备矿山路面隧道施工材料配件耗材').length).toBe(16)
  expect(listKeywordTerms('%%% !!!')).toEqual([])
})
