import { buildDemoSkus, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const cutting = { category: '润滑与切削液', sub: '切削液', unit: '桶', hardness: null } as const

export const cuttingFluids: readonly DemoGoods[] = [
  {
    ...cutting,
    slug: 'cutting-semi-synthetic',
    name: '半合成切削液',
    spec: '兑水 5–8 % · 20 升桶',
    parameters: parseDemoParameterRows(
      '类型 半合成',
      '外观 半透明',
      '使用浓度 5–8 %',
      'pH 值 8.8–9.4（5 % 稀释液）',
      '防锈性 铸铁单片 24 h',
      '适用 车、铣、钻，钢件与铸铁',
    ),
    description:
      '机修车间车铣钻通用，防锈与冷却兼顾。先放水后加液，边加边搅，浓度用折光仪读数乘系数。液面浮油每周撇一次，发臭前先补杀菌剂，不要硬撑。',
    picture: { form: 'fluid-can', numbers: { litres: 20, colour: 'green', label: '半合成切削液' } },
    skus: buildDemoSkus(
      ['包装'],
      [
        ['QXB-20', ['20 升桶'], '268.00', 45, 190, 20_600],
        ['QXB-200', ['200 升桶'], '2440.00', 43, 24, 214_000],
        ['QXB-4', ['4 升壶'], '62.00', 45, 4, 4_300],
      ],
    ),
  },
  {
    ...cutting,
    slug: 'grinding-full-synthetic',
    name: '全合成磨削液（硬质合金用）',
    spec: '抑钴析出 · 兑水 3–5 % · 20 升桶',
    parameters: parseDemoParameterRows(
      '类型 全合成',
      '外观 透明',
      '使用浓度 3–5 %',
      'pH 值 8.6–9.2（3 % 稀释液）',
      '抑钴 析出 ≤ 20 mg/kg',
      '适用 硬质合金无心磨、修磨球齿',
    ),
    description:
      '磨合金齿专用，抑制钴析出，磨面不发黑。浓度低于 3 % 会锈工作台，请每班测一次。磨屑含钨，沉淀池里的泥请收集起来交回收单位，不要随水排掉。',
    picture: { form: 'fluid-can', numbers: { litres: 20, colour: 'white', label: '全合成磨削液' } },
    skus: buildDemoSkus(
      ['包装'],
      [
        ['QXQ-20', ['20 升桶'], '356.00', 49, 0, 21_200],
        ['QXQ-200', ['200 升桶'], '3280.00', 46, 0, 219_000],
        ['QXQ-5', ['5 升壶'], '98.00', 49, 0, 5_400],
      ],
    ),
  },
  {
    ...cutting,
    slug: 'emulsion-me10',
    name: 'ME10-5 液压支架乳化油',
    spec: '配比 5 % · 200 升桶',
    parameters: parseDemoParameterRows(
      '牌号 ME10-5',
      '执行标准 MT/T 76',
      '配比 5 : 95',
      '适用水质 硬度 ≤ 10 mmol/L',
      '防锈性 60 ℃ 24 h 无锈',
      '乳化安定性 168 h 无析油',
    ),
    description:
      '综采液压支架用乳化油，配 5 % 乳化液。配液前化验矿井水硬度，超过 10 mmol/L 请改用 ME15-5。泵站浓度每班测两次，低于 3 % 立柱会锈蚀。',
    picture: { form: 'diesel-drum', numbers: { litres: 200, colour: 'black', label: 'ME10-5 乳化油' } },
    skus: buildDemoSkus(
      ['牌号', '包装'],
      [
        ['ME5-200', ['ME10-5', '200 升桶'], '1960.00', 41, 120, 196_000],
        ['ME15-200', ['ME15-5', '200 升桶'], '2080.00', 41, 60, 196_000],
        ['ME5-20', ['ME10-5', '20 升桶'], '216.00', 43, 88, 19_400],
      ],
    ),
  },
]
