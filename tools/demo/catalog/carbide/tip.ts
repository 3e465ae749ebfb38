import {
  buildDemoSkus,
  type CarbideGrade,
  carbideGrades,
  formatCarbideHardness,
  joinSkuValues,
  type OrderSizes,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code, diameter, height, grade, 现金价, surcharge in per mille, stock, pack. */
type TipRow = readonly [
  code: string,
  diameter: number,
  height: number,
  grade: CarbideGrade,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  lot?: OrderSizes,
]

interface Tip {
  slug: string
  category: string
  name: string
  use: string
  braze: string
  shape: 'cone' | 'cap' | 'ballistic' | 'wedge'
  /** Diameter, total height, height of the cylindrical skirt, and the number in the picture. */
  size: readonly [diameter: number, height: number, skirt: number, count: number]
  hardness: readonly [number, number] | null
  about: string
  table: readonly TipRow[]
}

/** The name of each shape, and the metal part of its enclosing cylinder. */
const shapes = {
  cone: ['锥形', 0.6],
  cap: ['蘑菇形（帽形）', 0.42],
  ballistic: ['弹头形', 0.58],
  wedge: ['楔形', 0.6],
} as const

/** A carbide tip, which is brazed into a pick or tooth. */
export const buildCarbideTipGoods = (given: Tip): DemoGoods => {
  const [diameter, height, skirt, count] = given.size
  const [shape, filled] = shapes[given.shape]
  const table = buildDemoSkus(
    ['直径×高度', '合金牌号', '包装'],
    given.table.map(([code, d, h, grade, sale, surcharge, stock, lot = 10]) => [
      code,
      [`Φ${d} × ${h} mm`, grade, `${typeof lot === 'number' ? lot : lot[1]} 个一盒`],
      sale,
      surcharge,
      stock,
      ((Math.PI / 4) * d * d * h * filled * carbideGrades[grade].density) / 1000,
      lot,
    ]),
  )
  const used = given.table.map(([, , , grade]) => grade)
  return {
    slug: given.slug,
    category: given.category,
    sub: '合金系列',
    name: given.name,
    spec: `Φ${diameter} × ${height} mm · ${shape} · ${used[0] ?? ''}`,
    unit: '个',
    parameters: parseDemoParameterRows(
      `规格 ${joinSkuValues(table, '直径×高度')}`,
      `形状 ${shape}`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `硬度 ${formatCarbideHardness(used)}`,
      `公差 直径 ±0.15 mm · 高度 ±0.20 mm`,
      `表面 喷砂`,
      `推荐钎料 ${given.braze}`,
      `用途 ${given.use}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'carbide-tip', numbers: { diameter, height, skirt, shape: given.shape, count } },
    skus: table,
  }
}
