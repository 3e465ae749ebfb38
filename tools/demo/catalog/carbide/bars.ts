import {
  buildDemoSkus,
  type CarbideGrade,
  carbideGrades,
  formatCarbideHardness,
  joinSkuValues,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code, width, thickness, length, grade, 现金价, surcharge in per mille, stock, pack. */
type BarRow = readonly [
  code: string,
  width: number,
  thickness: number,
  length: number,
  grade: CarbideGrade,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  pack?: number,
]

interface Bar {
  slug: string
  name: string
  edge: 'square' | 'bevel' | 'round'
  use: string
  hardness: readonly [number, number] | null
  about: string
  table: readonly [BarRow, ...BarRow[]]
}

const edges = { square: '直角', bevel: '单斜口', round: '圆角' }

/** A carbide bar; the first row of its table is the one in the picture. */
const bar = (given: Bar): DemoGoods => {
  const [, width, thickness, length, grade] = given.table[0]
  const used = given.table.map((row) => row[4])
  const table = buildDemoSkus(
    ['宽×厚×长', '合金牌号'],
    given.table.map(([code, w, t, l, mark, sale, surcharge, stock, pack = 1]) => [
      code,
      [`${w} × ${t} × ${l} mm`, mark],
      sale,
      surcharge,
      stock,
      (w * t * l * carbideGrades[mark].density) / 1000,
      pack,
    ]),
  )
  return {
    slug: given.slug,
    category: '硬质合金',
    sub: '合金条系列',
    name: given.name,
    spec: `${width} × ${thickness} × ${length} mm · ${edges[given.edge]} · ${grade}`,
    unit: '支',
    parameters: parseDemoParameterRows(
      `规格 ${joinSkuValues(table, '宽×厚×长')}`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `硬度 ${formatCarbideHardness(used)}`,
      `密度 ${[...new Set(used)].map((mark) => carbideGrades[mark].density.toFixed(1)).join(' / ')} g/cm³`,
      `边口 ${edges[given.edge]}`,
      '公差 宽厚 +0.3 mm · 长度 +1.5 mm（毛坯）',
      `用途 ${given.use}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'carbide-bar', numbers: { width, thickness, length, edge: given.edge } },
    skus: table,
  }
}

export const carbideBars: readonly DemoGoods[] = [
  bar({
    slug: 'bar-wear-320',
    name: 'YG8 合金长条',
    edge: 'square',
    use: '刮板、导板、木工与制砂耐磨条',
    hardness: null,
    about:
      '320 mm 通长合金条，可用金刚石片切成任意段，适合机修自配耐磨件。钎焊到钢基体时分段焊，每段不超过 80 mm，防止冷缩裂。磨削请用碳化硅或金刚石砂轮，刚玉砂轮会烧伤。',
    table: [
      ['HJT-10320', 10, 3, 320, 'YG8', '46.80', 46, 640],
      ['HJT-15320', 15, 4, 320, 'YG8', '92.00', 47, 380],
      ['HJT-20320', 20, 5, 320, 'YG8', '152.00', 48, 160],
      ['HJT-10320-6', 10, 3, 320, 'YG6', '48.60', 46, 14],
    ],
  }),
  bar({
    slug: 'bar-sand-crusher',
    name: '制砂机抛料头合金条',
    edge: 'square',
    use: '冲击式制砂机抛料头、周护板',
    hardness: [6, 12],
    about:
      '制砂机抛料头的耐磨芯，花岗岩料寿命约 200 小时。更换按对称配重，三瓣抛料头重量差不大于 20 g。进料粒度超过 40 mm 会打裂合金，请先筛分。',
    table: [
      ['SJT-26', 26, 25, 150, 'YG11C', '368.00', 52, 96],
      ['SJT-20', 20, 20, 150, 'YG11C', '228.00', 52, 124],
      ['SJT-26-15', 26, 25, 150, 'YG15', '376.00', 54, 6],
    ],
  }),
  bar({
    slug: 'bar-coal-drill',
    name: '煤钻与锚杆钻头合金片条',
    edge: 'bevel',
    use: 'PDC 前的普通煤钻头、Φ28–32 mm 锚杆两翼钻头',
    hardness: [1, 3],
    about:
      '单斜口片条，两翼钻头各焊一片，斜口朝旋转方向。煤和泥岩中干钻也能用，但带水可多打一倍。焊后刃磨前角 0°、后角 12°，两翼高差 0.2 mm 以内。',
    table: [
      ['MZT-14', 14, 5, 12, 'YG8C', '5.60', 42, 9_800, 50],
      ['MZT-16', 16, 6, 14, 'YG8C', '8.20', 42, 6_400, 50],
      ['MZT-16-11', 16, 6, 14, 'YG11C', '8.40', 43, 3_000, 50],
      ['MZT-12', 12, 4, 10, 'YG8C', '3.60', 40, 0, 50],
    ],
  }),
  bar({
    slug: 'bar-flat-tooth',
    name: '旋挖平齿刃口合金条',
    edge: 'bevel',
    use: 'BFZ60、BFZ80 平齿及刮刀修复',
    hardness: [1, 3],
    about: '平齿、刮刀换刃专用，背面带两道钎料槽，焊缝不虚。先清掉旧刃残焊，用火焰预热整个齿头再上料。换刃后在石棉灰里缓冷，次日再用。',
    table: [
      ['PCT-80', 80, 8, 20, 'YG11C', '58.00', 45, 460],
      ['PCT-60', 60, 8, 20, 'YG11C', '44.00', 45, 380],
      ['PCT-80-15', 80, 8, 20, 'YG15C', '60.50', 47, 90],
    ],
  }),
  bar({
    slug: 'bar-snow-blade',
    name: '除雪铲与平地机刀板合金条',
    edge: 'bevel',
    use: '除雪铲刃、平地机刀板',
    hardness: null,
    about:
      '道路养护单位换刀板用，镶合金刃后一个雪季只换一次。开槽深 18 mm，合金露出 2 mm，条与条之间留 0.5 mm 缝。过伸缩缝、井盖请抬铲，合金怕硬碰。',
    table: [
      ['CXT-25', 25, 10, 19, 'YG15', '22.80', 49, 1_600, 10],
      ['CXT-20', 20, 9, 17, 'YG15', '15.60', 49, 1_100, 10],
      ['CXT-25-20', 25, 10, 19, 'YG20C', '24.20', 51, 200, 10],
    ],
  }),
  bar({
    slug: 'bar-round-edge',
    name: '输送机清扫器合金条',
    edge: 'round',
    use: '皮带输送机头部清扫器刀片',
    hardness: null,
    about:
      '皮带清扫器刀片用圆角合金条，不割伤胶带，接头卡扣通过时也不崩。安装压力以带面不见黏料为准，过紧只会磨皮带。刀片磨去 6 mm 后翻面使用。',
    table: [
      ['QST-150', 20, 6, 150, 'YG8', '86.00', 44, 320],
      ['QST-200', 20, 6, 200, 'YG8', '114.00', 44, 180],
      ['QST-150-11', 20, 6, 150, 'YG11C', '88.00', 46, 0],
    ],
  }),
]
