import { expect, test } from 'vitest'
import { decodeCsvBytes, escapeFormula, formatCsv } from './csv-text.ts'

test.each<[string, Uint8Array, string]>([
  ['UTF-8', new TextEncoder().encode('截齿'), '截齿'],
  ['GBK', Uint8Array.from([0xbd, 0xd8, 0xb3, 0xdd]), '截齿'],
  ['UTF-16 with its mark', Uint8Array.from([0xff, 0xfe, 0x2a, 0x62, 0x7f, 0x9f]), '截齿'],
])('text in %s is decoded', (_, bytes, text) => expect(decodeCsvBytes(bytes).replace('\ufeff', '')).toBe(text))

// N10
test.each([
  ['=1+1', "'=1+1"],
  ['+86 139', "'+86 139"],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\0=1', "'\0=1"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['－cmd', "'－cmd"],
  ['%0A', "'%0A"],
  ['|calc', "'|calc"],
  ['KT-U84', 'KT-U84'],
  ['5%', '5%'],
  ['', ''],
])('the cell %j is escaped as %j', (cell, written) => expect(escapeFormula(cell)).toBe(written))

test('commas, quotes and line breaks are quoted inside their cell', () => {
  expect(formatCsv([['a,b', '"c"', 'd\ne', 'f']])).toBe('\ufeff"a,b","""c""","d\ne",f\r\n')
})
