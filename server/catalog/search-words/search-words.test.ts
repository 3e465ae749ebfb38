import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { computeKeywordVariants, deleteOldMissedSearches } from '#server/catalog/search-words/public.ts'
import { selectFirstOrderNo } from '#server/platform/testing/enterprise.ts'
import { ONE_DAY_MS, openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const [catalogue, admin, support] = [await mall.staff('catalogue'), await mall.staff('admin'), await mall.staff('support')]
const lin = await mall.buyer('林', { wallet: '1000' })
const skuId = await mall.createSku('合金截齿', { code: 'KT-INS114DRE', sale: '38.50', stock: 50 })
await mall.createSku('旋挖钻头', { code: 'BKH-47.22', sale: '120.00', stock: 5 })
const retiredSkuId = await mall.createSku('旧款钎尾', { code: 'QW-9', sale: '7.00', stock: 5 })
await mall.createSku('铣刨刀 W6', { code: 'W6/20-SL', sale: '9.99', stock: 50 })
/** What suggestions for one keyword may ask the database, session included. */
const SUGGESTION_STATEMENTS_MAX = 15
const { save, delete: remove } = contract.consoleSearchWord
const synonyms = { kind: 'synonyms' as const, terms: ['镐头', '钻头', '掘进刀'] }
const search = (keyword: string, more: object = {}) => lin.api.goods.list({ keyword, ...more })
const found = async (keyword: string) => (await search(keyword)).dataList.map(({ name }) => name)
const missed = async () => (await catalogue.api.consoleSearchWord.missed({})).dataList.map(({ term, times }) => [term, times])

test('synonyms find each other, also within other words, until they are disabled or deleted', async () => {
  expect(await found('镐头')).toEqual([])
  const { id } = await catalogue.api.consoleSearchWord.save(synonyms)
  for (const word of ['镐头', '掘进刀', '钻头', '旋挖掘进刀', '镐头 BKH-47']) expect(await found(word)).toEqual(['旋挖钻头'])
  // No goods have both.
  expect(await search('镐头 W6')).toMatchObject({ similar: true })
  await catalogue.api.consoleSearchWord.save({ ...synonyms, id, shown: false, rowVersion: 0 })
  expect(await found('镐头')).toEqual([])
  await catalogue.api.consoleSearchWord.save({ ...synonyms, id, rowVersion: 1 })
  expect(await found('镐头')).toEqual(['旋挖钻头'])
  await catalogue.api.consoleSearchWord.delete({ id, rowVersion: 2 })
  expect(await found('镐头')).toEqual([])
})

test('a Latin term matches whole words only, and each keyword has a bounded number of variants', () => {
  expect(
    computeKeywordVariants('Ｗ6 镐齿', [
      ['w6', 'w-6'],
      ['截齿', '镐齿'],
    ]),
  ).toEqual(['w6 镐齿', 'w6 截齿', 'w-6 镐齿', 'w-6 截齿'])
  expect(computeKeywordVariants('w60', [['w6', 'w-6']])).toEqual(['w60'])
  expect(computeKeywordVariants('采煤截齿', [['截齿', '镐齿', '采煤截齿']])).toEqual(['采煤截齿', '截齿', '镐齿'])
  const many = Array.from({ length: 10 }, (_, at) => Array.from({ length: 20 }, (_, no) => `${String.fromCodePoint(0x4e00 + at)}${no}`))
  expect(computeKeywordVariants(many.map(([first]) => first).join(' '), many)).toHaveLength(24)
})

test('a redirect leads to an address of the mall only', async () => {
  const redirect = { kind: 'redirect' as const, terms: ['柴油', 'Diesel'], target: '/categories?categoryId=1' }
  const { id } = await catalogue.api.consoleSearchWord.save(redirect)
  expect(await search('ＤＩＥＳＥＬ ')).toMatchObject({ total: 0, redirect: redirect.target })
  expect(await search('柴油机')).not.toHaveProperty('redirect')
  for (const target of ['', 'https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil', '/shop?keyword=x'])
    expect(await catalogue.post(save.path, { ...redirect, terms: ['别的'], target })).toMatchObject({
      reason: 'INVALID_INPUT',
      detail: { field: 'target' },
    })
  await catalogue.api.consoleSearchWord.delete({ id, rowVersion: 0 })
  expect(await search('diesel')).not.toHaveProperty('redirect')
})

test('one wrong letter, sign or sound finds similar goods, marked as such; short numbers are not guessed', async () => {
  for (const typed of ['KT-INS114DER', 'ktins11dre', 'ins1144dre', 'jiehci', 'hejnijiechi', '合斤截齿', '合金截尺', '和金截齿']) {
    const { similar, dataList } = await search(typed)
    expect([typed, similar, dataList.map(({ name }) => name)]).toEqual([typed, true, expect.arrayContaining(['合金截齿'])])
  }
  // The one wrong sound is named; what was typed can still be searched for, and finds nothing. Two wrong ones are no correction.
  expect(await search('和金截齿')).toMatchObject({ similar: true, correctedKeyword: '合金截齿' })
  expect(await search('和金截齿 KT-INS114DRE')).toMatchObject({ correctedKeyword: '合金截齿 KT-INS114DRE' })
  expect(await search('和金截尺')).not.toHaveProperty('correctedKeyword')
  expect(await search('合金截座')).not.toHaveProperty('correctedKeyword')
  // The list is that of the corrected keyword, and every page and order of it says the same. A number within another one is not the same word.
  const { dataList } = await search('合金截齿')
  for (const more of [{}, { sort: 'priceUp' }, { sort: 'priceDown' }])
    expect((await search('和金截齿', more)).dataList).toEqual((await search('合金截齿', more)).dataList)
  for (const more of [{ pageNo: 2 }, { sort: 'priceUp' }, { inStock: true }])
    expect(await search('和金截齿', more)).toMatchObject({ total: dataList.length, correctedKeyword: '合金截齿' })
  expect(await search('和金截齿 14')).not.toHaveProperty('correctedKeyword')
  expect(await search('kt-insll4dre 合金截齿')).toMatchObject({ correctedKeyword: 'KT-INS114DRE 合金截齿' })
  expect(await search('和金截齿', { exact: true })).toMatchObject({ total: 0 })
  expect(await search('和金截齿', { exact: true })).not.toHaveProperty('similar')
  // Of one part number there is one.
  expect((await search('KT-INS114DER')).total).toBe(1)
  expect(await search('合金截齿')).not.toHaveProperty('similar')
  for (const typed of ['w7', '115', 'xxxxxx', '螺母', '47.23']) expect([typed, (await search(typed)).total]).toEqual([typed, 0])
  expect((await search('jiehci', { priceMin: yuanTextToFen('1000') })).total).toBe(0)
})

test('what a mistyped keyword means is remembered: searched for again, cards are read once', async () => {
  const readsOfTraits = async () => {
    mall.roundTrips.length = 0
    expect(await search('旋挖钻投 BKH-47.22')).toMatchObject({
      correctedKeyword: '旋挖钻头 BKH-47.22',
      dataList: [{ skuCode: 'BKH-47.22' }],
    })
    return mall.roundTrips.flat().filter((text) => text.includes('line.on_card')).length
  }
  expect(await readsOfTraits()).toBe(2)
  for (let times = 0; times < 2; times++) expect(await readsOfTraits()).toBe(1)
  // Another catalogue may mean another keyword.
  await mall.createSku('旋挖钻杆', { code: 'ZG-1', stock: 5 })
  expect(await readsOfTraits()).toBe(2)
})

test('missed searches are counted by day for ninety days, without terms that may be personal data', async () => {
  await mall.db.selectFrom('missed_search').select('term').execute()
  for (const keyword of ['螺旋钻杆', ' 螺旋钻杆', '螺旋钻杆']) await search(keyword)
  for (const keyword of ['13800000000', '138 0000 0000', 'a@b.cn', '11010519491231002X']) await search(keyword)
  await search('另一种钻杆', { inStock: true })
  await search('钻杆螺旋', { pageNo: 2 })
  expect((await missed()).filter(([term]) => String(term).includes('钻杆'))).toEqual([['螺旋钻杆', 3]])
  expect((await missed()).filter(([term]) => /138|@|1101/.test(String(term)))).toEqual([])
  expect((await catalogue.api.consoleSearchWord.missed({})).dataList.find(({ term }) => term === 'jiehci')).toMatchObject({
    similarShown: true,
  })
  mall.clock.forward(89 * ONE_DAY_MS)
  await mall.runInTransaction((tx) => deleteOldMissedSearches(tx, mall.moment(), 90))
  await mall.renew()
  await Promise.all([catalogue, admin, support].map((one) => one.post(save.path, {})))
  expect((await mall.db.selectFrom('missed_search').select('term').execute()).length).toBeGreaterThan(0)
  mall.clock.forward(ONE_DAY_MS)
  await mall.runInTransaction((tx) => deleteOldMissedSearches(tx, mall.moment(), 90))
  expect(await mall.db.selectFrom('missed_search').select('term').execute()).toEqual([])
  mall.clock.forward(-90 * ONE_DAY_MS)
})

test('the missed terms of a day are limited, and those already listed are still counted', async () => {
  await mall.runInTransaction(async (tx) => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ day: '2026-11-18', term: `没有${at}`, times: 1, similar_shown: false }))
    await tx.insertInto('missed_search').values(rows).execute()
  })
  await search('没有的新词')
  await search('没有7')
  const terms = await missed()
  expect(terms[0]).toEqual(['没有7', 2])
  const { consoleSearchWord } = catalogue.api
  const last = await consoleSearchWord.missed({ keyword: ' 没有９', pageNo: 2, pageSize: 100 })
  expect([last.total, last.dataList.length]).toEqual([111, 11])
  mall.clock.forward(10 * ONE_DAY_MS)
  await mall.renew()
  expect([(await consoleSearchWord.missed({})).total, (await consoleSearchWord.missed({ period: 'week' })).total]).toEqual([
    expect.any(Number),
    0,
  ])
  mall.clock.forward(-10 * ONE_DAY_MS)
  expect(await mall.db.selectFrom('missed_search').select('term').where('term', '=', '没有的新词').execute()).toEqual([])
})

