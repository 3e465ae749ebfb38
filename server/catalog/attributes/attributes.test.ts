import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import {
  findAttributesOfCategory,
  findAttributeValuesByGoods,
  lockAllAttributesAndSets,
  replaceAttributeValuesOfGoods,
} from '#server/catalog/attributes/public.ts'
import { refreshSearchAfterAttributeChange, refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const { consoleAttribute, goods } = contract
const { save, list, detail, delete: remove, mergeChoices } = catalogue.api.consoleAttribute

let made = 0
const code = () => `A${++made}`
const saves = (body: object, by = catalogue) => by.post(consoleAttribute.save.path, body)
const grade = (more: object = {}) => ({
  code: code(),
  name: '合金牌号',
  kind: 'choice' as const,
  choices: [{ name: 'YG8', synonyms: ['K20'] }, { name: 'YG11C' }, { name: 'YG13C' }],
  ...more,
})
const size = (more: object = {}) => ({ code: code(), name: '柄径', kind: 'number' as const, unit: 'mm', decimals: 1, ...more })
const created = async (body: Parameters<typeof save>[0]) => {
  const { id } = await save(body)
  const { choices } = await detail({ id })
  return { typed: body, id, choiceIds: choices.map(({ choiceId }) => choiceId) }
}
/** A member's answers are computed anew each time. */
const lin = await mall.buyer('林')
/** Goods with these values; those of the SKU too, if given. */
const goodsWith = async (name: string, values: AttributeValue[], ofSku: AttributeValue[] = []) => {
  const skuId = await mall.createSku(name)
  const { goods_id: goodsId } = await mall.db.selectFrom('sku').select('goods_id').where('id', '=', skuId).executeTakeFirstOrThrow()
  await mall.runInTransaction((tx) => replaceAttributeValuesOfGoods(tx, goodsId, { values, skuValues: [{ skuId, values: ofSku }] }))
  return { goodsId, skuId }
}
const valuesOf = async (goodsId: string) => (await findAttributeValuesByGoods(mall.db, [goodsId])).get(goodsId)
const version = async () => (await mall.db.selectFrom('catalog_version').select('version').executeTakeFirstOrThrow()).version

describe('an attribute', () => {
  test('is created with choices in order, found by name and code, and changed', async () => {
    const { id, choiceIds, typed } = await created(
      grade({ filterable: true, choices: [{ name: 'YT15' }, { name: 'YT5', synonyms: ['P30'] }] }),
    )
    expect(await detail({ id })).toMatchObject({
      kind: 'choice',
      filterable: true,
      required: false,
      goodsCount: 0,
      sets: [],
      choices: [{ name: 'YT15' }, { name: 'YT5', synonyms: ['P30'], goodsCount: 0 }],
      rowVersion: 0,
    })
    expect((await list({ keyword: typed.code })).dataList).toMatchObject([{ attributeId: id, choiceCount: 2, setCount: 0 }])
    const [first, second] = choiceIds
    // They change places and names, and one more comes between them.
    const choices = [
      { choiceId: second, name: 'YT15', synonyms: [] },
      { name: 'YT14', synonyms: [] },
      { choiceId: first, name: 'YT5', synonyms: [] },
    ]
    const before = await version()
    await save({ ...typed, id, choices, rowVersion: 0 })
    expect(await version()).toBe(before + 1)
    const kept = (await detail({ id })).choices.map(({ choiceId, name }) => [choiceId, name])
    expect(kept).toEqual([
      [second, 'YT15'],
      [expect.any(String), 'YT14'],
      [first, 'YT5'],
    ])
    expect((await list({ keyword: '%' })).total).toBe(0)
    await remove({ id, rowVersion: 1 })
    expect(await catalogue.post(consoleAttribute.detail.path, { id })).toMatchObject({ code: 404, reason: 'ATTRIBUTE_NOT_FOUND' })
  })

  test('is readable by all staff, and editable by catalogue staff and administrators', async () => {
    expect(await support.post(consoleAttribute.list.path)).toMatchObject({ code: 200 })
    expect(await saves(grade(), support)).toMatchObject({ code: 403 })
    expect(await saves(grade(), admin)).toMatchObject({ code: 200 })
  })

  test('has a unique code, also when two are saved at the same time', async () => {
    const taken = code()
    const people = [catalogue, admin, await mall.staff('catalogue', 'support')]
    const answers = await Promise.all(people.map((by, n) => saves(size({ code: taken, name: `柄径 ${n}` }), by)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    const refused = answers.filter((answer) => answer.code === 409)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: 'ATTRIBUTE_CODE_TAKEN', detail: { field: 'code' } })
    expect(refused[0]?.msg).toMatch(/^编码 A\d+ 已用于参数“柄径 \d”，请换一个$/)
  })

  test('is the only hardness ruler of the home page', async () => {
    const { id, typed } = await created(grade({ name: '岩石硬度', multiple: true, ruler: true }))
    expect(await saves(grade({ ruler: true }))).toMatchObject({
      reason: 'ATTRIBUTE_RULER_TAKEN',
      msg: '参数“岩石硬度”已用作首页的硬度标尺，请先取消',
    })
    const { choices } = await detail({ id })
    await save({ ...typed, id, choices: choices.map(({ goodsCount: _, ...choice }) => choice), ruler: false, rowVersion: 0 })
    expect(await saves(size({ ruler: true }))).toMatchObject({ code: 200 })
  })

  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `选项 ${at}` }))
  test.each([
    ['10,000 choices', grade({ choices: many(10_000) }), 'choices', '一个参数最多 500 个选项'],
    ['no choice', grade({ choices: [] }), 'choices', '请至少填写一个选项'],
    [
      'two equal choices',
      grade({ choices: [{ name: 'YG8' }, { name: 'ｙｇ 8' }] }),
      'choices.1.name',
      '“ｙｇ 8”重复，选项名称和同义词不能相同',
    ],
    [
      'a synonym of another',
      grade({ choices: [{ name: 'A' }, { name: 'B', synonyms: ['A'] }] }),
      'choices.1.synonyms',
      '“A”重复，选项名称和同义词不能相同',
    ],
    ['an empty choice', grade({ choices: [{ name: ' ' }] }), 'choices.0.name', '请填写选项名称'],
    [
      'many synonyms',
      grade({ choices: [{ name: 'A', synonyms: many(21).map(({ name }) => name) }] }),
      'choices.0.synonyms',
      '每个选项最多 20 个同义词',
    ],
    ['choices of a number', size({ choices: [{ name: 'A' }] }), 'choices', '只有选项参数才有选项'],
    ['several numbers', size({ multiple: true }), 'multiple', '只有选项参数才能多选'],
    ['a unit of a choice', grade({ unit: 'mm' }), 'unit', '只有数值参数才有单位'],
    ['decimals of a text', { code: 'X', name: '用途', kind: 'text', decimals: 1 }, 'decimals', '只有数值参数才有小数位数'],
    ['seven decimals', size({ decimals: 7 }), 'decimals', '最多 6 位小数'],
    ['crossed bounds', size({ lower: 5, upper: 4 }), 'upper', '上限不能小于下限'],
    ['a bound finer than its values', size({ decimals: 0, lower: 0.5 }), 'lower', '最多 0 位小数'],
    ['a bound beyond all', size({ upper: 1e21 }), 'upper', '数字过大'],
    [
      'texts that tell SKUs apart',
      { code: 'X', name: '用途', kind: 'text', makesSkus: true },
      'makesSkus',
      '文字参数不能区分规格，请改用选项',
    ],
    ['texts to filter by', { code: 'X', name: '用途', kind: 'text', filterable: true }, 'filterable', '文字参数不能用于筛选，请改用选项'],
    ['several choices that tell SKUs apart', grade({ multiple: true, makesSkus: true }), 'makesSkus', '可多选的参数不能区分规格'],
    ['a ruler of texts', { code: 'X', name: '用途', kind: 'text', ruler: true }, 'ruler', '硬度标尺只能用选项参数或数值参数'],
    ['no name', size({ name: '' }), 'name', '请填写参数名称'],
    ['a code in Chinese', size({ code: '柄径' }), 'code', '编码以字母开头，只能包含字母、数字、短横线和下划线'],
    ['an unknown kind', size({ kind: 'date' }), 'kind', '请选择参数类型'],
  ])('is refused with %s', async (_, body, field, msg) => {
    expect(await saves(body)).toMatchObject({ code: 400, detail: { field }, msg })
  })

  test('is refused with choices of another attribute', async () => {
    const other = await created(grade())
    const { id, typed } = await created(grade())
    const choices = [{ choiceId: other.choiceIds[0], name: 'YG8' }]
    expect(await saves({ ...typed, id, choices, rowVersion: 0 })).toMatchObject({ code: 404, reason: 'ATTRIBUTE_CHOICE_NOT_FOUND' })
    expect(await saves(grade({ choices }))).toMatchObject({ code: 404, reason: 'ATTRIBUTE_CHOICE_NOT_FOUND' })
    expect((await detail({ id })).choices).toHaveLength(3)
  })

  test('that two people edit is saved once, and the second is refused with what the first has changed', async () => {
    const { id, typed } = await created(size())
    expect(await saves({ ...typed, id, name: '柄部直径', rowVersion: 0 })).toMatchObject({ code: 200 })
    expect(await saves({ ...typed, id, name: '直径', rowVersion: 0 }, admin)).toMatchObject({
      code: 409,
      reason: 'ROW_CHANGED',
      detail: { rowVersion: 1, by: 'catalogue', what: '名称 由 柄径 改为 柄部直径' },
    })
    expect(await admin.post(consoleAttribute.delete.path, { id, rowVersion: 0 })).toMatchObject({ reason: 'ROW_CHANGED' })
    expect((await detail({ id })).name).toBe('柄部直径')
  })
})

