import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { LISTS_WITH_HIDDEN_COLUMNS_MAX, SAVED_VIEWS_OF_LIST_MAX, SAVED_VIEWS_OF_STAFF_MAX } from '#contract/people/saved-views/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const { consoleSavedView } = contract
const WAITING = { state: 'WAIT_SEND', province: '山西省' }

/** A colleague with his calls. Each story takes roles of its own, because a mall has one colleague for each set of roles. */
async function openColleague(...roles: Parameters<typeof mall.staff>) {
  const person = await mall.staff(...roles)
  const { api } = person
  const views = async () => (await api.consoleSavedView.list({})).views
  const names = async (list = '/orders') => (await views()).filter((view) => view.list === list).map(({ name }) => name)
  const idOf = async (name: string) => (await views()).find((view) => view.name === name)?.viewId ?? ''
  return { person, own: api.consoleSavedView, views, names, idOf }
}

test('a person keeps filters of a list under a name, and a second save under it replaces them', async () => {
  const { own, views } = await openColleague('support')
  await own.save({ list: '/orders', name: ' 山西待发货 ', search: WAITING })
  await own.save({ list: '/users', name: '山西待发货', search: { status: 'FROZEN' } })
  expect(await views()).toMatchObject([
    { list: '/orders', name: '山西待发货', search: WAITING },
    { list: '/users', name: '山西待发货', search: { status: 'FROZEN' } },
  ])
  await own.save({ list: '/orders', name: '山西待发货', search: { state: 'SENT' } })
  expect((await views()).map(({ search }) => search)).toEqual([{ state: 'SENT' }, { status: 'FROZEN' }])
})

test('views are renamed, moved and deleted, and stay where they are at the ends', async () => {
  const { person, own, names, idOf } = await openColleague('warehouse')
  for (const name of ['甲', '乙', '丙']) await own.save({ list: '/orders', name, search: WAITING })
  await own.save({ list: '/skus', name: '丁', search: WAITING })
  await own.move({ viewId: await idOf('丙'), way: 'forward' })
  await own.move({ viewId: await idOf('甲'), way: 'back' })
  expect(await names()).toEqual(['丙', '甲', '乙'])
  await own.move({ viewId: await idOf('丙'), way: 'forward' })
  await own.move({ viewId: await idOf('乙'), way: 'back' })
  expect(await names()).toEqual(['丙', '甲', '乙'])
  await own.rename({ viewId: await idOf('甲'), name: '戊' })
  expect(await person.post(consoleSavedView.rename.path, { viewId: await idOf('戊'), name: '乙' })).toMatchObject({
    reason: 'SAVED_VIEW_NAME_TAKEN',
    detail: { field: 'name' },
  })
  // Its own name and that of another list are free.
  await own.rename({ viewId: await idOf('戊'), name: '戊' })
  await own.rename({ viewId: await idOf('乙'), name: '丁' })
  await own.delete({ viewId: await idOf('丙') })
  expect(await names()).toEqual(['戊', '丁'])
  await own.save({ list: '/orders', name: '己', search: WAITING })
  expect(await names()).toEqual(['戊', '丁', '己'])
  expect(await names('/skus')).toEqual(['丁'])
})

test('nobody sees, renames, moves or deletes the views of another, not even an administrator', async () => {
  const { own, idOf, names } = await openColleague('finance')
  await own.save({ list: '/orders', name: '我的', search: WAITING })
  await own.setHiddenColumns({ list: '/orders', titles: ['件数'] })
  const viewId = await idOf('我的')
  for (const other of [await openColleague('finance', 'support'), await openColleague('admin')]) {
    expect(await other.own.list({})).toEqual({ views: [], hiddenColumns: [] })
    const attempts = [
      other.person.post(consoleSavedView.rename.path, { viewId, name: '他的' }),
      other.person.post(consoleSavedView.move.path, { viewId, way: 'back' }),
      other.person.post(consoleSavedView.delete.path, { viewId }),
    ]
    for (const attempt of attempts) expect(await attempt).toMatchObject({ reason: 'SAVED_VIEW_NOT_FOUND' })
    await other.own.save({ list: '/orders', name: '我的', search: { state: 'SENT' } })
    await other.own.setHiddenColumns({ list: '/orders', titles: [] })
  }
  expect(await names()).toEqual(['我的'])
  expect(await own.list({})).toMatchObject({ views: [{ search: WAITING }], hiddenColumns: [{ list: '/orders', titles: ['件数'] }] })
})