test('suggestions are part numbers, goods, categories and earlier orders; hot words for empty input', async () => {
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await lin.api.order.preview({ lines, method: 'wallet' })
  const trade = await lin.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
  const pick = { goodsId: expect.any(String), name: '合金截齿', salePrice: expect.any(Number), soldOut: false }
  const numbered = { ...pick, skuCode: 'KT-INS114DRE' }
  const none = { hot: [], purchased: [], partNumbers: [], goods: [], categories: [], orders: [] }
  expect(await lin.api.suggestion.suggest({ keyword: 'ins11' })).toEqual({
    ...none,
    purchased: [numbered],
    partNumbers: [{ ...numbered, skuId: expect.any(String) }],
    goods: [pick],
  })
  expect(await lin.api.suggestion.suggest({ keyword: '合金' })).toMatchObject({
    purchased: [numbered],
    partNumbers: [],
    categories: [{ name: '合金系列' }],
  })
  const wu = await mall.buyer('吴')
  for (const other of [wu, mall.guest()]) expect((await other.api.suggestion.suggest({ keyword: 'ins11' })).purchased).toEqual([])
  expect(await lin.api.suggestion.suggest({ keyword: '%' })).toEqual(none)

  // The company's own numbers of goods and of orders; nobody else's lead to them.
  const orderNo = selectFirstOrderNo(trade)
  await lin.api.materialCode.set({ skuId, materialCode: 'WZ-8801' })
  expect(await lin.api.suggestion.suggest({ keyword: 'wz-88' })).toMatchObject({
    partNumbers: [{ ...numbered, skuId, materialCode: 'WZ-8801', salePrice: yuanTextToFen('38.50'), soldOut: false }],
  })
  expect((await lin.api.suggestion.suggest({ keyword: orderNo.slice(-8) })).orders).toEqual([{ orderNo }])
  expect((await lin.api.suggestion.suggest({ keyword: orderNo.slice(0, 6) })).orders).toEqual([{ orderNo }])
  // Fewer digits, or digits in the middle, say nothing.
  for (const keyword of [orderNo.slice(-5), orderNo.slice(3, -3)])
    expect((await lin.api.suggestion.suggest({ keyword })).orders).toEqual([])
  for (const keyword of ['wz-88', 'wz88', orderNo.slice(-8)])
    for (const other of [wu, mall.guest()])
      expect(await other.api.suggestion.suggest({ keyword })).toMatchObject({ partNumbers: [], orders: [] })

  // Where nothing has exactly the words, the nearest are suggested, with their price and whether they can be had.
  expect(await mall.guest().api.suggestion.suggest({ keyword: '合金截此 38' })).toMatchObject({
    similar: true,
    goods: [{ name: '合金截齿', salePrice: yuanTextToFen('38.50'), soldOut: false }],
  })
  expect(await lin.api.suggestion.suggest({ keyword: 'ins11' })).not.toHaveProperty('similar')
  // A number of what is not sold any more names nothing that can be suggested, so the nearest are.
  await lin.api.materialCode.set({ skuId: retiredSkuId, materialCode: '合金截此 3800' })
  await mall.db.updateTable('sku').set({ on_shelf: false }).where('id', '=', retiredSkuId).execute()
  expect(await lin.api.suggestion.suggest({ keyword: '合金截此 38' })).toMatchObject({ similar: true, partNumbers: [] })
  // What was searched for already is not searched for again.
  const countSearches = (asked: () => Promise<unknown>) => {
    mall.roundTrips.length = 0
    return asked().then(() => mall.roundTrips.flat().filter((statement) => statement.includes('with ordinality as asked')).length)
  }
  expect(await countSearches(() => lin.api.suggestion.suggest({ keyword: '合金截此 39' }))).toBeGreaterThan(0)
  const typed = await countSearches(() => lin.api.suggestion.suggest({ keyword: '合金截此 39' }))
  const searched = await countSearches(() => search('合金截此 39'))
  expect([typed, searched]).toEqual([0, 0])
  for (const keyword of ['ins11', '合金截此 38']) {
    mall.roundTrips.length = 0
    await lin.api.suggestion.suggest({ keyword })
    expect(mall.roundTrips.flat().length).toBeLessThanOrEqual(SUGGESTION_STATEMENTS_MAX)
  }
  await catalogue.api.consoleSearchWord.save({ kind: 'hot', terms: ['U84'], position: 2 })
  await catalogue.api.consoleSearchWord.save({ kind: 'hot', terms: ['截齿'], position: 1 })
  await catalogue.api.consoleSearchWord.save({ kind: 'hot', terms: ['停用'], shown: false })
  expect(await lin.api.suggestion.suggest({})).toEqual({ ...none, hot: ['截齿', 'U84'] })
})

