import { describe, expect, test } from 'vitest'
import { demoGoods } from '#tools/demo/catalog/catalog.ts'
import { pictureModelNames } from '#tools/demo/catalog/demo-goods-types.ts'
import { PICTURES_FOLDER } from '#tools/demo/demo-pictures.ts'
import { drawSheet } from './drawing/sheet.ts'
import { drawViewMeasures } from './drawing/view-measures.ts'
import { createDistanceFunction } from './forms/distance.ts'
import { modelBuilders } from './forms/forms.ts'
import { computeRestingPose } from './forms/place-part.ts'
import { computeProfileLine, computeSignedPolygonArea, isClosedProfile } from './forms/profile.ts'
import type { Part, Point2D, ProductModel } from './forms/solids.ts'
import { buildProductModel } from './goods.ts'
import { hashProductView, readRenderManifest } from './manifest.ts'

/** All simple parts of a product, without their groups. */
const simple = (part: Part): Part[] => {
  if (part.kind === 'group') return part.parts.flatMap(simple)
  if (part.kind === 'copies') return simple(part.part)
  return [part]
}

const partsOf = (drawn: ProductModel): Part[] => drawn.views.flatMap((view) => view.parts.flatMap(simple))

const finite = (values: readonly number[]): boolean => values.every((value) => Number.isFinite(value))

/** Returns whether a profile encloses a body: it is closed, or it goes from the axis to the axis. Others are skins over another body. */
const isBody = (line: readonly Point2D[], loop: boolean): boolean => loop || (line[0]?.[0] === 0 && line.at(-1)?.[0] === 0)

const drawings = demoGoods.map((goods) => ({ goods, drawn: buildProductModel(goods) }))

test('every form named in the catalog can be drawn', () => {
  expect(Object.keys(modelBuilders).toSorted()).toEqual([...pictureModelNames].toSorted())
  expect(Object.keys(modelBuilders).length).toBeGreaterThanOrEqual(16)
})

describe.each(pictureModelNames)('%s', (form) => {
  const own = drawings.filter(({ goods }) => goods.picture.form === form)

  test('is used, and each of its parameters is required', () => {
    expect(own.length).toBeGreaterThan(0)
    for (const { goods } of own) {
      for (const key of Object.keys(goods.picture.numbers)) {
        const { [key]: _, ...rest } = goods.picture.numbers
        expect(() => modelBuilders[form]?.(rest), `${goods.slug} without ${key}`).toThrow(key)
      }
    }
  })

  test('has bodies of revolution that stay on one side of the axis and enclose an area', () => {
    for (const { goods, drawn } of own)
      for (const part of partsOf(drawn)) {
        if (part.kind !== 'turned') continue
        const line = computeProfileLine(part.profile)
        expect(finite(line.flat()), goods.slug).toBe(true)
        expect(Math.min(...line.map(([r]) => r)), goods.slug).toBeGreaterThanOrEqual(-1e-6)
        if (isBody(line, isClosedProfile(part.profile)))
          expect(computeSignedPolygonArea(line), `${goods.slug} ${JSON.stringify(part.profile)}`).toBeGreaterThan(0)
        else expect(Math.max(...line.map(([r]) => r)), goods.slug).toBeGreaterThan(0)
      }
  })

  test('has other parts with positive sizes', () => {
    for (const { goods, drawn } of own)
      for (const part of partsOf(drawn)) {
        if (part.kind === 'box') expect(Math.min(...part.size), goods.slug).toBeGreaterThan(0)
        if (part.kind === 'prism')
          expect(computeSignedPolygonArea(part.outline.map(([x, y]): Point2D => [x, y])) * part.depth, goods.slug).toBeGreaterThan(0)
        if (part.kind === 'wire') expect(part.radius * part.path.length, goods.slug).toBeGreaterThan(0)
        if (part.kind === 'label') expect(part.width * part.height, goods.slug).toBeGreaterThan(0)
        if (part.kind === 'carved') {
          const distance = createDistanceFunction(part.shape)
          expect(distance(1e5, 1e5, 1e5), goods.slug).toBeGreaterThan(0)
          expect(part.cell, goods.slug).toBeGreaterThan(0)
        }
      }
  })

  test('has different pictures and a different drawing for every product', () => {
    const hashes = own.map(({ drawn }) => drawn.views.map(hashProductView).join())
    expect(new Set(hashes).size).toBe(own.length)
  })
})

/** Forms whose models differ by their sizes rather than by their shape. */
const measured = ['conical-pick', 'milling-tooth'] as const

