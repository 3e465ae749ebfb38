import { expect, test } from 'vitest'
import {
  categoryDeletionError,
  formatCategoryName,
  listCategoryMergeTargets,
  listCategoryParentChoices,
  toCategoryTreeRows,
} from './category-view.ts'

const category = (categoryId: number, name: string, goodsCount: number) => ({
  categoryId,
  name,
  goodsCount,
  shown: true,
  pictureId: null,
  licenceKindIds: [],
  taxClass: null,
  rowVersion: 0,
})
const lines = toCategoryTreeRows([
  { ...category(1, '截齿', 5), children: [category(3, '镐形', 5), category(4, '刀形', 0)] },
  { ...category(2, '油料', 0), children: [] },
])
const lineOf = (id: number) => lines.find(({ categoryId }) => categoryId === id) ?? expect.fail('no such line')

test('the category tree is flattened to lines, each with its position among its siblings', () => {
  expect(lines.map((line) => [formatCategoryName(line), line.position, line.isLast, line.childCount])).toEqual([
    ['截齿', 0, false, 2],
    ['截齿 / 镐形', 0, false, 0],
    ['截齿 / 刀形', 1, true, 0],
    ['油料', 1, true, 0],
  ])
})

test('only moves and merges that the server accepts are offered', () => {
  const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label)
  expect(labels(listCategoryParentChoices(lines, lineOf(1)))).toEqual([])
  expect(labels(listCategoryParentChoices(lines, lineOf(2)))).toEqual(['截齿'])
  expect(labels(listCategoryParentChoices(lines, lineOf(3)))).toEqual(['油料'])
  expect(labels(listCategoryParentChoices(lines, lineOf(4)))).toEqual(['一级分类', '油料'])
  expect(labels(listCategoryMergeTargets(lines, lineOf(1)))).toEqual(['油料'])
  expect(labels(listCategoryMergeTargets(lines, lineOf(4)))).toEqual(['截齿 / 镐形'])
})

test('a category says why it cannot be deleted', () => {
  expect([1, 3, 4].map((id) => categoryDeletionError(lineOf(id)))).toEqual([
    '有 2 个子分类，请先移走或合并',
    '有 5 个商品，请先移走或合并',
    undefined,
  ])
})
