import { buildDemoSkus, joinSkuValues, type OrderSizes, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code after the size, tooth shape, bearing, 现金价, surcharge in per mille, stock, pack. */
type ConeRow = readonly [
  suffix: string,
  shape: string,
  bearing: string,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  lot?: OrderSizes,
]

interface Cone {
  diameter: number
  width: number
  rows: number
  teeth: 'insert' | 'milled'
  grams: number
  hardness: readonly [number, number]
  barrel: string
  about: string
  table: readonly ConeRow[]
}

/** One roller cone on its leg, to be welded into a core barrel. */
export const buildRollerConeGoods = (given: Cone): DemoGoods => {
  const { diameter, width, teeth } = given
  const kind = teeth === 'insert' ? '镶齿牙轮' : '铣齿牙轮'
  const letter = teeth === 'insert' ? 'YX' : 'YC'
  const table = buildDemoSkus(
    ['齿形', '轴承'],
    given.table.map(([suffix, shape, bearing, sale, surcharge, stock, lot = 1]) => [
      `${letter}${diameter}-${suffix}`,
      [shape, bearing],
      sale,
      surcharge,
      stock,
      given.grams,
      lot,
    ]),
  )
  return {
    slug: `cone-${teeth}-${diameter}`,
    category: '旋挖牙轮',
    sub: kind,
    name: `${diameter} 旋挖${kind}`,
    spec: `轮径 ${diameter} · 总宽 ${width} mm · ${given.rows} 排齿`,
    unit: '个',
    parameters: parseDemoParameterRows(
      `型号 ${letter}${diameter}`,
      `轮径 ${diameter} mm`,
      `总宽 ${width} mm`,
      `齿形 ${joinSkuValues(table, '齿形')}`,
      `齿排数 ${given.rows} 排`,
      `轴承 ${joinSkuValues(table, '轴承')}`,
      teeth === 'insert' ? '轮体与合金 20CrNiMo 渗碳 · YG11C 合金齿' : '轮体 15MnNi4Mo 渗碳，齿面堆焊碳化钨',
      `单重 约 ${(given.grams / 1000).toFixed(1)} kg（含牙掌）`,
      `适用钻具 ${given.barrel}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'roller-cone', numbers: { diameter, width, teeth, rows: given.rows } },
    skus: table,
  }
}
