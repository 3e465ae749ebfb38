import type { CarbideGrade, OrderSizes } from '#tools/demo/catalog/build.ts'
import {
  buildDemoSkus,
  computeCylinderVolume,
  computeFrustumVolume,
  computeSteelGramsOfVolume,
  formatCarbideHardness,
  formatMarkdownList,
  joinParagraphs,
  joinSkuValues,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code after the model, tip diameter, grade, 现金价, surcharge in per mille, stock, pack. */
type PickRow = readonly [
  suffix: string,
  tip: number,
  grade: CarbideGrade,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  lot?: OrderSizes,
]

interface Pick {
  model: string
  sub: '采煤截齿' | '掘进截齿' | '旋挖截齿'
  /** shank, widest body, collar, tip, collar face to point, whole length */
  size: readonly [shank: number, head: number, collar: number, tip: number, reach: number, length: number]
  body: 'forged' | 'black' | 'bronze'
  tipShape: 'cone' | 'cap' | 'ballistic'
  sleeve: boolean
  steel: string
  hardness: readonly [number, number]
  machines: string
  seat: string
  about: string
  table: readonly PickRow[]
}

const care = {
  采煤截齿: (seat: string) =>
    formatMarkdownList(
      `装齿：清净齿孔里的煤泥，装好后用手能转动一圈，配 ${seat}。`,
      '换齿：合金露出不足原高三分之一或单边偏磨即换，不要等磨到齿座。',
    ),
  掘进截齿: (seat: string) =>
    formatMarkdownList('截割前先开内外喷雾，干截会使合金热裂、钎焊层脱开。', `每班查齿柄能否转动，卡死的先清渣再装回 ${seat}。`),
  旋挖截齿: (seat: string) =>
    formatMarkdownList('下钻前逐支转动截齿，转不动的拆下清泥，避免单边磨偏。', `与 ${seat} 配用，换齿时一并检查卡簧的弹力。`),
}

/** The steel of body, collar and shank, and the carbide in it. */
const grams = ([shank, head, collar, , reach, length]: Pick['size'], tip: number) =>
  computeSteelGramsOfVolume(
    computeFrustumVolume(head, tip * 1.25, reach - 12 - tip * 0.9) +
      computeCylinderVolume(collar, 12) +
      computeCylinderVolume(shank, length - reach) +
      computeCylinderVolume(tip, tip),
  )

/** A pick with a conical tip. Spec, parameters, weights and picture are all computed from the same sizes. */
export const buildPickGoods = (given: Pick): DemoGoods => {
  const [shank, head, collar, tip, reach, length] = given.size
  const table = buildDemoSkus(
    ['刀头直径', '合金牌号', '包装'],
    given.table.map(([suffix, diameter, grade, sale, surcharge, stock, lot = 1]) => [
      `${given.model}-${suffix}`,
      [`${diameter} mm`, grade, typeof lot === 'number' && lot > 1 ? `${lot} 支一箱` : '单支'],
      sale,
      surcharge,
      stock,
      grams(given.size, diameter),
      lot,
    ]),
  )
  return {
    slug: `pick-${given.model.toLowerCase()}`,
    category: '截齿',
    sub: given.sub,
    name: `${given.model} ${given.sub}`,
    spec: `柄径 ${shank} · 刀头 ${tip} · 全长 ${length} mm`,
    unit: '支',
    parameters: parseDemoParameterRows(
      `型号 ${given.model}`,
      `柄径 ${shank} mm`,
      `刀头直径 ${joinSkuValues(table, '刀头直径')}`,
      `全长 ${length} mm（齿头 ${reach} mm）`,
      `齿体材质 ${given.steel}`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `合金硬度 ${formatCarbideHardness(given.table.map(([, , grade]) => grade))}`,
      `适用机型 ${given.machines}`,
      `适配齿座 ${given.seat}`,
    ),
    description: joinParagraphs(given.about, care[given.sub](given.seat)),
    hardness: given.hardness,
    picture: {
      form: 'conical-pick',
      numbers: { shank, head, collar, tip, reach, length, body: given.body, tipShape: given.tipShape, sleeve: given.sleeve },
    },
    skus: table,
  }
}
