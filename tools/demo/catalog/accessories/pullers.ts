import { buildDemoSkus, formatMarkdownList, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const tools = { category: '工具与附件', sub: '拆装工具', unit: '套', hardness: null } as const

export const pullers: readonly DemoGoods[] = [
  {
    ...tools,
    slug: 'puller-lever',
    name: '撬棒式拔齿器',
    spec: '全长 620 · 叉口 48 mm',
    parameters: parseDemoParameterRows(
      '型号 BC-620',
      '全长 620 mm',
      '叉口 48 mm',
      '材质 40Cr 锻打 · HRC 38–42',
      '适用 法兰带退齿槽的截齿',
      '配件 尼龙手柄套',
    ),
    description: '叉口卡进截齿法兰下的退齿槽，利用齿座端面做支点撬出。撬不动先敲齿头振松煤泥，不要加长套管硬撬。叉口磨圆后可堆焊修复两次。',
    picture: { form: 'pick-puller', numbers: { length: 620, jaw: 48, kind: 'lever' } },
    skus: buildDemoSkus(
      ['叉口', '全长'],
      [
        ['BC-620', ['48 mm', '620 mm'], '86.00', 40, 320, 3_200],
        ['BC-480', ['36 mm', '480 mm'], '68.00', 40, 210, 2_300],
        ['BC-620W', ['62 mm', '620 mm'], '94.00', 40, 18, 3_600],
      ],
    ),
  },
  {
    ...tools,
    slug: 'puller-hammer',
    name: '滑锤式铣刨齿拔齿器',
    spec: '锤重 3 kg · 行程 260 mm',
    parameters: parseDemoParameterRows(
      '型号 HC-3',
      '锤重 3 kg',
      '行程 260 mm',
      '钩口 20 / 22 mm',
      '材质 钩爪 42CrMo · HRC 44–48',
      '适用 W5、W6、W7、W8 系列铣刨齿',
    ),
    description: joinParagraphs(
      '钩住齿颈，滑锤一拉即出，一人二十分钟换一鼓的四分之一。',
      formatMarkdownList('作业前鼓必须落地锁止，钥匙拔下随身带。', '钩爪尖磨钝会打滑伤手，配件可单独购买。'),
    ),
    picture: { form: 'pick-puller', numbers: { length: 540, jaw: 22, kind: 'hammer' } },
    skus: buildDemoSkus(
      ['供货', '钩口'],
      [
        ['HC-3', ['整套', '20 / 22 mm'], '285.00', 46, 96, 5_400],
        ['HC-3G', ['仅钩爪', '20 mm'], '48.00', 42, 240, 380],
        ['HC-3G22', ['仅钩爪', '22 mm'], '49.00', 42, 0, 400],
      ],
    ),
  },
  {
    ...tools,
    slug: 'puller-hydraulic',
    name: '手动液压拔齿器',
    spec: '拉力 12 吨 · 行程 60 mm',
    parameters: parseDemoParameterRows(
      '型号 YB-12',
      '拉力 12 t',
      '行程 60 mm',
      '工作压力 63 MPa',
      '质量 9.6 kg',
      '适用 柄径 30–50 mm 锈死截齿、快换齿套',
    ),
    description:
      '锈死、变形的截齿用它拉，不动火、不震坏齿座。手动泵供油，井下不需电源，油管长 2 m 可站在滚筒侧面操作。使用前排净空气，超过 63 MPa 溢流阀会开启，属正常保护。',
    picture: { form: 'pick-puller', numbers: { length: 420, jaw: 70, kind: 'hydraulic' } },
    skus: buildDemoSkus(
      ['拉力', '配置'],
      [
        ['YB-12', ['12 t', '手动泵'], '1680.00', 53, 0, 14_200],
        ['YB-20', ['20 t', '手动泵'], '2360.00', 53, 0, 19_800],
        ['YB-12A', ['12 t', '气动泵'], '2980.00', null, 0, 18_600],
      ],
    ),
  },
]
