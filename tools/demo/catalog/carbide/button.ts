import {
  buildDemoSkus,
  type CarbideGrade,
  carbideGrades,
  computeCylinderVolume,
  formatCarbideHardness,
  joinSkuValues,
  type OrderSizes,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code, diameter, length, grade, finish, 现金价, surcharge in per mille, stock, pack. */
type ButtonRow = readonly [
  code: string,
  diameter: number,
  length: number,
  grade: CarbideGrade,
  finish: string,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  lot?: OrderSizes,
]

type Crown = 'ball' | 'ballistic' | 'conical' | 'wedge'

interface Button {
  slug: string
  name: string
  crown: Crown
  size: readonly [diameter: number, length: number, count: number]
  use: string
  hardness: readonly [number, number]
  about: string
  table: readonly ButtonRow[]
}

/** Crown: its name, its height, and its part of the enclosing cylinder, both relative to the diameter. */
const crowns: Record<Crown, readonly [name: string, height: number, filled: number]> = {
  ball: ['球形', 0.5, 0.667],
  ballistic: ['弹头形', 0.7, 0.58],
  conical: ['锥球形', 0.6, 0.52],
  wedge: ['楔形', 0.55, 0.6],
}

const buttonGrams = (crown: Crown, diameter: number, length: number, grade: CarbideGrade) => {
  const [, height, filled] = crowns[crown]
  return (computeCylinderVolume(diameter, length - height * diameter * (1 - filled)) * carbideGrades[grade].density) / 1000
}

/** A carbide button, which is pressed into a bit. Weights are computed from crown, size and grade. */
export const buildCarbideButtonGoods = (given: Button): DemoGoods => {
  const [diameter, length, count] = given.size
  const [crown] = crowns[given.crown]
  const used = given.table.map(([, , , grade]) => grade)
  const finish = given.table[0]?.[4] ?? ''
  const table = buildDemoSkus(
    ['直径×长度', '合金牌号', '表面'],
    given.table.map(([code, d, l, grade, surface, sale, surcharge, stock, lot = 10]) => [
      code,
      [`Φ${d} × ${l} mm`, grade, surface],
      sale,
      surcharge,
      stock,
      buttonGrams(given.crown, d, l, grade),
      lot,
    ]),
  )
  return {
    slug: given.slug,
    category: '硬质合金',
    sub: '合金系列',
    name: given.name,
    spec: `Φ${diameter} × ${length} · ${crown} · ${finish}`,
    unit: '个',
    parameters: parseDemoParameterRows(
      `规格 ${joinSkuValues(table, '直径×长度')}`,
      `齿冠 ${crown}`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `硬度 ${formatCarbideHardness(used)}`,
      `抗弯强度 ${[...new Set(used)].map((grade) => `≥ ${carbideGrades[grade].strength}`).join(' / ')} MPa`,
      '直径公差 磨光 ±0.01 mm · 毛坯 ±0.10 mm',
      '过盈量 0.05–0.08 mm 冷压',
      `用途 ${given.use}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'carbide-button', numbers: { diameter, length, crown: given.crown, count } },
    skus: table,
  }
}
