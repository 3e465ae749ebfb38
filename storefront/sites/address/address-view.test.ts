import { expect, test } from 'vitest'
import { ORDER_LINES_MAX } from '#contract/orders/orders/order-sources.ts'
import { addressLimitMessage, formatAddress, groupAddressesByProject, returnUrlWithAddress, toAddressParseStatus } from './address-view.ts'

const origin = 'https://mall.example.com'

test.each([
  ['/order_info?cartIds=1%2C2', '/order_info?cartIds=1%2C2&addressId=new'],
  ['/order_info?addressId=old&skuId=1', '/order_info?addressId=new&skuId=1'],
  ['/order_info', '/order_info?addressId=new'],
  [undefined, '/order_info?addressId=new'],
  ['https://evil.example/', '/order_info?addressId=new'],
  ['//evil.example', '/order_info?addressId=new'],
  ['javascript:alert(1)', '/order_info?addressId=new'],
  ['/login', '/order_info?addressId=new'],
])('the return address %j becomes %s', (back, path) => expect(returnUrlWithAddress(back, 'new', origin)).toBe(path))

test('the return address can be the confirmation of a full order of cart lines', () => {
  const order = `/order_info?${new URLSearchParams({ cartIds: Array(ORDER_LINES_MAX).fill(crypto.randomUUID()).join() })}`
  expect(returnUrlWithAddress(order, 'new', origin)).toBe(`${order}&addressId=new`)
})

test('a municipality is shown only once', () => {
  const place = { province: '北京市', city: '北京市', district: '朝阳区', detail: '1 号' }
  expect(formatAddress(place)).toBe('北京市 朝阳区 1 号')
  expect(formatAddress({ ...place, province: '广东省', city: '深圳市' })).toBe('广东省 深圳市 朝阳区 1 号')
})

test('addresses are grouped by project: the requested project first, then those of no project', () => {
  const at = (id: string, project: string | null) => ({
    id,
    name: '张三',
    mobile: '13800000000',
    areaCode: '440304',
    province: '广东省',
    city: '深圳市',
    district: '福田区',
    detail: '福华路',
    isDefault: false,
    project: project === null ? null : { id: project, name: `${project}号井` },
  })
  const all = [at('a', '一'), at('b', null), at('c', '二'), at('d', '一')]
  const books = (first?: string) =>
    groupAddressesByProject(all, first).map(({ project, addresses }) => [project?.name, addresses.map(({ id }) => id).join('')])
  expect(books()).toEqual([
    [undefined, 'b'],
    ['一号井', 'ad'],
    ['二号井', 'c'],
  ])
  expect(books('二')[0]).toEqual(['二号井', 'c'])
  expect(groupAddressesByProject([], '二')).toEqual([])
})

test('at most fifty addresses can be saved', () => {
  expect(addressLimitMessage(49)).toBeNull()
  expect(addressLimitMessage(50)).toContain('最多保存 50 个')
})

test.each([
  [{ name: '张三', mobile: '13800000000', areaCode: '440304', detail: '福华路' }, '已识别，请核对后保存', false],
  [{ name: '', mobile: '13800000000', areaCode: '440300', detail: '福华路' }, '已识别，还需填写：收货人、所在地区', true],
  [{ name: '', mobile: '', areaCode: '', detail: '' }, '没有识别出地址，请检查内容或直接填写', true],
])('the parsed address %j gives: %s', (parsed, text, bad) => expect(toAddressParseStatus(parsed)).toEqual({ text, bad }))
