import { buildDemoSkus, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

export const additives: readonly DemoGoods[] = [
  {
    slug: 'urea-solution',
    category: '柴油',
    sub: '尿素与添加剂',
    name: '车用尿素水溶液',
    spec: '浓度 32.5 % · 10 升 / 桶',
    unit: '桶',
    parameters: parseDemoParameterRows(
      '型号 AUS 32',
      '执行标准 GB 29518',
      '尿素含量 31.8–33.2 %',
      '密度 1.087–1.093 kg/L（20 ℃）',
      '凝固点 −11 ℃',
      '适用 国Ⅳ 及以上柴油车、非道路四阶段设备',
    ),
    description: joinParagraphs(
      '国Ⅳ 以上设备后处理必加，兑自来水或化肥尿素会结晶堵喷嘴。消耗量约为柴油的 5 %，报警前请及时补加。',
      '桶口开封后一个月内用完，低于 −11 ℃ 会结冰，解冻后质量不变。',
    ),
    hardness: null,
    picture: { form: 'fluid-can', numbers: { litres: 10, colour: 'white', label: '车用尿素 32.5%' } },
    skus: buildDemoSkus(
      ['包装'],
      [
        ['NS-10', ['10 升壶'], '26.00', 40, 3600, 11_400],
        ['NS-20', ['20 升壶'], '49.00', 40, 820, 22_700],
        ['NS-200', ['200 升塑桶'], '452.00', 42, 64, 228_000],
        ['NS-1000', ['1000 升吨桶'], '1980.00', null, 12, 1_148_000],
      ],
    ),
  },
  {
    slug: 'diesel-antigel',
    category: '柴油',
    sub: '尿素与添加剂',
    name: '柴油防凝降凝剂',
    spec: '1 升兑 1000 升柴油',
    unit: '支',
    parameters: parseDemoParameterRows(
      '型号 JN-1',
      '兑比 1 : 1000',
      '冷滤点降幅 6–10 ℃',
      '外观 琥珀色透明液体',
      '闪点 ≥ 62 ℃',
      '保质期 24 个月',
    ),
    description:
      '寒潮突降、油箱里还是 0# 油时应急用，把冷滤点再压低 6–10 ℃。必须在柴油析蜡之前加入，已经浑浊的油先加温再兑。不能代替换用低号柴油，气温长期偏低请直接买 -20#。',
    hardness: null,
    picture: { form: 'fluid-can', numbers: { litres: 1, colour: 'red', label: '柴油降凝剂' } },
    skus: buildDemoSkus(
      ['容量', '包装'],
      [
        ['JN-03', ['300 mL', '单支'], '18.80', 45, 1460, 290],
        ['JN-1', ['1 L', '单支'], '46.00', 45, 620, 940],
        ['JN-1B', ['1 L', '12 支一箱'], '43.80', 41, 480, 940, 12],
      ],
    ),
  },
]