describe('an attribute that goods use', () => {
  test('keeps the choices in use, and the refusal names the goods', async () => {
    const { id, choiceIds, typed } = await created(grade())
    const [yg8 = '', yg11 = '', yg13 = ''] = choiceIds
    for (const name of ['甲截齿', '乙截齿', '丙截齿', '丁截齿']) await goodsWith(name, [{ attributeId: id, choiceIds: [yg8] }])
    const named = { [yg8]: 'YG8', [yg11]: 'YG11C', [yg13]: 'YG13C' }
    const keeping = (...ids: string[]) => ({
      ...typed,
      id,
      choices: ids.map((choiceId) => ({ choiceId, name: named[choiceId] })),
      rowVersion: 0,
    })
    expect(await saves(keeping(yg11, yg13))).toMatchObject({
      code: 409,
      reason: 'ATTRIBUTE_IN_USE',
      msg: '商品“丙截齿”、“乙截齿”、“甲截齿”等 4 个正在使用，不能删除选项“YG8”；可以先并入其他选项',
      detail: { field: 'choices', count: 4, goods: ['丙截齿', '乙截齿', '甲截齿'] },
    })
    expect(await saves(keeping(yg8, yg11))).toMatchObject({ code: 200 })
    expect((await detail({ id })).choices).toMatchObject([
      { name: 'YG8', goodsCount: 4 },
      { name: 'YG11C', goodsCount: 0 },
    ])
  })

  test('keeps kind, unit, decimals and bounds if a change would make values invalid', async () => {
    const { id, typed } = await created(size({ lower: 1, upper: 100 }))
    await goodsWith('戊截齿', [{ attributeId: id, number: 22.5 }])
    const changing = (more: object) => saves({ ...typed, id, rowVersion: 0, ...more })
    const text = { kind: 'text', unit: '', decimals: 0, lower: null, upper: null }
    for (const [more, field, msg] of [
      [text, 'kind', '商品“戊截齿”已填写该参数，不能更改类型'],
      [{ unit: 'cm' }, 'unit', '商品“戊截齿”已填写该参数，不能更改单位'],
      [{ decimals: 0 }, 'decimals', '商品“戊截齿”的值多于 0 位小数'],
      [{ lower: 22.6 }, 'lower', '商品“戊截齿”的值小于新的下限'],
      [{ upper: 22.4 }, 'upper', '商品“戊截齿”的值大于新的上限'],
    ] as const)
      expect(await changing(more)).toMatchObject({ reason: 'ATTRIBUTE_IN_USE', msg, detail: { field, count: 1, goods: ['戊截齿'] } })
    expect(await changing({ name: '柄部直径', decimals: 2, lower: 22.5, upper: 22.5 })).toMatchObject({ code: 200 })
    expect(await catalogue.post(consoleAttribute.delete.path, { id, rowVersion: 1 })).toMatchObject({
      reason: 'ATTRIBUTE_IN_USE',
      msg: '商品“戊截齿”已填写该参数，不能删除',
    })
  })

  test('keeps allowing several choices while goods have several', async () => {
    const { id, choiceIds, typed } = await created(grade({ multiple: true }))
    const { goodsId } = await goodsWith('己截齿', [{ attributeId: id, choiceIds: choiceIds.slice(0, 2) }])
    const choices = (await detail({ id })).choices.map(({ goodsCount: _, ...choice }) => choice)
    const single = { ...typed, id, choices, multiple: false, rowVersion: 0 }
    expect(await saves(single)).toMatchObject({ reason: 'ATTRIBUTE_IN_USE', msg: '商品“己截齿”选了多个值，不能改为单选' })
    await mall.runInTransaction((tx) =>
      replaceAttributeValuesOfGoods(tx, goodsId, { values: [{ attributeId: id, choiceIds: choiceIds.slice(0, 1) }], skuValues: [] }),
    )
    expect(await saves(single)).toMatchObject({ code: 200 })
  })
})

