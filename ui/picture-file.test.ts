import { expect, test } from 'vitest'
import { getDrawingFileError, getPictureFileError, PICTURE_FILE_TYPES } from './picture-file.ts'

const MB = 1024 * 1024

test.each([
  ['image/jpeg', 10 * MB, undefined],
  ['image/webp', 1, undefined],
  ['image/png', 10 * MB + 1, '图片不能超过 10MB'],
  ['image/svg+xml', 100, '仅支持 JPG、PNG、WebP 图片'],
  ['image/heic', 100, '仅支持 JPG、PNG、WebP 图片'],
  ['', 100, '仅支持 JPG、PNG、WebP 图片'],
])('a file of type %j with %d bytes gives the error %j', (type, size, fault) => expect(getPictureFileError({ type, size })).toBe(fault))

test.each([
  ['图.pdf', 'application/pdf', 10 * MB, undefined],
  ['图.PDF', '', 1, undefined],
  ['旧件.png', 'image/png', 1, undefined],
  ['图.dwg', '', 1, '图纸仅支持 JPG、PNG、WebP 图片和 PDF 文件'],
  ['图.pdf', 'application/pdf', 10 * MB + 1, '图纸不能超过 10 MB'],
])('a drawing %j of type %j with %d bytes gives the error %j', (name, type, size, fault) =>
  expect(getDrawingFileError({ name, type, size })).toBe(fault),
)

test('every offered picture type is accepted', () => {
  for (const type of PICTURE_FILE_TYPES.split(',')) expect(getPictureFileError({ type, size: 1 })).toBeUndefined()
})
