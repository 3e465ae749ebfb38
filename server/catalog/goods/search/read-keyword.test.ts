import { describe, expect, test } from 'vitest'
import { listLexemesForRanking } from './index-lexemes.ts'
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
    ['尤八四截齿', 'u84截齿'],
    ['又八四截齿', 'u84截齿'],
    ['比四七K', 'b47k'],
    ['西三一齿座', 'c31齿座'],
    ['山西三一截齿', '山西三一截齿'],
    ['威十九斗齿', 'v19斗齿'],
    ['二S斗齿', '2s斗齿'],
    ['十五W四十机油', '15w40机油'],
    ['二幺五牙轮', '215牙轮'],
    ['三毫米合金珠', '3 合金珠'],
    ['六个毫米的合金珠', '6 合金珠'],
    ['旋挖齿座子', '旋挖齿座'],
    ['截齿', '截齿'],
  ])('%s → %s', (keyword, text) => expect(normaliseKeywordAsInCatalog(keyword)).toBe(text))
})

test('similar characters are treated as the same', () => {
  expect(unifyLookalikeCharacters('c3l')).toBe(unifyLookalikeCharacters('c31'))
  expect(unifyLookalikeCharacters('zs22')).toBe(unifyLookalikeCharacters('2522'))
  expect(unifyLookalikeCharacters('u84')).not.toBe(unifyLookalikeCharacters('u94'))
})

const textsOf = (keyword: string): string[] => listKeywordTerms(keyword).map(({ text }) => text)

test('after the name of a machine a new word begins', () => {
  expect(textsOf('铣刨机刀头')).toEqual(['铣刨', '刨机', '刀头'])
  expect(textsOf('柴油机油')).toEqual(['柴油', '油机', '机油'])
  expect(textsOf('刮板机机头')).toEqual(['刮板', '板机', '机头'])
  expect(textsOf('机头链轮')).toEqual(['机头', '头链', '链轮'])
  expect(textsOf('机尾')).toEqual(['机尾'])
})

describe('a measure is found as goods say it', () => {
  const formsOf = (keyword: string) => listKeywordTerms(keyword).flatMap(({ forms }) => forms.map(({ lexeme }) => lexeme))
  const lexemes = (name: string) => listLexemesForRanking({ name, kinds: [], codes: [], others: [] }).map((lexeme) => lexeme.slice(1))

  test.each([
    ['25柄', '柄径 25 · 刀头 19', '刀头 25 · 柄径 30'],
    ['38孔', '孔径 38 · 48°', '外形 38'],
    ['2#', '2# 通用锂基润滑脂', 'NLGI 2'],
    ['-10#柴油', '-10# 车用柴油', '10# 车用柴油'],
    ['35x52', 'Φ35 × 52 mm', '52 × 35 mm'],
    ['2米8', 'Φ2000–3000 mm 牙轮筒钻', 'Φ600–800 mm 牙轮筒钻'],
  ])('%s: in %s, and not in %s', (keyword, found, other) => {
    const [form] = formsOf(keyword).filter((lexeme) => /^[@#*>]/.test(lexeme))
    expect(lexemes(found)).toContain(form)
    expect(lexemes(other)).not.toContain(form)
  })

  test('a decimal is one number', () => expect(lexemes('硬质合金珠 Φ1.2')).not.toContain('2'))
})

test('a keyword has a bounded number of terms', () => {
  expect(listKeywordTerms('截齿采煤掘进旋挖铣刨合金硬质柴油润滑齿座刀头牙轮钻头机械设备矿山路面隧道施工材料配件耗材').length).toBe(16)
  expect(listKeywordTerms('%%% !!!')).toEqual([])
})
