import { buildDemoSkus, computeCylinderVolume, computeSteelGramsOfVolume, type DemoSkuRow, parseDemoParameterRows } from './build.ts'
import type { DemoGoods, PictureModelName } from './demo-goods-types.ts'

interface Seat {
  slug: string
  category: string
  model: string
  name: string
  form: Extract<PictureModelName, `seat-${string}`>
  /** The bore, and the outer size of the block: width, height, length; the angle of the bore to the base in degrees */
  size: readonly [bore: number, width: number, height: number, length: number, angle: number]
  spec: string
  material: string
  fixing: string
  fits: string
  about: string
  labels: readonly string[]
  /** Instead of grams: the difference of this SKU's weight to the plain block. */
  table: readonly DemoSkuRow[]
}

/** A seat (齿座): a block of steel with a bore, sold by the piece. */
export const buildToothSeatGoods = (given: Seat): DemoGoods => {
  const [bore, width, height, length, angle] = given.size
  const plain = computeSteelGramsOfVolume(width * height * length * 0.66 - computeCylinderVolume(bore, length * 0.9))
  return {
    slug: given.slug,
    category: given.category,
    sub: '齿座',
    name: given.name,
    spec: `孔径 ${bore} · ${given.spec} · ${angle}°`,
    unit: '个',
    parameters: parseDemoParameterRows(
      `型号 ${given.model}`,
      `孔径 ${bore} mm`,
      `外形尺寸 ${length} × ${width} × ${height} mm`,
      `安装角度 ${angle}°`,
      `材质 ${given.material}`,
      `固定方式 ${given.fixing}`,
      `单重 约 ${(plain / 1000).toFixed(2)} kg`,
      `适配 ${given.fits}`,
    ),
    description: given.about,
    hardness: null,
    picture: { form: given.form, numbers: { bore, width, height, length, angle } },
    skus: buildDemoSkus(
      given.labels,
      given.table.map(([code, values, sale, surcharge, stock, more, lot = 1]) => [code, values, sale, surcharge, stock, plain + more, lot]),
    ),
  }
}