test('the auditor, who changes nothing, keeps views of his own', async () => {
  const { own, names } = await openColleague('auditor')
  await own.save({ list: '/orders', name: '抽查', search: WAITING })
  expect(await names()).toEqual(['抽查'])
})

test('what is no view is refused with its reason', async () => {
  const { person, views } = await openColleague('support', 'warehouse')
  const save = (change: object) =>
    person.post(consoleSavedView.save.path, Object.assign({ list: '/orders', name: '视图', search: WAITING }, change))
  expect(await save({ name: ' ' })).toMatchObject({ reason: 'INVALID_INPUT', msg: '请填写视图名称' })
  expect(await save({ name: '长'.repeat(21) })).toMatchObject({ msg: '最多20字' })
  expect(await save({ search: {} })).toMatchObject({ msg: '请先设置筛选条件' })
  expect(await save({ search: { pageNo: '2' } })).toMatchObject({ reason: 'INVALID_INPUT' })
  expect(await save({ search: { pageSize: '50' } })).toMatchObject({ reason: 'INVALID_INPUT' })
  expect(await save({ search: { mobile: '13800000001' } })).toMatchObject({ msg: '视图不能保存手机号，请先去掉该条件' })
  expect(await save({ list: 'https://example.com' })).toMatchObject({ reason: 'INVALID_INPUT' })
  expect(await views()).toEqual([])
})

test('a list has at most twenty views and a person at most two hundred, also if two saves meet', async () => {
  const { person, own, names, views } = await openColleague('reviewer')
  const save = (list: string, name: string) => person.post(consoleSavedView.save.path, { list, name, search: WAITING })
  for (let number = 1; number < SAVED_VIEWS_OF_LIST_MAX; number += 1) await save('/orders', `视图${number}`)
  const reasons = (await Promise.all([save('/orders', '同时一'), save('/orders', '同时二')])).map(({ reason }) => reason)
  expect(reasons.toSorted()).toEqual(['SAVED_VIEWS_OF_LIST_FULL', undefined])
  expect(await names()).toHaveLength(SAVED_VIEWS_OF_LIST_MAX)
  await own.save({ list: '/orders', name: '视图1', search: { state: 'SENT' } })
  for (let number = SAVED_VIEWS_OF_LIST_MAX; number < SAVED_VIEWS_OF_STAFF_MAX; number += 1)
    await own.save({ list: `/list${Math.floor(number / SAVED_VIEWS_OF_LIST_MAX)}`, name: `视图${number}`, search: WAITING })
  expect(await save('/users', '又一个')).toMatchObject({ reason: 'SAVED_VIEWS_OF_STAFF_FULL' })
  expect(await views()).toHaveLength(SAVED_VIEWS_OF_STAFF_MAX)
})

test('hidden columns of a list stay until they are chosen anew, and none is the default', async () => {
  const { person, own } = await openColleague('catalogue')
  const hidden = async () => (await own.list({})).hiddenColumns
  await own.setHiddenColumns({ list: '/orders', titles: ['件数', '支付方式', '件数'] })
  await own.setHiddenColumns({ list: '/skus', titles: ['条码'] })
  expect(await hidden()).toEqual([
    { list: '/orders', titles: ['件数', '支付方式'] },
    { list: '/skus', titles: ['条码'] },
  ])
  await own.setHiddenColumns({ list: '/orders', titles: ['商品'] })
  await own.setHiddenColumns({ list: '/skus', titles: [] })
  expect(await hidden()).toEqual([{ list: '/orders', titles: ['商品'] }])
  for (let number = 1; number < LISTS_WITH_HIDDEN_COLUMNS_MAX; number += 1)
    await own.setHiddenColumns({ list: `/list${number}`, titles: ['商品'] })
  const more = (list: string) => person.post(consoleSavedView.setHiddenColumns.path, { list, titles: ['商品'] })
  expect(await more('/users')).toMatchObject({ reason: 'LISTS_WITH_HIDDEN_COLUMNS_FULL' })
  expect(await more('/orders')).toMatchObject({ code: 200 })
})
