import { buildDemoSkus, formatMarkdownList, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const grease = { category: '润滑与切削液', sub: '润滑脂', hardness: null } as const

export const greases: readonly DemoGoods[] = [
  {
    ...grease,
    slug: 'grease-lithium-2',
    name: '2# 通用锂基润滑脂',
    spec: 'NLGI 2 · 滴点 ≥ 175 ℃ · 15 公斤桶',
    unit: '桶',
    parameters: parseDemoParameterRows(
      '稠度 NLGI 2',
      '执行标准 GB/T 7324',
      '锥入度 265–295（0.1 mm）',
      '滴点 ≥ 175 ℃',
      '使用温度 −20–120 ℃',
      '基础油黏度 100 mm²/s（40 ℃）',
    ),
    description:
      '托辊、电机、水泵轴承的通用脂，井上井下都能用。轴承腔填三分之一到二分之一即可，填满反而发热。不要与钙基脂、钠基脂混用，换脂先把旧脂挤净。',
    picture: { form: 'grease-pail', numbers: { kg: 15, colour: 'yellow', label: '2# 锂基脂' } },
    skus: buildDemoSkus(
      ['包装'],
      [
        ['LJ2-15', ['15 公斤桶'], '218.00', 44, 460, 15_900],
        ['LJ2-3', ['3 公斤桶'], '52.00', 44, 320, 3_200],
        ['LJ2-180', ['180 公斤大桶'], '2460.00', 42, 26, 198_000],
      ],
    ),
  },
  {
    ...grease,
    slug: 'grease-lithium-3',
    name: '3# 通用锂基润滑脂',
    spec: 'NLGI 3 · 滴点 ≥ 180 ℃ · 15 公斤桶',
    unit: '桶',
    parameters: parseDemoParameterRows(
      '稠度 NLGI 3',
      '执行标准 GB/T 7324',
      '锥入度 220–250（0.1 mm）',
      '滴点 ≥ 180 ℃',
      '使用温度 −20–120 ℃',
      '基础油黏度 120 mm²/s（40 ℃）',
    ),
    description:
      '比 2# 硬一号，用于立式电机、振动筛和夏季高温轴承，不易甩出。冬季 0 ℃ 以下手动油枪打不动，请换 2#。振动筛轴承每 500 小时补脂一次，补到旧脂刚刚溢出为止。',
    picture: { form: 'grease-pail', numbers: { kg: 15, colour: 'green', label: '3# 锂基脂' } },
    skus: buildDemoSkus(
      ['包装'],
      [
        ['LJ3-15', ['15 公斤桶'], '224.00', 44, 280, 15_900],
        ['LJ3-3', ['3 公斤桶'], '53.50', 44, 0, 3_200],
        ['LJ3-180', ['180 公斤大桶'], '2520.00', 42, 14, 198_000],
      ],
    ),
  },
  {
    ...grease,
    slug: 'grease-extreme-pressure',
    name: '极压锂基润滑脂 散装',
    spec: '四球 PB ≥ 588 N · 20 公斤起',
    unit: '公斤',
    parameters: parseDemoParameterRows(
      '稠度 NLGI 0 / 1 / 2',
      '执行标准 GB/T 7323',
      '滴点 ≥ 170 ℃',
      '四球试验 PB ≥ 588 N',
      '使用温度 −20–120 ℃',
      '供货 自备桶灌装，20 公斤起，5 公斤递增',
    ),
    description: joinParagraphs(
      '装载机销轴、破碎机、掘进机回转支承用的极压脂，按公斤灌装，省桶钱。',
      formatMarkdownList('集中润滑系统选 0# 或 1#，手动油枪选 2#。', '自备桶必须洁净带盖，进砂的脂比不打脂更伤轴。'),
    ),
    picture: { form: 'grease-pail', numbers: { kg: 180, colour: 'blue', label: '极压锂基脂' } },
    skus: buildDemoSkus(
      ['稠度'],
      [
        ['JYJ-0', ['NLGI 0'], '17.20', 40, 1_400, 1000, [20, 5]],
        ['JYJ-1', ['NLGI 1'], '17.20', 40, 1_900, 1000, [20, 5]],
        ['JYJ-2', ['NLGI 2'], '16.80', 40, 3_200, 1000, [20, 5]],
      ],
    ),
  },
  {
    ...grease,
    slug: 'grease-moly-cartridge',
    name: '二硫化钼锂基脂 弹装',
    spec: 'MoS₂ 3 % · 400 g 支装',
    unit: '支',
    parameters: parseDemoParameterRows(
      '稠度 NLGI 2',
      '添加剂 二硫化钼 3 %',
      '滴点 ≥ 175 ℃',
      '四球试验 PB ≥ 784 N',
      '净含量 400 g',
      '适用油枪 标准 400 mL 脂枪',
    ),
    description:
      '弹装直接上枪，不沾手、不进灰，适合巡检工随身带。重载低速的铰接销、液压锤钎杆套首选，黑色属二硫化钼本色。不宜用于高速电机轴承，发热会偏高。',
    picture: { form: 'grease-cartridge', numbers: { grams: 400, colour: 'black', label: 'MoS₂ 锂基脂' } },
    skus: buildDemoSkus(
      ['净含量', '包装'],
      [
        ['MO-400', ['400 g', '单支'], '16.50', 42, 2_600, 460],
        ['MO-400B', ['400 g', '24 支一箱'], '15.60', 38, 1_920, 460, 24],
        ['MO-800', ['800 g', '单支'], '29.80', 42, 9, 880],
      ],
    ),
  },
]
