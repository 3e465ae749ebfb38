import { buildDemoSkus, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const clips = { category: '工具与附件', sub: '卡簧与挡圈', unit: '个', hardness: null } as const

export const retainers: readonly DemoGoods[] = [
  {
    ...clips,
    slug: 'sleeve-30',
    name: '截齿卡簧套 30',
    spec: '配 30 柄 · 长 48 · 壁厚 1.5 mm',
    parameters: parseDemoParameterRows(
      '型号 TH30',
      '配合柄径 30 mm',
      '长度 48 mm',
      '壁厚 1.5 mm',
      '材质 65Mn · HRC 42–47',
      '表面 发黑',
      '适配 U47、U76、B47K、BKH47、C31HD',
    ),
    description:
      '开口弹簧套箍在齿柄上，随齿敲入座孔，靠张力锁住。套口翻边起毛或开口合拢后张力不足，会掉齿，应随齿更换。装时开口背向切削面，受力更匀。',
    picture: { form: 'retaining-sleeve', numbers: { bore: 30, length: 48, thickness: 1.5, kind: 'sleeve' } },
    skus: buildDemoSkus(
      ['配合柄径', '包装'],
      [
        ['TH30', ['30 mm', '20 个一包'], '2.20', 38, 12_000, 50, 20],
        ['TH30B', ['30 mm', '200 个一箱'], '2.05', 35, 18_000, 50, 200],
        ['TH25', ['25 mm', '20 个一包'], '1.90', 38, 8_600, 40, 20],
      ],
    ),
  },
  {
    ...clips,
    slug: 'sleeve-38',
    name: '截齿卡簧套 38',
    spec: '配 38 柄 · 长 56 · 壁厚 1.8 mm',
    parameters: parseDemoParameterRows(
      '型号 TH38',
      '配合柄径 38 mm',
      '长度 56 mm',
      '壁厚 1.8 mm',
      '材质 65Mn · HRC 42–47',
      '表面 发蓝',
      '适配 U84、U85、BKH85；另有 35、42、43 柄',
    ),
    description:
      '采煤机 38 柄截齿的弹簧套，两端带倒角，进孔不刮。旧座孔磨大 0.5 mm 以内可选加厚 2.0 mm 的规格补偿。存放防潮，生锈的套不要再装，取齿时会抱死。',
    picture: { form: 'retaining-sleeve', numbers: { bore: 38, length: 56, thickness: 1.8, kind: 'sleeve' } },
    skus: buildDemoSkus(
      ['配合柄径', '壁厚'],
      [
        ['TH38', ['38 mm', '1.8 mm'], '3.10', 40, 9_400, 88, 20],
        ['TH38-20', ['38 mm', '2.0 mm（加厚）'], '3.50', 40, 2_200, 119, 20],
        ['TH35', ['35 mm', '1.8 mm'], '2.80', 40, 3_200, 78, 20],
        ['TH42', ['42 mm', '2.0 mm'], '3.80', 41, 1_600, 116, 20],
        ['TH43', ['43 mm', '2.0 mm'], '3.90', 41, 0, 119, 20],
      ],
    ),
  },
  {
    ...clips,
    slug: 'ring-30-43',
    name: '截齿弹性挡圈',
    spec: '配 38 柄 · 丝径 5 mm',
    parameters: parseDemoParameterRows(
      '型号 DQ38',
      '配合柄径 30–43 mm',
      '丝径 4–5 mm',
      '材质 65Mn · HRC 44–49',
      '表面 磷化',
      '适配 S100、S120、S135、S150、S200',
    ),
    description:
      '卡在齿柄尾部环槽的 C 形挡圈，S 系列截齿用。用挡圈钳张开装入，张口不要超过柄径的 1.1 倍，撑大了就没劲。每次换齿必换挡圈，成本一元多，掉一支齿不止几十元。',
    picture: { form: 'retaining-sleeve', numbers: { bore: 38, length: 5, thickness: 5, kind: 'ring' } },
    skus: buildDemoSkus(
      ['配合柄径', '包装'],
      [
        ['DQ38', ['38 mm', '50 个一包'], '1.40', 36, 16_000, 18, 50],
        ['DQ30', ['30 mm', '50 个一包'], '1.10', 36, 14_500, 9, 50],
        ['DQ35', ['35 mm', '50 个一包'], '1.30', 36, 6_000, 13, 50],
        ['DQ43', ['43 mm', '50 个一包'], '1.60', 36, 20, 20, 10],
      ],
    ),
  },
  {
    ...clips,
    slug: 'washer-milling-20',
    name: '铣刨齿耐磨垫片',
    spec: '内孔 20.5 · 外径 44 · 厚 5 mm',
    parameters: parseDemoParameterRows(
      '型号 DP20',
      '内孔 20.5 mm',
      '外径 44 mm',
      '厚度 5 mm',
      '材质 60Si2Mn · HRC 48–52',
      '适配 W5-20、W6-20、W7-20',
    ),
    description:
      '垫在齿肩与上座之间，先磨垫片后磨座，单鼓可省一半齿座费用。凹面朝齿肩，装反会卡住不转。垫片磨到 3 mm 时更换，通常两轮齿换一轮垫。',
    picture: { form: 'retaining-sleeve', numbers: { bore: 20.5, length: 5, thickness: 11.75, kind: 'washer' } },
    skus: buildDemoSkus(
      ['规格', '包装'],
      [
        ['DP20', ['20 柄用', '50 片一盒'], '2.60', 39, 9_000, 47, 50],
        ['DP22', ['22 柄用', '50 片一盒'], '2.90', 39, 5_500, 52, 50],
        ['DP30', ['30 柄用', '20 片一盒'], '4.20', 41, 2_400, 92, 20],
      ],
    ),
  },
]
