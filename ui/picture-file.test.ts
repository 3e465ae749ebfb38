import { expect, test } from 'vitest'
import { getPictureFileError, PICTURE_FILE_TYPES } from './picture-file.ts'

const MB = 1024 * 1024

test.each([
  ['image/jpeg', 10 * MB, undefined],
  ['image/webp', 1, undefined],
  ['image/png', 10 * MB + 1, '图片不能超过 10MB'],
  ['image/svg+xml', 100, '仅支持 JPG、PNG、WebP 图片'],
  ['image/heic', 100, '仅支持 JPG、PNG、WebP 图片'],
  ['', 100, '仅支持 JPG、PNG、WebP 图片'],
])('a file of type %j with %d bytes gives the error %j', (type, size, fault) => expect(getPictureFileError({ type, size })).toBe(fault))

test('every offered picture type is accepted', () => {
  for (const type of PICTURE_FILE_TYPES.split(',')) expect(getPictureFileError({ type, size: 1 })).toBeUndefined()
})