describe('the names and synonyms of a choice', () => {
  const finds = async (keyword: string) => (await lin.api.goods.list({ keyword })).dataList.map(({ name }) => name)
  /** The job that is told of a change runs. */
  const refreshSearch = async (id: string) => {
    const events = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'choices.changed').execute()
    expect(events.at(-1)?.payload).toEqual({ attributeId: id })
    await refreshSearchAfterAttributeChange(mall.db, { attributeId: id })
  }

  test('find its goods in the search, also for SKUs, and follow changes and merges', async () => {
    const coded = (name: string, synonyms: string[]) => ({ name, synonyms })
    const choices = [coded('VT30X', ['ISO77']), coded('VT40X', [])]
    const { typed, id, choiceIds } = await created(grade({ choices }))
    const [first = '', second = ''] = choiceIds
    const one = await goodsWith('同义词截齿', [{ attributeId: id, choiceIds: [first] }])
    const other = await goodsWith('同义词钻齿', [], [{ attributeId: id, choiceIds: [second] }])
    await mall.runInTransaction((tx) => refreshSearchRowsOfGoods(tx, [one.goodsId, other.goodsId]))
    expect([await finds('VT30X'), await finds('iso77'), await finds('ISO77 截齿'), await finds('VT40X'), await finds('ISO88')]).toEqual([
      ['同义词截齿'],
      ['同义词截齿'],
      ['同义词截齿'],
      ['同义词钻齿'],
      [],
    ])
    const named = [
      { choiceId: first, ...coded('VT30X', []) },
      { choiceId: second, ...coded('VT40X', ['ISO88']) },
    ]
    await save({ ...typed, id, choices: named, rowVersion: 0 })
    await refreshSearch(id)
    expect([await finds('ISO77'), await finds('ISO88')]).toEqual([[], ['同义词钻齿']])
    await mergeChoices({ id, fromChoiceId: first, intoChoiceId: second, rowVersion: 1 })
    await refreshSearch(id)
    expect([(await finds('ISO88')).sort(), (await finds('VT30X')).sort()]).toEqual([
      ['同义词截齿', '同义词钻齿'],
      ['同义词截齿', '同义词钻齿'],
    ])
  })

  test('publish an event for the search only when they change', async () => {
    const { typed, id, choiceIds } = await created(grade())
    const choices = (await detail({ id })).choices.map(({ goodsCount: _, ...choice }) => choice)
    await save({ ...typed, id, choices, filterable: true, rowVersion: 0 })
    const events = await mall.db.selectFrom('outbox').select('payload').where('topic', '=', 'choices.changed').execute()
    expect([choiceIds.length, events.filter(({ payload }) => (payload as { attributeId: string }).attributeId === id)]).toEqual([3, []])
  })
})

