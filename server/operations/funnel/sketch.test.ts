import { expect, test } from 'vitest'
import { addToSketch, computeSketchMark, countSketch, createSketch, isNewToSketch, joinSketch } from './sketch.ts'

const seed = { first: 17, second: -5 }
const sketchOf = (from: number, to: number, own = seed) => {
  const sketch = createSketch()
  for (let at = from; at < to; at++) addToSketch(sketch, computeSketchMark(own, `10.0.${at >> 8}.${at & 255}`, 'Mozilla/5.0'))
  return sketch
}

test.each([0, 1, 2, 30, 1_000, 20_000, 60_000])('%d different texts are counted within two percent, however often each comes', (many) => {
  const sketch = sketchOf(0, many)
  for (let at = 0; at < many; at += 3) addToSketch(sketch, computeSketchMark(seed, `10.0.${at >> 8}.${at & 255}`, 'Mozilla/5.0'))
  expect(Math.abs(countSketch(sketch) - many)).toBeLessThanOrEqual(Math.floor(many * 0.02))
})

test('joined sketches count a text of both once', () => {
  const [some, others] = [sketchOf(0, 600), sketchOf(400, 1_000)]
  joinSketch(some, others)
  expect(some).toEqual(sketchOf(0, 1_000))
})

test('another seed leaves other marks of the same text, and the two parts of a text are one', () => {
  expect(computeSketchMark(seed, 'a', 'b')).toBe(computeSketchMark(seed, 'ab'))
  const same = Array.from({ length: 200 }, (_, at) => `visitor ${at}`).filter(
    (text) => computeSketchMark(seed, text) === computeSketchMark({ first: 18, second: -5 }, text),
  )
  expect(same).toEqual([])
  const sketch = createSketch()
  addToSketch(sketch, computeSketchMark(seed, 'a'))
  expect([isNewToSketch(sketch, computeSketchMark(seed, 'a')), isNewToSketch(sketch, computeSketchMark(seed, 'b'))]).toEqual([false, true])
})
