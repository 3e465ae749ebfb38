import { expect, test } from 'vitest'
import { cropStyle } from './crop-view.ts'

test('cropping the right half scales the picture twofold and shifts it by half', () => {
  expect(cropStyle({ x: 50, y: 0, width: 50, height: 100 })).toEqual({ width: '200%', height: '100%', transform: 'translate(-50%, 0%)' })
})
