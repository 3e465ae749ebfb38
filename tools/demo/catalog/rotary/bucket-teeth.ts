import { buildDemoSkus, formatMarkdownList, joinParagraphs, parseDemoParameterRows } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'

const common = { category: '旋挖牙轮', sub: '斗齿与平齿', unit: '个' } as const

export const bucketTeeth: readonly DemoGoods[] = [
  {
    ...common,
    slug: 'auger-tooth-25t',
    name: '25T 旋挖斗齿',
    spec: '长 152 · 宽 68 mm · 销轴固定',
    parameters: parseDemoParameterRows(
      '型号 25T',
      '外形 152 × 68 × 58 mm',
      '材质 ZG30CrMnSiMo · HRC 46–50',
      '冲击功 ≥ 16 J（−20 ℃）',
      '固定方式 横销＋橡胶锁',
      '适用地层 黏土、粉土、砂层',
      '适配齿座 CG-25 齿根',
    ),
    description: joinParagraphs(
      '土层捞砂斗的通用斗齿，尖嘴形，入土轻快。',
      formatMarkdownList('齿尖磨去 40 mm 后底板开始受磨，应换齿。', '橡胶锁老化会掉齿，每换三次齿换一次锁。'),
    ),
    hardness: [0.5, 2],
    picture: { form: 'auger-tooth', numbers: { width: 68, height: 58, length: 152, pocket: 42, edge: 'point', tips: 0 } },
    skus: buildDemoSkus(
      ['齿形', '配件'],
      [
        ['25T', ['标准尖嘴', '单齿'], '32.00', 38, 4200, 1650, 10],
        ['25T-X', ['标准尖嘴', '含横销与橡胶锁'], '38.50', 38, 2600, 1780, 10],
        ['25TL', ['长尖嘴', '单齿'], '35.60', 39, 860, 1820, 10],
      ],
    ),
  },
  {
    ...common,
    slug: 'auger-tooth-2s',
    name: '2S 旋挖平口斗齿',
    spec: '长 140 · 宽 76 mm · 销轴固定',
    parameters: parseDemoParameterRows(
      '型号 2S',
      '外形 140 × 76 × 54 mm',
      '材质 ZG30CrMnSiMo · HRC 46–50',
      '固定方式 横销＋橡胶锁',
      '适用地层 淤泥、软土、填土',
      '适配齿座 CG-25 齿根',
    ),
    description: joinParagraphs(
      '平口铲形，清孔底沉渣干净，孔底平整度好。与 25T 共用齿根，开孔装 25T、清孔换 2S 即可。',
      '硬塑土里平口阻力大，不宜一直使用。',
    ),
    hardness: [0.5, 1.5],
    picture: { form: 'auger-tooth', numbers: { width: 76, height: 54, length: 140, pocket: 42, edge: 'flat', tips: 0 } },
    skus: buildDemoSkus(
      ['齿形', '配件'],
      [
        ['2S', ['标准平口', '单齿'], '30.50', 36, 3100, 1520, 10],
        ['2S-X', ['标准平口', '含横销与橡胶锁'], '37.00', 36, 1240, 1650, 10],
        ['2SW', ['加宽平口', '单齿'], '36.80', 38, 0, 1860, 10],
      ],
    ),
  },
  {
    ...common,
    slug: 'auger-tooth-v19',
    name: 'V19 镶合金斗齿',
    spec: '长 165 · 宽 70 mm · 镶 2 片合金',
    parameters: parseDemoParameterRows(
      '型号 V19',
      '外形 165 × 70 × 62 mm',
      '材质 ZG35CrMnSi · HRC 48–52',
      '合金牌号 YG8C',
      '合金硬度 ≥ 88.0 HRA',
      '固定方式 竖销',
      '适用地层 砂砾、硬塑土、全风化岩',
      '适配齿座 CG-19 齿根',
    ),
    description: joinParagraphs(
      '齿尖两面镶合金片，砂砾层寿命约为普通斗齿的三倍。竖销从上往下打入，下孔前用铁丝再绑一道，防止提钻挂掉。',
      '合金片单面脱落时可把齿翻面再用一轮。',
    ),
    hardness: [0.6, 2],
    picture: { form: 'auger-tooth', numbers: { width: 70, height: 62, length: 165, pocket: 46, edge: 'point', tips: 2 } },
    skus: buildDemoSkus(
      ['合金片', '配件'],
      [
        ['V19', ['2 片', '单齿'], '58.00', 43, 1480, 1980],
        ['V19-X', ['2 片', '含竖销'], '63.50', 43, 920, 2120],
        ['V19-4', ['4 片', '单齿'], '69.00', 45, 16, 2060],
      ],
    ),
  },
  {
    ...common,
    slug: 'auger-tooth-v20',
    name: 'V20 镶合金斗齿',
    spec: '长 182 · 宽 80 mm · 镶 3 片合金',
    parameters: parseDemoParameterRows(
      '型号 V20',
      '外形 182 × 80 × 70 mm',
      '材质 ZG35CrMnSi · HRC 48–52',
      '合金牌号 YG8C / YG11C',
      '合金硬度 YG8C ≥ 88.0 · YG11C ≥ 86.5 HRA',
      '固定方式 竖销',
      '适用地层 卵砾石、密实砂层、强风化岩',
      '适配齿座 CG-20 齿根',
    ),
    description: joinParagraphs(
      '280 以上钻机大直径捞砂斗用的加大号，三片合金呈品字排列。卵石粒径超过 200 mm 时先用筒钻松动，再用本款捞渣。',
      formatMarkdownList('与 V19 销孔不同，齿根不能混用。', '边齿磨损快，可与中间齿对调使用。'),
    ),
    hardness: [0.8, 3],
    picture: { form: 'auger-tooth', numbers: { width: 80, height: 70, length: 182, pocket: 54, edge: 'tiger', tips: 3 } },
    skus: buildDemoSkus(
      ['合金牌号', '配件'],
      [
        ['V20', ['YG8C', '单齿'], '76.00', 45, 1120, 2760],
        ['V20-X', ['YG8C', '含竖销'], '82.50', 45, 640, 2920],
        ['V20-11', ['YG11C', '单齿'], '79.00', 46, 380, 2760],
      ],
    ),
  },
  {
    ...common,
    slug: 'flat-tooth-bfz80',
    name: 'BFZ80 旋挖平齿',
    spec: '刃宽 80 · 全长 145 mm · 方柄',
    parameters: parseDemoParameterRows(
      '型号 BFZ80',
      '刃宽 80 mm',
      '全长 145 mm',
      '柄部 38 × 38 mm 方柄',
      '材质 42CrMo 模锻 · HRC 40–44',
      '合金牌号 YG11C',
      '合金硬度 ≥ 86.5 HRA',
      '适配齿座 BF 平齿座',
    ),
    description: joinParagraphs(
      '方柄平齿插入 BF 座，不转动、不掉齿，泥岩和胶结砂里切削成片。刃口镶一整条合金，磨钝后可拆下修磨两次。',
      '与截齿交替布齿时，平齿低 10 mm，先刮后清。',
    ),
    hardness: [1, 3],
    picture: { form: 'flat-tooth', numbers: { width: 80, thickness: 28, length: 145, shank: 38, tips: 4 } },
    skus: buildDemoSkus(
      ['刃口', '包装'],
      [
        ['BFZ80', ['直刃', '单个'], '66.00', 44, 1680, 1720],
        ['BFZ80-Y', ['圆弧刃', '单个'], '69.50', 44, 420, 1690],
        ['BFZ80B', ['直刃', '10 个一箱'], '64.00', 40, 900, 1720, 10],
      ],
    ),
  },
  {
    ...common,
    slug: 'flat-tooth-bfz60',
    name: 'BFZ60 旋挖平齿',
    spec: '刃宽 60 · 全长 128 mm · 方柄',
    parameters: parseDemoParameterRows(
      '型号 BFZ60',
      '刃宽 60 mm',
      '全长 128 mm',
      '柄部 32 × 32 mm 方柄',
      '材质 42CrMo 模锻 · HRC 40–44',
      '合金牌号 YG8C',
      '合金硬度 ≥ 88.0 HRA',
      '适配齿座 BF 平齿座（小号）',
    ),
    description:
      '1.2 m 以下桩径的小号平齿，双底捞砂斗中心区常用。黏性大的红黏土里把刃口背面磨出 5° 后角，可以少糊齿。柄部有退齿槽，用撬棒即可拔下。',
    hardness: [0.8, 2.5],
    picture: { form: 'flat-tooth', numbers: { width: 60, thickness: 24, length: 128, shank: 32, tips: 3 } },
    skus: buildDemoSkus(
      ['刃口', '包装'],
      [
        ['BFZ60', ['直刃', '单个'], '48.00', 42, 1240, 1080],
        ['BFZ60-Y', ['圆弧刃', '单个'], '51.00', 42, 260, 1060],
        ['BFZ60B', ['直刃', '10 个一箱'], '46.50', 38, 800, 1080, 10],
      ],
    ),
  },
]