test.each<[string, object, string]>([
  ['no terms', { terms: [] }, 'terms'],
  ['one synonym', { terms: ['镐齿'] }, 'terms'],
  ['an empty term', { terms: ['镐齿', '　'] }, 'terms'],
  ['a term of signs', { terms: ['镐齿', '%%'] }, 'terms'],
  ['a long term', { terms: ['镐齿', '齿'.repeat(21)] }, 'terms'],
  ['twenty-one terms', { terms: Array.from({ length: 21 }, (_, at) => `词${at}`) }, 'terms'],
  ['one term twice', { terms: ['Ｗ6', 'w6'] }, 'terms'],
  ['an address of synonyms', { target: '/shop' }, 'target'],
  ['two hot words', { kind: 'hot' }, 'terms'],
  ['a redirect to nowhere', { kind: 'redirect' }, 'target'],
  ['an unknown kind', { kind: 'other' }, 'kind'],
  ['a position below 0', { position: -1 }, 'position'],
])('saving %s is refused', async (_, wrong, field) => {
  const answer = await catalogue.post(save.path, { ...synonyms, ...wrong })
  expect(answer).toMatchObject({ code: 400, detail: { field: expect.stringContaining(field) } })
})

test('a term belongs to one set only, and the second of two editors is refused with the first change', async () => {
  const { id } = await catalogue.api.consoleSearchWord.save({ kind: 'synonyms', terms: ['Ａ1x', '甲'] })
  const other = { kind: 'synonyms' as const, terms: ['a1X', '乙'] }
  expect(await admin.post(save.path, other)).toMatchObject({ code: 409, reason: 'SEARCH_WORD_TAKEN', detail: { field: 'terms' } })
  const both = await Promise.all([1, 2].map(() => admin.post(save.path, { kind: 'synonyms', terms: ['丙', '丁'] })))
  expect(both.map(({ reason }) => reason).sort()).toEqual(['SEARCH_WORD_TAKEN', undefined].sort())
  await catalogue.api.consoleSearchWord.save({ kind: 'synonyms', id, terms: ['甲', 'A1X', '戊'], rowVersion: 0 })
  const received = { code: 409, reason: 'ROW_CHANGED', detail: { by: 'catalogue' } }
  expect(await admin.post(save.path, { ...other, id, rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(remove.path, { id, rowVersion: 0 })).toMatchObject(received)
  expect(await admin.post(save.path, { ...other, terms: ['己', '庚'], id: randomUUID() })).toMatchObject({
    reason: 'SEARCH_WORD_NOT_FOUND',
  })
  expect(await admin.post(save.path, { kind: 'hot', terms: ['己'], id, rowVersion: 1 })).toMatchObject({ reason: 'SEARCH_WORD_NOT_FOUND' })
  expect(await support.post(save.path, other)).toMatchObject({ code: 403 })
  expect((await catalogue.api.consoleSearchWord.list({ kind: 'synonyms' })).map(({ terms }) => terms)).toContainEqual(['甲', 'A1X', '戊'])
})