test.each(measured)(
  'on a card models of a %s are told apart: they have one scale, and head length and shank diameter beside them',
  (form) => {
    const own = drawings.filter(({ goods }) => goods.picture.form === form)
    expect(new Set(own.map(({ drawn }) => drawn.views[0].millimetre)).size).toBe(1)
    for (const { goods, drawn } of own) {
      const { reach, shank } = goods.picture.numbers
      const [head, rod] = drawn.views[0].measures ?? []
      expect([head?.text, rod?.text], goods.slug).toEqual([String(reach), `Φ${shank}`])
      for (const one of [head, rod]) {
        const [top = [0, 0, 0], low = [0, 0, 0]] = one?.points ?? []
        expect(Math.hypot(...top.map((value, axis) => value - (low[axis] ?? 0))), goods.slug).toBeCloseTo(one?.length ?? 0, 6)
      }
    }
  },
)

test('measures over a picture stay in its frame', () => {
  const svg = drawViewMeasures(
    [
      {
        text: '84',
        side: 'right',
        points: [
          [0.66, 0.2],
          [0.66, 0.5],
          [0.5, 0.2],
        ],
      },
      {
        text: 'Φ35',
        side: 'left',
        points: [
          [0.05, 0.6],
          [0.05, 0.7],
          [0.05, 0.6],
        ],
      },
    ],
    320,
    0.072,
  )
  const numbers = [...svg.matchAll(/[ML](-?\d+\.\d) (-?\d+\.\d)|x="([\d.]+)" y="([\d.]+)"/g)].flatMap((found) =>
    found.slice(1).filter(Boolean).map(Number),
  )
  expect(numbers.length).toBeGreaterThan(20)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThanOrEqual(320)
})

test('the pictures of the demo are those that the forms describe', async () => {
  const manifest = await readRenderManifest(PICTURES_FOLDER)
  const rendered = Object.fromEntries(Object.entries(manifest).map(([slug, { hashes }]) => [slug, hashes]))
  expect(rendered).toEqual(Object.fromEntries(drawings.map(({ goods, drawn }) => [goods.slug, drawn.views.map(hashProductView)])))
})

describe('the dimension drawing', () => {
  test('is identical for identical numbers', () => {
    for (const { goods, drawn } of drawings) expect(drawSheet(buildProductModel(goods).sheet), goods.slug).toBe(drawSheet(drawn.sheet))
  })

  test.each([
    ['conical-pick', ['shank', 'collar', 'tip', 'head', 'reach', 'length']],
    ['milling-tooth', ['shank', 'washer', 'tip', 'head', 'reach', 'length']],
    ['flat-tooth', ['width', 'thickness', 'length', 'shank', 'tips']],
    ['auger-tooth', ['width', 'height', 'length', 'pocket']],
    ['roller-cone', ['diameter', 'width', 'rows']],
    ['core-barrel-tooth', ['width', 'thickness', 'length', 'tips']],
    ['seat-weld', ['bore', 'width', 'height', 'length', 'angle']],
    ['seat-quick-change', ['bore', 'width', 'height', 'length', 'angle']],
    ['seat-stamped', ['bore', 'width', 'height', 'length', 'angle']],
    ['seat-retaining-pin', ['bore', 'width', 'height', 'length']],
    ['carbide-button', ['diameter', 'length']],
    ['carbide-tip', ['diameter', 'height', 'skirt']],
    ['carbide-bar', ['width', 'thickness', 'length']],
    ['alloy-bead', ['diameter']],
    ['retaining-sleeve', ['bore']],
    ['pick-puller', ['length', 'jaw']],
    ['welding-rod', ['diameter', 'length']],
  ])('of a %s shows the sizes of the product', (form, keys) => {
    const own = drawings.filter(({ goods }) => goods.picture.form === form)
    expect(own.length).toBeGreaterThan(0)
    for (const { goods, drawn } of own) {
      const words = [...drawSheet(drawn.sheet).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join(' ')
      for (const key of keys) {
        const shown = new RegExp(`(^|[^\\d.])${String(goods.picture.numbers[key]).replace('.', '\\.')}($|[^\\d.])`)
        expect(words, `${goods.slug}: ${key}`).toMatch(shown)
      }
    }
  })

  test('contains no invalid number', () => {
    for (const { goods, drawn } of drawings) expect(drawSheet(drawn.sheet), goods.slug).not.toMatch(/NaN|Infinity|undefined/)
  })
})

test('a lying body rests on the surface that it touches', () => {
  // A cone of 90 mm with a foot of 40 mm lies on its side: its axis falls towards the point.
  const { tilt, lift } = computeRestingPose([
    [0, 0],
    [20, 0],
    [0, 90],
  ])
  expect(tilt).toBeCloseTo(-(Math.atan2(20, 90) * 180) / Math.PI, 6)
  expect(lift).toBeCloseTo(20 * Math.cos(Math.atan2(20, 90)), 6)
})
