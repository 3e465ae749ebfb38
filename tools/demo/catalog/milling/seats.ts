import { formatMarkdownList, joinParagraphs } from '#tools/demo/catalog/build.ts'
import type { DemoGoods } from '#tools/demo/catalog/demo-goods-types.ts'
import { buildToothSeatGoods } from '#tools/demo/catalog/seat.ts'

const category = '铣刨齿'
const hardened = '42CrMo 锻件 · HRC 40–44'

export const millingSeats: readonly DemoGoods[] = [
  buildToothSeatGoods({
    slug: 'seat-ht-20',
    category,
    model: 'HT-20',
    name: 'HT-20 快换铣刨齿座',
    form: 'seat-quick-change',
    size: [20, 48, 76, 92, 45],
    spec: '上座＋底座',
    material: hardened,
    fixing: '底座焊接，上座锥柄配 M20 锁紧螺钉',
    fits: 'W5-20、W6-20、W7-20',
    about: joinParagraphs(
      '1–2 m 级铣刨鼓用的两件式齿座，撞到井盖时先坏上座，鼓体保得住。',
      formatMarkdownList('锁紧螺钉扭矩 500 N·m，跑合半天后复紧一次。', '上座前端磨到磨损标线即换，继续用会伤底座锥孔。'),
    ),
    labels: ['供货'],
    table: [
      ['HT20-Z', ['上座＋底座'], '168.00', 51, 520, 0],
      ['HT20-S', ['仅上座'], '92.00', 49, 1460, -680],
      ['HT20-D', ['仅底座'], '84.00', 49, 380, -760],
    ],
  }),
  buildToothSeatGoods({
    slug: 'seat-ht-22',
    category,
    model: 'HT-22',
    name: 'HT-22 快换铣刨齿座',
    form: 'seat-quick-change',
    size: [22, 54, 84, 102, 45],
    spec: '上座＋底座',
    material: '42CrMo 锻件 · HRC 42–46，前端堆焊',
    fixing: '底座焊接，上座锥柄配 M24 锁紧螺钉',
    fits: 'W6-22、W8-22、ZS-22',
    about: joinParagraphs(
      '大型铣刨机和冷再生机通用，上座前端堆焊碳化钨，抗石料冲刷。装上座前锥面必须干燥无油，否则螺钉会松。',
      '整鼓翻新可按鼓号报数，附焊装定位工装租用。',
    ),
    labels: ['供货'],
    table: [
      ['HT22-Z', ['上座＋底座'], '215.00', 53, 264, 0],
      ['HT22-S', ['仅上座'], '118.00', 51, 730, -960],
      ['HT22-D', ['仅底座'], '106.00', 51, 0, -1060],
    ],
  }),
  buildToothSeatGoods({
    slug: 'seat-ht-13',
    category,
    model: 'HT-13',
    name: 'HT-13 焊接铣刨齿座',
    form: 'seat-weld',
    size: [13, 30, 38, 46, 45],
    spec: '45 钢调质',
    material: '45 钢 · 调质 HRC 28–32',
    fixing: '两侧角焊',
    fits: 'W1-13（10 mm 孔配 W4-10）',
    about: '小型铣刨机齿鼓补座，块小热容小，点焊后一次焊完即可。左右刀排角度相反，购买前请看清鼓上钢印 L 或 R。孔口倒角磨光就是更换信号。',
    labels: ['方向', '孔径'],
    table: [
      ['HT13-L', ['左', '13 mm'], '26.00', 40, 640, 0],
      ['HT13-R', ['右', '13 mm'], '26.00', 40, 610, 0],
      ['HT10-L', ['左', '10 mm'], '23.50', 40, 220, 20],
      ['HT10-R', ['右', '10 mm'], '23.50', 40, 15, 20],
    ],
  }),
]
