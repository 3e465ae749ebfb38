import { expect, test } from 'vitest'
import { ADDRESSES_PER_ENTERPRISE_MAX } from '#contract/sites/address/api.ts'
import { openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const row = (rowNo: number, name: string, mobile: string, region: string, detail: string, project = '') => ({
  rowNo,
  name,
  mobile,
  region,
  detail,
  project,
})

test('an address file is imported row by row, each with its result, and importing it again adds nothing', async () => {
  const lin = await mall.buyer('林')
  const rows = [
    row(2, '张三', '13900000001', '广东省深圳市福田区', '福华路 1 号'),
    row(3, '李四', '+86 139-0000-0002', '', '内蒙古鄂尔多斯市准格尔旗薛家湾镇 3 号仓库'),
    row(4, '王五', '13900000003', '广东省深圳市', '福华路 1 号'),
    row(5, '', '13900000004', '广东省深圳市福田区', '福华路 1 号'),
    row(6, '赵六', '0755-1234567', '广东省深圳市福田区', '福华路 1 号'),
    row(7, '钱七', '13900000005', '火星', '一号坑'),
    row(8, '张三', '１３９００００００01', '广东 深圳 福田', '福华路 1 号'),
    row(9, '孙八', '13900000006', '广东省深圳市福田区', ''),
    row(10, '孙八', '13900000006', '广东省深圳市福田区', '福华路 2 号 李四 13911112222'),
  ]
  const results = await lin.api.address.import({ rows })
  expect(results.map(({ rowNo, status, why }) => [rowNo, status, why])).toEqual([
    [2, 'ADDED', null],
    [3, 'ADDED', null],
    [4, 'INVALID', '地区不完整，请写到区县'],
    [5, 'INVALID', '请输入收货人'],
    [6, 'INVALID', '请输入正确的手机号'],
    [7, 'INVALID', '没有认出省市区'],
    [8, 'EXISTS', '已有相同的收货地址'],
    [9, 'INVALID', '请输入详细地址'],
    [10, 'ADDED', null],
  ])
  expect(results[1]?.address).toMatchObject({
    province: '内蒙古自治区',
    district: '准格尔旗',
    detail: '薛家湾镇 3 号仓库',
    mobile: '13900000002',
  })
  // Nothing of a detail is lost, whatever it reads like.
  expect(results[8]?.address?.detail).toBe('福华路 2 号 李四 13911112222')
  const again = await lin.api.address.import({ rows })
  expect(again.filter(({ status }) => status === 'ADDED')).toEqual([])
  expect(await lin.api.address.list({})).toHaveLength(4)
})

test('a row names its project by name or code, and a project that the enterprise does not have is refused', async () => {
  const [lin, chen] = [await mall.buyer('林'), await mall.buyer('陈')]
  const { id } = await lin.api.project.add({ name: '一号井', code: 'J-01' })
  await chen.api.project.add({ name: '二号井' })
  const at = (rowNo: number, project: string) => row(rowNo, '张三', '13900000001', '广东省深圳市福田区', '福华路 1 号', project)
  const results = await lin.api.address.import({ rows: [at(2, '一号井'), at(3, 'J-01'), at(4, '二号井'), at(5, '')] })
  expect(results.map(({ status, why, address }) => [status, why, address?.project ?? null])).toEqual([
    ['ADDED', null, { id, name: '一号井' }],
    ['EXISTS', '已有相同的收货地址', { id, name: '一号井' }],
    ['INVALID', '没有名称或编号为「二号井」的项目', null],
    ['ADDED', null, null],
  ])
})

test('the fifty-first address is refused, and the first of all becomes the default', async () => {
  const lin = await mall.buyer('林')
  await lin.api.address.delete({ id: lin.addressId })
  const rows = Array.from({ length: ADDRESSES_PER_ENTERPRISE_MAX + 2 }, (_, at) =>
    row(at + 1, '张三', '13900000001', '广东省深圳市福田区', `福华路 ${at} 号`),
  )
  const [one, two] = await Promise.all([lin.api.address.import({ rows }), lin.api.address.import({ rows })])
  const added = [...one, ...two].filter(({ status }) => status === 'ADDED')
  expect(added).toHaveLength(ADDRESSES_PER_ENTERPRISE_MAX)
  expect([...one, ...two].filter(({ status }) => status === 'FULL')).toHaveLength(4)
  expect((await lin.api.address.list({})).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})