describe('a choice that is merged into another', () => {
  test('passes its goods on, each with the value once, and its name becomes a synonym', async () => {
    const { id, choiceIds } = await created(grade({ multiple: true }))
    const [from = '', into = '', third = ''] = choiceIds
    const one = await goodsWith('庚截齿', [{ attributeId: id, choiceIds: [from] }])
    const both = await goodsWith('辛截齿', [{ attributeId: id, choiceIds: [from, into, third] }])
    const before = await version()
    await mergeChoices({ id, fromChoiceId: from, intoChoiceId: into, rowVersion: 0 })
    expect(await version()).toBe(before + 1)
    expect(await valuesOf(one.goodsId)).toMatchObject({ values: [{ attributeId: id, choiceIds: [into] }] })
    expect(await valuesOf(both.goodsId)).toMatchObject({ values: [{ attributeId: id, choiceIds: [into, third] }] })
    expect((await detail({ id })).choices).toMatchObject([
      { choiceId: into, name: 'YG11C', synonyms: ['YG8', 'K20'], goodsCount: 2 },
      { choiceId: third, goodsCount: 1 },
    ])
    expect(
      await catalogue.post(consoleAttribute.mergeChoices.path, { id, fromChoiceId: from, intoChoiceId: into, rowVersion: 1 }),
    ).toMatchObject({
      reason: 'ATTRIBUTE_CHOICE_NOT_FOUND',
    })
    const self = { id, fromChoiceId: into, intoChoiceId: into, rowVersion: 1 }
    expect(await catalogue.post(consoleAttribute.mergeChoices.path, self)).toMatchObject({ code: 400, detail: { field: 'intoChoiceId' } })
    expect(await catalogue.post(consoleAttribute.mergeChoices.path, { ...self, fromChoiceId: third, rowVersion: 0 })).toMatchObject({
      reason: 'ROW_CHANGED',
    })
  })

  test('is refused only where SKUs of the same goods would become identical', async () => {
    const grades = await created(grade({ makesSkus: true }))
    const [from = '', into = '', third = ''] = grades.choiceIds
    const length = await created(size({ makesSkus: true }))
    const { goodsId, skuId } = await goodsWith('壬截齿', [])
    const second = mall.moment().newId()
    await mall.runInTransaction(async (tx) => {
      const { id: _, code_key: __, ...sku } = await tx.selectFrom('sku').selectAll().where('id', '=', skuId).executeTakeFirstOrThrow()
      const copy = { ...sku, id: second, code: `${sku.code}-2`, props: JSON.stringify(sku.props) }
      await tx.insertInto('sku').values(copy).execute()
    })
    const values = (choiceId: string, number: number) => [
      { attributeId: grades.id, choiceIds: [choiceId] },
      { attributeId: length.id, number },
    ]
    const gives = (one: AttributeValue[], other: AttributeValue[]) =>
      mall.runInTransaction((tx) =>
        replaceAttributeValuesOfGoods(tx, goodsId, {
          values: [],
          skuValues: [
            { skuId, values: one },
            { skuId: second, values: other },
          ],
        }),
      )
    const merges = (fromChoiceId: string, intoChoiceId: string) =>
      catalogue.post(consoleAttribute.mergeChoices.path, { id: grades.id, fromChoiceId, intoChoiceId, rowVersion: 0 })
    await gives(values(from, 20), values(into, 20))
    expect(await merges(from, into)).toMatchObject({
      code: 409,
      reason: 'CHOICES_TELL_SKUS_APART',
      msg: '商品“壬截齿”的规格靠“YG8”和“YG11C”区分，不能合并',
      detail: { count: 1, goods: ['壬截齿'] },
    })
    expect(await valuesOf(goodsId)).toMatchObject({ skuValues: [{ values: values(from, 20) }, { values: values(into, 20) }] })
    await gives(values(from, 20), values(into, 25))
    expect(await merges(from, into)).toMatchObject({ code: 200 })
    expect((await valuesOf(goodsId))?.skuValues.map(({ values: own }) => own)).toEqual([values(into, 20), values(into, 25)])
    expect((await detail({ id: grades.id })).choices.map(({ choiceId }) => choiceId)).toEqual([into, third])
  })
})

