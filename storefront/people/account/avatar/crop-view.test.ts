import { expect, test } from 'vitest'
import { cropStyle } from './crop-view.ts'

test('the right half of a picture is laid twice as wide and moved by half of itself', () => {
  expect(cropStyle({ x: 50, y: 0, width: 50, height: 100 })).toEqual({ width: '200%', height: '100%', transform: 'translate(-50%, 0%)' })
})
