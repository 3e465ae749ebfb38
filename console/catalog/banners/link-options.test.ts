import { expect, test } from 'vitest'
import { getLinkKind } from '#contract/content/content/links.ts'
import { findLinkLabel, groupLinkOptions } from './link-options.ts'

const known = {
  goods: [{ value: '/detail?goodsId=1', label: 'U84 采煤截齿（KT-U84）' }],
  categories: [
    { value: '/shop?categoryId=1', label: '截齿' },
    { value: '/shop?categoryId=2', label: '截齿 / 采煤截齿' },
  ],
  articles: [{ value: '/article_detail?id=exports', label: '截齿怎么选' }],
}
const namesOf = (typed: string) => groupLinkOptions(typed, known).map(({ label, options }) => [label, options.length])

test('with nothing typed, or an address, the usual screens and the categories are offered', () => {
  expect(namesOf('')).toEqual([
    ['页面', 7],
    ['分类', 2],
  ])
  expect(namesOf('/shop?keyword=U47')).toEqual(namesOf(''))
})

test('a name finds goods, categories and articles, and no empty group is shown', () => {
  expect(namesOf(' 截齿 ')).toEqual([
    ['商品', 1],
    ['分类', 2],
    ['帮助文章', 1],
  ])
  expect(namesOf('领券')).toEqual([
    ['页面', 1],
    ['商品', 1],
  ])
})

test('every option is a link that a banner may have, and its name is found again', () => {
  const all = [...groupLinkOptions('', known), ...groupLinkOptions('截齿', known)].flatMap(({ options }) => options)
  expect(all.filter(({ value }) => getLinkKind(value) !== 'own')).toEqual([])
  expect(findLinkLabel('/shop?categoryId=2', known)).toBe('截齿 / 采煤截齿')
  expect(findLinkLabel('/nowhere', known)).toBeUndefined()
})
