import { expect, test } from 'vitest'
import { toCropPreviewStyle } from './crop-view.ts'

test('cropping the right half scales the picture twofold and shifts it by half', () => {
  expect(toCropPreviewStyle({ x: 50, y: 0, width: 50, height: 100 })).toEqual({
    width: '200%',
    height: '100%',
    transform: 'translate(-50%, 0%)',
  })
})
