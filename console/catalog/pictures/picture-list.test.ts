import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import { createInOrderUploadQueue } from './arrival-queue.ts'
import { SinglePictureField } from './picture-field.tsx'
import { addGoodsPicture, changeGoodsPicture, moveGoodsPicture } from './picture-list.ts'
import { GoodsPicturesField } from './pictures-field.tsx'

const picture = (at: number): GoodsPicture => ({
  id: `00000000-0000-8000-8000-${String(at).padStart(12, '0')}`,
  alt: `图 ${at}`,
  drawing: false,
})
const [one, two, three] = [picture(1), picture(2), picture(3)]

test.each([
  ['forward', one, 2, [two, three, one]],
  ['back', three, 0, [three, one, two]],
  ['beyond the end', one, 9, [two, three, one]],
  ['before the beginning', three, -1, [three, one, two]],
  ['to where it is', two, 1, [one, two, three]],
])('a picture moves %s', (_, moved, to, expected) => {
  expect(moveGoodsPicture([one, two, three], moved.id, to)).toEqual(expected)
})

test('goods have at most twelve pictures and no duplicates', () => {
  const many = Array.from({ length: 12 }, (_, at) => picture(at))
  expect(addGoodsPicture(many, picture(12))).toBe(many)
  expect(addGoodsPicture([one], { ...one, alt: '又一次' })).toEqual([one])
  expect(addGoodsPicture([one], two)).toEqual([one, two])
})

test('only one picture is the dimension drawing: marking another one replaces it', () => {
  const drawn = changeGoodsPicture([one, two], one.id, { drawing: true })
  expect(changeGoodsPicture(drawn, two.id, { drawing: true }).map(({ drawing }) => drawing)).toEqual([false, true])
  expect(changeGoodsPicture(drawn, two.id, { alt: '侧面' }).map(({ drawing }) => drawing)).toEqual([true, false])
})

test('uploaded pictures are added in the order chosen, and a failed upload does not block the rest', () => {
  const order = createInOrderUploadQueue<string>()
  order.expect([1, 2, 3])
  expect(order.settle(2, 'second')).toEqual([])
  expect(order.settle(1, 'first')).toEqual(['first', 'second'])
  order.expect([4, 5])
  expect(order.settle(5, 'fifth')).toEqual([])
  expect(order.settle(3)).toEqual([])
  expect(order.settle(4, 'fourth')).toEqual(['fourth', 'fifth'])
})

test('the picture fields show labelled pictures and accept files until they are full', () => {
  const none = () => undefined
  const many = renderToStaticMarkup(createElement(GoodsPicturesField, { label: '商品图片', value: [one, two], change: none }))
  expect(many).toContain(`src="/pictures/${one.id}/320.webp"`)
  for (const name of ['移动图 1', '移除图 2', '第 2 张的说明']) expect(many).toContain(`aria-label="${name}"`)
  expect(many).toContain('multiple=""')
  const full = Array.from({ length: 12 }, (_, at) => picture(at))
  expect(renderToStaticMarkup(createElement(GoodsPicturesField, { label: '商品图片', value: full, change: none }))).toContain('图片已满')
  const single = renderToStaticMarkup(createElement(SinglePictureField, { label: '分类图片', value: null }))
  expect(single).toContain('点击选择分类图片，或拖入、粘贴')
  expect(single).not.toContain('multiple')
  expect(renderToStaticMarkup(createElement(SinglePictureField, { label: '分类图片', value: one.id }))).toContain(
    `src="/pictures/${one.id}/320.webp"`,
  )
})
