import { expect, test } from 'vitest'
import { parseAgreementId, removeAgreementTitleAndVersion } from './agreement-view.ts'

test.each([
  ['1', 1],
  ['2', 2],
  ['4', 4],
  ['6', 6],
  ['3', undefined],
  ['4.0', undefined],
  ['', undefined],
  [undefined, undefined],
])('categoryId %j selects agreement %j', (categoryId, id) => expect(parseAgreementId(categoryId)).toBe(id))

test('the first heading becomes the page title and is not repeated', () => {
  expect(removeAgreementTitleAndVersion('# 赊销协议\n\n版本\n\n## 一')).toBe('\n版本\n\n## 一')
  expect(removeAgreementTitleAndVersion('# 赊销协议\n\n版本：2026-01\n\n正文')).toBe('\n正文')
  expect(removeAgreementTitleAndVersion('版本\n# 后面')).toBe('版本\n# 后面')
  expect(removeAgreementTitleAndVersion('## 一、额度\n正文')).toBe('## 一、额度\n正文')
})
