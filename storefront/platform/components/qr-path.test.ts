import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { toQrCodeSvgPath } from './qr-path.ts'

/** Draws a path onto squares again. */
function drawn(path: string, size: number): boolean[][] {
  const squares = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step++) (squares[Number(y)] ?? [])[Number(x) + step] = true
  return squares
}

test('the SVG path of a QR code draws exactly its modules', () => {
  expect(toQrCodeSvgPath([[false, true, true, false, true]])).toBe('M1 0h2v1h-2zM4 0h1v1h-1z')
  const { data, size } = encode('http://127.0.0.1:8090/scan/0123456789abcdef01234567', { ecc: 'M', border: 4 })
  expect(drawn(toQrCodeSvgPath(data), size)).toEqual(data)
})
