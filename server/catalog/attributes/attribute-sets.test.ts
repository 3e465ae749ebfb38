import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { findAttributesOfCategory } from '#server/catalog/attributes/public.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { consoleAttribute, consoleAttributeSet } = contract
const { save, list, detail, delete: remove, categories, assign } = catalogue.api.consoleAttributeSet
const [PARENT, CHILD] = [1, 2]

let made = 0
const attribute = async (name: string, more: object = {}) =>
  (await catalogue.api.consoleAttribute.save({ code: `B${++made}`, name, kind: 'number', unit: 'mm', decimals: 1, ...more })).id
const saves = (body: object, by = catalogue) => by.post(consoleAttributeSet.save.path, body)
const assigns = (body: object, by = catalogue) => by.post(consoleAttributeSet.assign.path, body)
const versionOf = async (id: number) => (await categories({})).find(({ categoryId }) => categoryId === id)?.rowVersion ?? 0
const puts = async (categoryId: number, setId: string | null) => assign({ categoryId, setId, rowVersion: await versionOf(categoryId) })
const version = async () => (await mall.db.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version

const shank = await attribute('柄径', { required: true, compared: true })
const length = await attribute('全长')
const use = await attribute('用途', { kind: 'text', unit: '', decimals: 0 })

describe('an attribute set', () => {
  test('keeps its attributes in order, with default flags unless others are given', async () => {
    const { id } = await save({
      name: '截齿参数',
      lines: [
        { attributeId: length, filterable: true },
        { attributeId: shank, required: false },
      ],
    })
    expect(await detail({ id })).toMatchObject({
      name: '截齿参数',
      lineCount: 2,
      categories: [],
      lines: [
        { attributeId: length, name: '全长', unit: 'mm', required: false, filterable: true, compared: false },
        { attributeId: shank, name: '柄径', required: false, filterable: false, compared: true },
      ],
    })
    // What is usual changes later: the set keeps what it was saved with.
    await catalogue.api.consoleAttribute.save({
      id: length,
      code: 'B2',
      name: '全长',
      kind: 'number',
      unit: 'mm',
      decimals: 1,
      required: true,
    })
    expect((await detail({ id })).lines[0]).toMatchObject({ required: false, filterable: true })
    const before = await version()
    await save({ id, name: '截齿', lines: [{ attributeId: shank }], rowVersion: 0 })
    expect(await version()).toBe(before + 1)
    expect((await list({ keyword: '截' })).dataList).toEqual([{ setId: id, name: '截齿', lineCount: 1, categories: [], rowVersion: 1 }])
    await remove({ id, rowVersion: 1 })
    expect((await list({})).total).toBe(0)
  })

  test('is readable by all staff, and editable by catalogue staff and administrators', async () => {
    expect(await support.post(consoleAttributeSet.list.path)).toMatchObject({ code: 200 })
    expect(await saves({ name: '别人的', lines: [] }, support)).toMatchObject({ code: 403 })
    expect(await assigns({ categoryId: CHILD, setId: null }, support)).toMatchObject({ code: 403 })
    expect(await saves({ name: '管理员的', lines: [] }, admin)).toMatchObject({ code: 200 })
  })

  test('has a unique name', async () => {
    const answers = await Promise.all([catalogue, admin].map((by) => saves({ name: '同名', lines: [] }, by)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'ATTRIBUTE_SET_NAME_TAKEN', detail: { field: 'name' } })
  })

  const id = '00000000-0000-7000-8000-000000000000'
  test.each([
    ['1,000 attributes', { name: '多', lines: Array(1_000).fill({ attributeId: id }) }, 400, 'lines', '一个模板最多 60 个参数'],
    [
      'one attribute twice',
      { name: '重', lines: [{ attributeId: shank }, { attributeId: shank }] },
      400,
      'lines.1.attributeId',
      '同一个参数在模板中只能出现一次',
    ],
    [
      'texts that tell SKUs apart',
      { name: '文', lines: [{ attributeId: use, makesSkus: true }] },
      400,
      'lines.0.makesSkus',
      '用途：文字参数不能区分规格，请改用选项',
    ],
    ['no name', { name: ' ', lines: [] }, 400, 'name', '请填写模板名称'],
    [
      'an attribute that is gone',
      { name: '无', lines: [{ attributeId: shank }, { attributeId: id }] },
      404,
      'lines.1.attributeId',
      '参数不存在或已删除',
    ],
  ])('is refused with %s', async (_, body, code, field, msg) => {
    expect(await saves(body)).toMatchObject({ code, detail: { field }, msg })
  })

  test('that two people edit is saved once, and the second is refused with what the first has changed', async () => {
    const { id: setId } = await save({ name: '两人', lines: [{ attributeId: use }] })
    expect(await saves({ id: setId, name: '两人', lines: [{ attributeId: shank, compared: false }], rowVersion: 0 })).toMatchObject({
      code: 200,
    })
    expect(await saves({ id: setId, name: '二人', lines: [], rowVersion: 0 }, admin)).toMatchObject({
      reason: 'ROW_CHANGED',
      detail: { by: 'catalogue', what: '参数 由 用途 改为 柄径（必填）' },
    })
    expect((await detail({ id: setId })).lines).toHaveLength(1)
  })

  test('protects its attributes from deletion and from changes that the set cannot use', async () => {
    const colour = await attribute('颜色', { kind: 'choice', unit: '', decimals: 0, choices: [{ name: '红' }] })
    await save({ name: '颜色模板', lines: [{ attributeId: colour, makesSkus: true }] })
    expect(await catalogue.post(consoleAttribute.delete.path, { id: colour, rowVersion: 0 })).toMatchObject({
      reason: 'ATTRIBUTE_IN_USE',
      msg: '模板“颜色模板”包含该参数，请先从模板中移除',
    })
    const text = { id: colour, code: `B${made}`, name: '颜色', kind: 'text', rowVersion: 0 }
    expect(await catalogue.post(consoleAttribute.save.path, text)).toMatchObject({
      reason: 'ATTRIBUTE_IN_USE',
      msg: '模板“颜色模板”中该参数区分规格，文字参数不能区分规格，请改用选项',
    })
  })
})

describe('a category', () => {
  test('adds its own set to that of its parent category, and its own flags win', async () => {
    const { id: upper } = await save({ name: '上级', lines: [{ attributeId: shank }, { attributeId: use }] })
    const { id: lower } = await save({
      name: '下级',
      lines: [
        { attributeId: length, onCard: true },
        { attributeId: use, compared: true, required: true },
      ],
    })
    await puts(PARENT, upper)
    const before = await version()
    await puts(CHILD, lower)
    expect(await version()).toBe(before + 1)
    const names = async (categoryId: number) => (await findAttributesOfCategory(mall.db, categoryId)).map(({ name }) => name)
    expect(await names(PARENT)).toEqual(['柄径', '用途'])
    expect(await names(CHILD)).toEqual(['柄径', '用途', '全长'])
    expect(await findAttributesOfCategory(mall.db, CHILD)).toMatchObject([
      { attributeId: shank, required: true, unit: 'mm', decimals: 1, lower: null, choices: [] },
      { attributeId: use, required: true, compared: true },
      { attributeId: length, onCard: true },
    ])
    expect(await categories({})).toMatchObject([
      { categoryId: PARENT, parentName: null, set: { name: '上级' }, inherited: null },
      { categoryId: CHILD, parentName: '截齿', set: { name: '下级' }, inherited: { name: '上级' } },
    ])
    expect(await catalogue.post(consoleAttributeSet.delete.path, { id: lower, rowVersion: 0 })).toMatchObject({
      reason: 'ATTRIBUTE_SET_IN_USE',
      msg: '分类“截齿 / 合金系列”正在使用该模板，不能删除',
    })
    await puts(CHILD, null)
    expect(await names(CHILD)).toEqual(['柄径', '用途'])
    await remove({ id: lower, rowVersion: 0 })
    expect(await names(99)).toEqual([])
  })

  test('is assigned an existing set, and only the first of two edits is saved', async () => {
    const { id: setId } = await save({ name: '指定', lines: [] })
    expect(await assigns({ categoryId: 77, setId })).toMatchObject({ reason: 'CATEGORY_NOT_FOUND' })
    const rowVersion = await versionOf(CHILD)
    const unknown = { categoryId: CHILD, setId: mall.moment().newId(), rowVersion }
    expect(await assigns(unknown)).toMatchObject({ reason: 'ATTRIBUTE_SET_NOT_FOUND' })
    expect(await assigns({ categoryId: CHILD, setId, rowVersion })).toMatchObject({ code: 200 })
    expect(await assigns({ categoryId: CHILD, setId: null, rowVersion }, admin)).toMatchObject({
      reason: 'ROW_CHANGED',
      detail: { by: 'catalogue', what: '参数模板 改为 指定' },
    })
  })
})