describe('goods that are published while their attributes are edited', () => {
  /** Checks and writes in one transaction, as publishing does, and waits in between until `meanwhile` has begun. */
  const publishes = (goodsId: string, value: AttributeValue, meanwhile: () => void) =>
    runInTransaction(mall.db, async (tx) => {
      await lockAllAttributesAndSets(tx, 'use')
      const known = await tx.selectFrom('attribute').select('id').where('id', '=', value.attributeId).executeTakeFirst()
      meanwhile()
      await new Promise((resume) => setTimeout(resume, 150))
      if (known) await replaceAttributeValuesOfGoods(tx, goodsId, { values: [value], skuValues: [] })
      return known !== undefined
    })

  test('are written before the attribute is deleted, and the deletion is refused', async () => {
    const { id } = await created(size())
    const { goodsId } = await goodsWith('癸截齿', [])
    let deletion: ReturnType<typeof saves> | undefined
    const published = await publishes(goodsId, { attributeId: id, number: 5 }, () => {
      deletion = catalogue.post(consoleAttribute.delete.path, { id, rowVersion: 0 })
    })
    expect(published).toBe(true)
    expect(await deletion).toMatchObject({ reason: 'ATTRIBUTE_IN_USE', detail: { goods: ['癸截齿'] } })
    expect(await valuesOf(goodsId)).toMatchObject({ values: [{ attributeId: id, number: 5 }] })
  })

  test('do not block each other', async () => {
    const { id } = await created(size())
    const [one, other] = [await goodsWith('子截齿', []), await goodsWith('丑截齿', [])]
    let second: Promise<boolean> | undefined
    let overtaken = false
    await publishes(one.goodsId, { attributeId: id, number: 5 }, () => {
      second = runInTransaction(mall.db, async (tx) => {
        await lockAllAttributesAndSets(tx, 'use')
        overtaken = true
        await replaceAttributeValuesOfGoods(tx, other.goodsId, { values: [{ attributeId: id, number: 6 }], skuValues: [] })
        return true
      })
    }).then(() => expect(overtaken).toBe(true))
    expect(await second).toBe(true)
    expect(await findAttributesOfCategory(mall.db, 2)).toEqual([])
  })
})

test('the parameters that buyers see do not change with the attributes of goods', async () => {
  const { id } = await created(size())
  const { goodsId } = await goodsWith('寅截齿', [{ attributeId: id, number: 5 }])
  expect(await mall.guest().post(goods.detail.path, { goodsId })).toMatchObject({ data: { parameters: [['型号', '寅截齿']] } })
})
