import {
  buildDemoSkus,
  type CarbideGrade,
  computeCylinderVolume,
  computeFrustumVolume,
  computeSteelGramsOfVolume,
  formatCarbideHardness,
  joinSkuValues,
  type OrderSizes,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code after the model ('' for the first), grade, 现金价, surcharge in per mille, stock, pack. */
type ToothRow = readonly [suffix: string, grade: CarbideGrade, saleYuan: string, surcharge: number | null, stock: number, lot?: OrderSizes]

interface Tooth {
  model: string
  sub: '冷铣刨齿' | '再生与拌和齿'
  name: string
  /** shank, tip, widest body, washer, washer to point, whole length */
  size: readonly [shank: number, tip: number, head: number, washer: number, reach: number, length: number]
  body: 'black' | 'blue' | 'grey'
  sleeve: 'gold' | 'steel'
  steel: string
  hardness: readonly [number, number]
  machines: string
  seat: string
  about: string
  table: readonly ToothRow[]
}

const packing = (lot: OrderSizes) => (lot === 1 ? '散装' : `盒装 ${typeof lot === 'number' ? lot : lot[1]} 支`)

/** A tooth of a milling drum with its clamping sleeve and washer. */
export const buildMillingToothGoods = (given: Tooth): DemoGoods => {
  const [shank, tip, head, washer, reach, length] = given.size
  const body =
    computeFrustumVolume(head, tip * 1.3, reach - tip * 0.9) +
    computeCylinderVolume(washer, 5) +
    computeCylinderVolume(shank + 1.5, length - reach)
  const grams = computeSteelGramsOfVolume(body + computeCylinderVolume(tip, tip * 0.8) * 1.8)
  const table = buildDemoSkus(
    ['合金牌号', '包装'],
    given.table.map(([suffix, grade, sale, surcharge, stock, lot = 1]) => [
      suffix ? `${given.model}-${suffix}` : given.model,
      [grade, packing(lot)],
      sale,
      surcharge,
      stock,
      grams,
      lot,
    ]),
  )
  return {
    slug: `milling-${given.model.toLowerCase()}`,
    category: '铣刨齿',
    sub: given.sub,
    name: given.name,
    spec: `柄径 ${shank} · 刀头 ${tip} · 全长 ${length} mm`,
    unit: '支',
    parameters: parseDemoParameterRows(
      `型号 ${given.model}`,
      `柄径 ${shank} mm`,
      `刀头直径 ${tip} mm`,
      `全长 ${length} mm`,
      `齿体材质 ${given.steel}`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `合金硬度 ${formatCarbideHardness(given.table.map(([, grade]) => grade))}`,
      `适用机型 ${given.machines}`,
      `适配齿座 ${given.seat}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'milling-tooth', numbers: { shank, tip, head, washer, reach, length, body: given.body, sleeve: given.sleeve } },
    skus: table,
  }
}
