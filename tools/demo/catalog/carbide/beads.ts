import {
  buildDemoSkus,
  type CarbideGrade,
  formatCarbideHardness,
  joinSkuValues,
  parseDemoParameterRows,
} from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

/** Code, grade, finish, pack, 现金价 a kilogram, surcharge in per mille, stock in kilograms. */
type BeadRow = readonly [
  code: string,
  grade: CarbideGrade,
  finish: string,
  saleYuan: string,
  surcharge: number | null,
  stock: number,
  pack: number,
]

interface Bead {
  diameter: number
  finish: 'blank' | 'polished'
  use: string
  perKilogram: string
  hardness: readonly [number, number] | null
  about: string
  table: readonly BeadRow[]
}

/** Beads are sold by weight: one unit is a kilogram. */
const bead = (given: Bead): DemoGoods => {
  const finish = given.finish === 'polished' ? '精磨' : '毛坯'
  const table = buildDemoSkus(
    ['直径', '合金牌号', '表面', '包装'],
    given.table.map(([code, grade, surface, sale, surcharge, stock, pack]) => [
      code,
      [`Φ${given.diameter} mm`, grade, surface, `${pack} 公斤装`],
      sale,
      surcharge,
      stock,
      1000,
      pack,
    ]),
  )
  return {
    slug: `bead-${String(given.diameter).replace('.', '-')}`,
    category: '硬质合金',
    sub: '合金珠系列',
    name: `硬质合金珠 Φ${given.diameter}`,
    spec: `Φ${given.diameter} mm · ${finish} · ${given.table[0]?.[1] ?? ''}`,
    unit: '公斤',
    parameters: parseDemoParameterRows(
      `直径 ${given.diameter} mm`,
      `合金牌号 ${joinSkuValues(table, '合金牌号')}`,
      `硬度 ${formatCarbideHardness(given.table.map(([, grade]) => grade))}`,
      `每公斤粒数 约 ${given.perKilogram} 粒`,
      `表面 ${joinSkuValues(table, '表面')}`,
      '圆度 精磨 ≤ 0.005 mm · 毛坯 ≤ 0.10 mm',
      `用途 ${given.use}`,
    ),
    description: given.about,
    hardness: given.hardness,
    picture: { form: 'alloy-bead', numbers: { diameter: given.diameter, finish: given.finish } },
    skus: table,
  }
}

export const alloyBeads: readonly DemoGoods[] = [
  bead({
    diameter: 1.2,
    finish: 'polished',
    use: '砂磨机研磨介质、阀芯钢球',
    perKilogram: '74,000',
    hardness: null,
    about:
      '小号精磨珠，用于砂磨机研磨矿样和颜料，密度是氧化锆的两倍半。装填量以筒体容积的七成为宜，启动前先加浆料，禁止干磨。每月筛分一次，小于 1.0 mm 的珠剔除。',
    table: [
      ['HJZ-12-6', 'YG6', '精磨', '586.00', 52, 420, 1],
      ['HJZ-12-6B', 'YG6', '精磨', '572.00', 48, 600, 5],
      ['HJZ-12-8', 'YG8', '精磨', '568.00', 52, 180, 1],
    ],
  }),
  bead({
    diameter: 2,
    finish: 'polished',
    use: '砂磨机研磨介质、计量阀',
    perKilogram: '16,000',
    hardness: null,
    about:
      '砂磨机粗磨段常用珠径，进料粒度 100 µm 以内效率最好。与 1.2 mm 珠不要混装，大小珠互磨会加快消耗。换浆料品种时用溶剂循环冲洗即可，不用倒珠。',
    table: [
      ['HJZ-20-6', 'YG6', '精磨', '542.00', 51, 360, 1],
      ['HJZ-20-6B', 'YG6', '精磨', '530.00', 47, 450, 5],
      ['HJZ-20-8', 'YG8', '精磨', '528.00', 51, 11, 1],
    ],
  }),
  bead({
    diameter: 3,
    finish: 'blank',
    use: '堆焊耐磨层、钻杆接头耐磨带',
    perKilogram: '4,800',
    hardness: [4, 8],
    about:
      '毛坯珠表面微糙，与铁基堆焊层咬合牢，做钻杆接头耐磨带正合适。气保焊熔池里同步送珠，送珠量 80–120 g/min。熔池过热会溶掉合金边缘，电流宁小勿大。',
    table: [
      ['HJZ-30-8', 'YG8', '毛坯', '428.00', 47, 780, 1],
      ['HJZ-30-8B', 'YG8', '毛坯', '418.00', 43, 1_000, 10],
      ['HJZ-30-11', 'YG11C', '毛坯', '420.00', 47, 240, 1],
    ],
  }),
  bead({
    diameter: 4,
    finish: 'blank',
    use: '截齿齿体、螺旋叶片堆焊耐磨层',
    perKilogram: '2,030',
    hardness: [2, 6],
    about:
      '旋挖螺旋叶片和截齿齿体补强用珠，嵌在焊道里露出三分之一。堆焊前打磨见金属光泽，焊道宽 12 mm，两道搭接三分之一。冲击重的部位请换 Φ6 珠，小珠容易被整粒打出。',
    table: [
      ['HJZ-40-8', 'YG8', '毛坯', '412.00', 46, 560, 1],
      ['HJZ-40-8B', 'YG8', '毛坯', '402.00', 42, 900, 10],
      ['HJZ-40-15', 'YG15', '毛坯', '406.00', 46, 0, 1],
    ],
  }),
  bead({
    diameter: 6,
    finish: 'blank',
    use: '铲斗、破碎机锤头堆焊，取芯钻头内壁',
    perKilogram: '610',
    hardness: [6, 12],
    about:
      '大颗粒堆焊珠，挖掘机铲斗刃和破碎机锤头补强常用。先摆珠、后盖面焊，珠间留 3 mm 缝，让焊材填满。工作面朝向来料，背面不必铺珠，省料三成。',
    table: [
      ['HJZ-60-11', 'YG11C', '毛坯', '396.00', 45, 640, 1],
      ['HJZ-60-11B', 'YG11C', '毛坯', '386.00', 41, 800, 10],
      ['HJZ-60-15', 'YG15C', '毛坯', '398.00', 47, 150, 1],
    ],
  }),
  bead({
    diameter: 8,
    finish: 'polished',
    use: '单向阀、牙轮轴承锁紧珠、量具',
    perKilogram: '250',
    hardness: null,
    about:
      '精磨大珠用于高压单向阀和牙轮轴承锁紧，圆度与寿命成正比。装阀前在座面研磨配合印，线宽不超过 0.3 mm。珠面出现麻点就更换，不要翻面再用。',
    table: [
      ['HJZ-80-6', 'YG6', '精磨', '468.00', 50, 210, 1],
      ['HJZ-80-6B', 'YG6', '精磨', '456.00', 46, 300, 5],
      ['HJZ-80-8P', 'YG8', '毛坯', '384.00', 44, 420, 5],
    ],
  }),
]
